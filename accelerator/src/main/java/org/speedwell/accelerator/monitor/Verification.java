package org.speedwell.accelerator.monitor;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.text.ValueText;

/**
 * What came of comparing the tables in memory with those of the database, all at one moment.
 *
 * @param version that was compared
 * @param position of the moment, in the database's binlog
 * @param differences up to {@value #MOST} of each table; each was seen twice, the second time at a later moment
 * @param unconfirmed differences that were there the first time and not the second, and are not among the others
 */
public record Verification(
        long version,
        Position position,
        List<Table> tables,
        List<Difference> differences,
        long unconfirmed,
        Duration took) {

    /** So many differences of a table are told. */
    public static final int MOST = 1_000;

    public Verification {
        tables = List.copyOf(tables);
        differences = List.copyOf(differences);
    }

    /**
     * A table.
     *
     * @param name with the schema's
     * @param rows of the database that were compared
     * @param ranges of the primary key that they were compared in
     * @param rangesThatDiffer in the first comparison
     * @param notCompared why it was not, if it was not
     */
    public record Table(String name, long rows, long ranges, long rangesThatDiffer, Optional<String> notCompared) {}

    /** In what a row differs. */
    public enum Kind {
        /** A column has another value. */
        VALUE,
        /** It is in the database and not in memory. */
        MISSING,
        /** It is in memory and not in the database. */
        EXTRA,
        /** The rows of a table without a primary key, taken together: how many there are, or what they hold. */
        ROWS
    }

    /**
     * A difference.
     *
     * @param table with the schema's name
     * @param key the primary key of the row, as {@code film_id = 7}; empty if the table has none
     * @param column whose value differs; empty if all of a row does
     * @param memory the value in memory, null for NULL and where there is none
     * @param database the value in the database, likewise
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

    /** Whether all tables were compared, and nothing differs. */
    public boolean isEqual() {
        return differences.isEmpty()
                && tables.stream().allMatch(table -> table.notCompared().isEmpty());
    }

    /** Rows of the database that were compared. */
    public long rows() {
        return tables.stream().mapToLong(Table::rows).sum();
    }

    /** For a person: a line that sums up, and one for each table that was not compared and each difference. */
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
                + (unconfirmed == 0 ? "" : "; %d were not there when looked at again".formatted(unconfirmed))
                + notCompared
                + differences.stream().map(difference -> "\n  " + difference).collect(Collectors.joining());
    }
}
