package org.speedwell.accelerator.monitor;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.accelerator.model.BadValues;
import org.speedwell.accelerator.model.TableNotLoaded;

/**
 * The size and the state of a version. All bytes are native memory; small arrays on the heap do not count.
 *
 * @param version see {@link DataStoreComponent#version()}
 * @param takenAt the moment of the database
 * @param formerBytes see {@link DataStoreComponent#formerBytes()}
 * @param badValues the columns with values that became NULL, see {@link StoreConfiguration#badValue}
 * @param tablesNotLoaded the tables that stay in the database, see {@link StoreConfiguration#tableNotLoaded()}
 * @param following see {@link DataStoreComponent#followStatus()}
 * @param shadow see {@link DataStoreComponent#shadowStatistics()}
 */
public record StoreStatistics(
        long version,
        Instant takenAt,
        List<TableStatistics> tables,
        long formerBytes,
        List<BadValues> badValues,
        List<TableNotLoaded> tablesNotLoaded,
        Optional<FollowStatus> following,
        Optional<ShadowStatistics> shadow) {

    /**
     * The statistics of a table.
     *
     * @param name the name with its schema
     * @param columns the columns in the order of the model
     * @param multiIndexes the indexes over two columns
     * @param entitiesGenerated true if a generated reader makes entities. Otherwise setters make them, which takes
     * several times as long
     */
    public record TableStatistics(
            String name,
            long rows,
            List<ColumnStatistics> columns,
            List<MultiIndexStatistics> multiIndexes,
            boolean entitiesGenerated) {
        /** Returns the bytes of all columns and indexes. */
        public long bytes() {
            return columns.stream()
                            .mapToLong(column -> column.bytes() + column.indexBytes())
                            .sum()
                    + multiIndexes.stream()
                            .mapToLong(MultiIndexStatistics::bytes)
                            .sum();
        }

        /** Returns the bytes of all columns and indexes per row, or 0 for an empty table. */
        public double bytesPerRow() {
            return rows == 0 ? 0 : (double) bytes() / rows;
        }
    }

    /**
     * The statistics of a column.
     *
     * @param nulls the number of rows that are NULL
     * @param distinct the number of distinct values; empty if the column has neither an index nor a dictionary
     * @param encoding how the column stores its values
     * @param bytes the size without the index
     * @param index the kind of index
     */
    public record ColumnStatistics(
            String name,
            long nulls,
            OptionalLong distinct,
            String encoding,
            long bytes,
            String index,
            long indexBytes) {}

    /** The statistics of an index over two columns. Its bytes include the combined keys of both columns. */
    public record MultiIndexStatistics(String first, String second, long bytes) {}

    /** Returns the number of rows of all tables. */
    public long rows() {
        return tables.stream().mapToLong(TableStatistics::rows).sum();
    }

    /** Returns the bytes of all tables. */
    public long bytes() {
        return tables.stream().mapToLong(TableStatistics::bytes).sum();
    }

    /** Returns a readable report: a line for each table, followed by a line for each of its columns. */
    public String prettyPrint() {
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "Version %d of %s: %,d rows, %,d bytes, and %,d of former versions%n",
                version,
                takenAt,
                rows(),
                bytes(),
                formerBytes));
        text.append(String.format(
                Locale.ROOT,
                "%-28s %12s %10s %10s %-26s %14s %-14s %14s%n",
                "table, column",
                "rows",
                "nulls",
                "distinct",
                "encoding",
                "bytes",
                "index",
                "bytes"));
        for (TableStatistics table : tables) {
            text.append(String.format(
                    Locale.ROOT,
                    "%-28s %,12d %10s %10s %-26s %,14d%n",
                    table.name(),
                    table.rows(),
                    "",
                    "",
                    String.format(Locale.ROOT, "%.1f bytes a row", table.bytesPerRow()),
                    table.bytes()));
            if (!table.entitiesGenerated()) {
                text.append(String.format("  entities are made value by value: no reader was generated%n"));
            }
            for (ColumnStatistics column : table.columns()) {
                String distinct = column.distinct().isEmpty()
                        ? "?"
                        : String.format(Locale.ROOT, "%,d", column.distinct().getAsLong());
                text.append(String.format(
                        Locale.ROOT,
                        "  %-26s %12s %,10d %10s %-26s %,14d %-14s %,14d%n",
                        column.name(),
                        "",
                        column.nulls(),
                        distinct,
                        column.encoding(),
                        column.bytes(),
                        column.index(),
                        column.indexBytes()));
            }
            for (MultiIndexStatistics index : table.multiIndexes()) {
                text.append(String.format(
                        Locale.ROOT,
                        "  %-92s %-14s %,14d%n",
                        index.first() + ", " + index.second(),
                        "sorted",
                        index.bytes()));
            }
        }
        for (BadValues bad : badValues) {
            text.append(String.format(
                    Locale.ROOT,
                    "%s, column %s: %,d values became NULL, the first in row %s: %s%n",
                    bad.table(),
                    bad.column(),
                    bad.count(),
                    bad.firstRow(),
                    bad.reason()));
        }
        following.ifPresent(status -> text.append(String.format(
                Locale.ROOT,
                "%s the database, %d ms old, at %s: %,d transactions, %,d rows, %,d versions, %,d reloads%s%n",
                status.phase(),
                status.age().toMillis(),
                status.position(),
                status.transactions(),
                status.rows(),
                status.versions(),
                status.reloads(),
                status.problem().map(problem -> "; " + problem).orElse(""))));
        following.ifPresent(status -> status.stopped()
                .forEach((table, reason) ->
                        text.append(String.format(Locale.ROOT, "%s is no longer followed: %s%n", table, reason))));
        for (TableNotLoaded left : tablesNotLoaded) {
            text.append(String.format(Locale.ROOT, "%s is not loaded: %s%n", left.table(), left.reason()));
        }
        return text.toString();
    }
}
