package org.speedwell.streaming;

import java.util.List;

/** The savepoints of a job, by name. They stay when the job ends. Thread-safe. */
public interface JobSavepoints {
    /**
     * Keeps the present state of the job under a name, and waits until it is kept.
     *
     * @throws IllegalArgumentException if the job accepts no such name
     * @throws IllegalStateException if the job does not save its state
     * @throws org.speedwell.streaming.checkpoint.CheckpointException if the name is taken, or if the job ends before
     */
    void take(String name) throws InterruptedException;

    /** Returns the names of all savepoints, in ascending order. */
    List<String> names();

    /**
     * Removes a savepoint. Does nothing if the job has none of the name.
     *
     * @throws IllegalArgumentException if the job accepts no such name
     */
    void remove(String name);
}
