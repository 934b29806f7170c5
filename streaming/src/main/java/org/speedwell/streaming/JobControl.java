package org.speedwell.streaming;

import java.util.List;
import java.util.Optional;

/** A job that can be watched and controlled, wherever it runs. Thread-safe. */
public interface JobControl {

    /** The jobs of an engine. Thread-safe. */
    interface Directory {
        /**
         * Returns the jobs in the order of their starts: those that run, and some that have ended. If several jobs have
         * one name, the list contains those that run, or else the newest.
         */
        List<? extends JobControl> jobs();

        /**
         * Returns the newest job with a name, preferably one that runs. Empty if there is none, or if it ended long
         * ago.
         */
        Optional<? extends JobControl> job(String name);
    }

    /** Returns the name from the job's options. */
    String name();

    /** Returns the status of the job. */
    Job.Status status();

    /** Returns the graph of the job, how it runs, and what it has done so far. Counts may be slightly behind. */
    JobReport report();

    /** Returns the savepoints of the job. */
    JobSavepoints savepoints();

    /**
     * Returns the first rows that a sink of the job shows, such as a view.
     *
     * @param sink the name of the sink
     * @param limit the largest number of rows
     * @throws IllegalArgumentException if the job has no such sink, or if the sink shows no rows
     */
    ShownRows rows(String sink, int limit);

    /** Stops taking events until {@link #resume}. A job that drains, or has ended, does not pause. */
    void pause();

    /** Takes events again after {@link #pause}. */
    void resume();

    /** Stops accepting new events, processes the accepted ones, closes all windows and completes. */
    void drain();

    /** Stops the job. It drops events and open windows. */
    void cancel();
}
