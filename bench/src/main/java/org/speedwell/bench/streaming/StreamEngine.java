package org.speedwell.bench.streaming;

/** An engine that runs scenarios, one at a time. */
interface StreamEngine extends AutoCloseable {

    /** A job that runs. */
    interface RunningJob {
        /** Waits until all events of the feed are processed and all windows closed. */
        void await() throws InterruptedException;

        /** Ends it at once. */
        void cancel();
    }

    /** Starts a scenario on a feed. */
    RunningJob start(Feed feed, Outlet outlet);

    @Override
    void close();
}
