package org.speedwell.bench.streaming;

/** An engine that runs scenarios, one at a time. */
interface StreamEngine extends AutoCloseable {

    /** A job that is running. */
    interface RunningJob {
        /** Waits until the job has processed all events of the feed and closed all windows. */
        void await() throws InterruptedException;

        /** Stops the job at once. */
        void cancel();
    }

    /** Starts the scenario of a feed. The job passes its results to {@code outlet}. */
    RunningJob start(Feed feed, Outlet outlet);

    @Override
    void close();
}
