package org.speedwell.accelerator;

import org.speedwell.accelerator.monitor.StoreStatistics;

/** What a load does with a value that Java cannot hold, as a zero date, or that does not fit the model. */
public enum BadValue {
    /** The table cannot be loaded; what becomes of it, {@link StoreConfiguration#tableNotLoaded()} tells. */
    FAIL,
    /**
     * It becomes NULL, is counted and told in the log, and stands in {@link StoreStatistics#badValues()}. Columns of the
     * primary key and those that entities hold as a primitive cannot be NULL: there it is as {@link #FAIL}.
     */
    NULL
}
