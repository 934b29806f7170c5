package org.speedwell.streaming;

/** The requests of a job to its sources. Any thread may call it. */
interface SourceControl {

    /** Returns whether the sources must accept no more events. They then deliver the events that they have accepted. */
    boolean isDraining();

    /** Returns whether the job takes no events for now. A job that drains is not paused. */
    boolean isPaused();
}
