package org.speedwell.accelerator.monitor;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.text.ValueText;

/**
 * The result of comparing the tables in memory with the database at one moment.
 *
 * @param version the version that was compared
 * @param position the binlog position of that moment
 * @param differences at most {@value #MOST} per table. The comparison saw each of them twice, the second time at a
 * later moment
 * @param unconfirmed the number of differences that the second comparison did not find. They are not in the list
 * @param took the duration of the comparison
 */
public record Verification(
        long version,
        Position position,
        List<Table> tables,
        List<Difference> differences,
        long unconfirmed,
        Duration took) {

    /** The maximum number of differences that are reported per table. */
    public static final int MOST = 1_000;

    public Verification {
        tables = List.copyOf(tables);
        differences = List.copyOf(differences);
    }

    /**
     * The result of comparing a table.
     *
     * @param name the name with its schema
     * @param rows the number of rows of the database that were compared
     * @param ranges the number of primary-key ranges that were compared
     * @param rangesThatDiffer the number of ranges that differed in the first comparison
     * @param notCompared why the table was not compared; empty if it was
     */
    public record Table(String name, long rows, long ranges, long rangesThatDiffer, Optional<String> notCompared) {}

    /** The kinds of difference. */
    public enum Kind {
        /** A column has another value. */
        VALUE,
        /** The row is in the database and not in memory. */
        MISSING,
        /** The row is in memory and not in the database. */
        EXTRA,
        /** The rows of a table without a primary key differ as a whole, in their number or their values. */
        ROWS
    }

    /**
     * A difference between memory and database.
     *
     * @param table the name of the table with its schema
     * @param key the primary key of the row, as in {@code film_id = 7}; empty if the table has none
     * @param column the column whose value differs; empty if the difference concerns the whole row
     * @param memory the value in memory; null if it is NULL or missing
     * @param database the value in the database; null if it is NULL or missing
     */
    public record Difference(
            Kind kind,
            String table,
            String key,
            String column,
            @Nullable Object memory,
            @Nullable Object database) {
        @Override
        public String toString() {
            return switch (kind) {
                case VALUE ->
                    "%s, %s, column %s: %s in memory, %s in the database"
                            .formatted(table, ValueText.escaped(key), column, text(memory), text(database));
                case MISSING -> "%s, %s: missing in memory".formatted(table, ValueText.escaped(key));
                case EXTRA -> "%s, %s: in memory, not in the database".formatted(table, ValueText.escaped(key));
                case ROWS -> "%s: %s in memory, %s in the database".formatted(table, memory, database);
            };
        }

        private static String text(@Nullable Object value) {
            return ValueText.of(value, 100);
        }
    }

    /** Returns whether all tables were compared and nothing differs. */
    public boolean isEqual() {
        return differences.isEmpty()
                && tables.stream().allMatch(table -> table.notCompared().isEmpty());
    }

    /** Returns the number of rows of the database that were compared. */
    public long rows() {
        return tables.stream().mapToLong(Table::rows).sum();
    }

    /**
     * Returns a readable report. It has a summary, and a line for each table that was not compared and for each
     * difference.
     */
    @Override
    public String toString() {
        String summary = "Version %d at %s: %,d rows of %d tables compared in %d ms, %s"
                .formatted(
                        version,
                        position,
                        rows(),
                        tables.size(),
                        took.toMillis(),
                        differences.isEmpty() ? "no difference" : "differences: " + differences.size());
        String notCompared = tables.stream()
                .filter(table -> table.notCompared().isPresent())
                .map(table -> "\n  " + table.name() + " was not compared: "
                        + table.notCompared().get())
                .collect(Collectors.joining());
        return summary
                + (unconfirmed == 0 ? "" : "; %d differed only in the first comparison".formatted(unconfirmed))
                + notCompared
                + differences.stream().map(difference -> "\n  " + difference).collect(Collectors.joining());
    }
}
