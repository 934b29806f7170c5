package org.speedwell.accelerator.store;

import java.util.List;
import org.speedwell.accelerator.model.BadValues;
import org.speedwell.accelerator.model.TableNotLoaded;

/**
 * Where a version differs from the database, because its owner chose so: values that became NULL, tables that were left to the
 * database, and tables of which only a part was loaded.
 *
 * @param parts the name of each such table, with its schema's, and which part it is
 */
public record LoadReport(List<BadValues> badValues, List<TableNotLoaded> tablesNotLoaded, List<String> parts) {
    /** Nothing to tell. */
    public static final LoadReport NONE = new LoadReport(List.of(), List.of(), List.of());

    /**
     * Refuses what takes a version for all of the database.
     *
     * @param what is not possible with a part, as "saved"
     * @throws IllegalStateException if a table was loaded in part
     */
    public void requireWhole(String what) {
        if (!parts.isEmpty()) {
            throw new IllegalStateException("The version in memory cannot be " + what + ", as it has not all rows of "
                    + String.join("; ", parts) + ". Load all of it first, by a LoadConfiguration without parts.");
        }
    }

    public LoadReport {
        badValues = List.copyOf(badValues);
        tablesNotLoaded = List.copyOf(tablesNotLoaded);
        parts = List.copyOf(parts);
    }
}
