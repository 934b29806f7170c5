package org.speedwell.streaming.engine;

/** What a call of a tasklet achieved. */
public enum Progress {
    /** Nothing: its input is empty or its output full. */
    NONE,
    /** Something; there may be more. */
    MADE,
    /** Its work is over: it is not to be called again. */
    DONE
}
