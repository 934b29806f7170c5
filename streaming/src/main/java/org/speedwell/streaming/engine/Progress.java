package org.speedwell.streaming.engine;

/** The outcome of a call of a tasklet. */
public enum Progress {
    /** The tasklet did nothing, because its input is empty or its output is full. */
    NONE,
    /** The tasklet did some work, and there may be more. */
    MADE,
    /** The tasklet has ended. The worker does not call it again. */
    DONE
}
