package org.speedwell.accelerator;

import org.speedwell.accelerator.monitor.StoreStatistics;

/**
 * The reaction of a load to a value that Java cannot represent, such as a zero date, or that does not fit the model.
 */
public enum BadValue {
    /**
     * An error. The load of the table fails, and {@link StoreConfiguration#tableNotLoaded()} defines the consequences.
     */
    FAIL,
    /**
     * A replacement by NULL. The log and {@link StoreStatistics#badValues()} report the number of replaced values.
     * Columns of the primary key, and columns that entities hold as a primitive, cannot be NULL. For them this is the
     * same as {@link #FAIL}.
     */
    NULL
}
