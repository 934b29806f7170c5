package org.speedwell.accelerator.store;

import java.util.List;
import java.util.Map;
import org.speedwell.accelerator.model.BadValues;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.model.TableNotLoaded;
import org.speedwell.accelerator.model.TableShare;

/**
 * The accepted differences between a version and the database: values that became NULL, tables that were left to the
 * database, and partly loaded tables.
 *
 * @param parts the partly loaded tables, each with its part
 */
public record LoadReport(
        List<BadValues> badValues, List<TableNotLoaded> tablesNotLoaded, Map<TableId<?>, TableShare> parts) {
    /** A report without differences. */
    public static final LoadReport NONE = new LoadReport(List.of(), List.of(), Map.of());

    /**
     * Refuses an operation that needs the whole database.
     *
     * @param what the operation that is impossible with a part, such as "saved"
     * @throws IllegalStateException if a table was loaded in part
     */
    public void requireWhole(String what) {
        if (!parts.isEmpty()) {
            throw new IllegalStateException("The version in memory cannot be " + what
                    + ", because it does not have all rows of " + String.join("; ", describeParts())
                    + ". Load all rows first, with a LoadConfiguration without parts.");
        }
    }

    /** Returns the qualified name of each partly loaded table, and its part, in the order of the names. */
    public List<String> describeParts() {
        return parts.entrySet().stream()
                .map(part -> part.getKey() + ", " + part.getValue())
                .sorted()
                .toList();
    }

    public LoadReport {
        badValues = List.copyOf(badValues);
        tablesNotLoaded = List.copyOf(tablesNotLoaded);
        parts = Map.copyOf(parts);
    }
}
