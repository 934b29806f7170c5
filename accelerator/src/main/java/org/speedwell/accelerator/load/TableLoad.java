package org.speedwell.accelerator.load;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.column.AbsentColumn;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.database.BadValueCount;
import org.speedwell.accelerator.database.ColumnModel;
import org.speedwell.accelerator.database.DatabaseColumns;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.LoadedColumns;
import org.speedwell.accelerator.database.TableException;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.database.ViewKey;
import org.speedwell.accelerator.index.Columns;
import org.speedwell.accelerator.index.PairIndex;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.index.SortedIndexBuilder;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.model.BadValues;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.ColumnPair;
import org.speedwell.accelerator.model.LoadPhase;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.model.TableShare;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.types.ColumnReader;

/**
 * The load of one table. Several connections may read its parts in parallel. The last part starts one task per column,
 * which builds the column and its index. Other tables may still be loading then.
 */
final class TableLoad<E> implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(TableLoad.class.getName());

    /** The greatest number of rows of a table: row ids are ints, and their count must be an int too. */
    private static final long MAX_ROWS = Integer.MAX_VALUE - 1L;

    /** The greatest number of parts. More parts are not faster, and each has its own staging memory and dictionary. */
    private static final int MAX_PARTS = 64;

    private final TableModel<E> model;
    private final long estimate;
    private final boolean isSplit;
    private final LoadSettings settings;
    private final SnapshotLoader.Progress progress;
    private final List<DatabaseColumn> found;
    private final LoadedColumns<E> loaded;
    private final List<TablePart<E>> parts = new ArrayList<>();
    private final AtomicLong rowsRead = new AtomicLong();
    private final AtomicInteger unread = new AtomicInteger();
    private final AtomicInteger unbuilt = new AtomicInteger();
    private final Column[] columns;
    private final @Nullable SortedIndex[] indexes;
    private volatile @Nullable TableException failure;

    private TableLoad(
            TableModel<E> model, DatabaseColumns database, LoadSettings settings, SnapshotLoader.Progress progress)
            throws LoadException {
        this.model = model;
        this.found = database.matching(model);
        this.loaded = LoadedColumns.of(model, found, settings.isLoaded(), settings.isNullIfBad());
        this.estimate = database.rowEstimate(model) / settings.partsOf(model.identifier());
        this.isSplit = !model.view() // each part of a view would compute the whole view
                && (settings.consistency() == LoadSettings.Consistency.NONE
                        || database.engineWithoutTransactions(model).isEmpty());
        this.settings = settings;
        this.progress = progress;
        this.columns = new Column[model.columns().size()];
        this.indexes = new @Nullable SortedIndex[columns.length];
    }

    long estimate() {
        return estimate;
    }

    TableModel<E> model() {
        return model;
    }

    /** Returns why the database keeps answering queries of the table; null if the load of the table has not failed. */
    @Nullable
    TableException failure() {
        return failure;
    }

    /** Returns the values that became NULL, one entry per column. */
    List<BadValues> badValues() {
        List<BadValues> all = new ArrayList<>();
        for (int i = 0; i < loaded.columns().size(); i++) {
            long count = 0;
            BadValueCount first = null;
            for (TablePart<E> part : parts) {
                BadValueCount bad = part.badValues(i);
                count += bad.count();
                first = first == null && bad.count() > 0 ? bad : first;
            }
            if (first != null) {
                all.add(new BadValues(
                        model.toString(), loaded.columns().get(i).name(), count, first.firstRow(), first.reason()));
            }
        }
        return all;
    }

    /**
     * Plans the load of a table, and checks that the user may read it and that it matches the model.
     *
     * @throws TableException if the user may not read the table, or it does not match the model
     */
    static <E> TableLoad<E> plan(
            TableModel<E> model,
            DatabaseColumns database,
            Connection connection,
            LoadSettings settings,
            SnapshotLoader.Progress progress)
            throws LoadException {
        requirePrivileges(model, connection, settings);
        TableLoad<E> load = new TableLoad<>(model, database, settings, progress);
        if (!load.isSplit && !model.view()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    () -> ("Table %s has the engine %s, which has no transactions. The load reads it at its own moment,"
                                    + " so it may contradict other tables. Convert it with"
                                    + " ALTER TABLE %s ENGINE = InnoDB.")
                            .formatted(
                                    model,
                                    database.engineWithoutTransactions(model).orElseThrow(),
                                    model.quotedName()));
        }
        boolean planned = false;
        try {
            load.plan(connection);
            planned = true;
            return load;
        } finally {
            if (!planned) {
                load.close();
            }
        }
    }

    /** Checks the privileges before anything else, because the catalogue hides a table that the user may not see. */
    private static <E> void requirePrivileges(TableModel<E> model, Connection connection, LoadSettings settings)
            throws LoadException {
        List<ColumnModel<E>> loaded = model.columns().stream()
                .filter(column -> settings.isLoaded().test(column.identifier()))
                .toList();
        try (Statement statement = connection.createStatement();
                ResultSet _ = statement.executeQuery(model.selectNothing(loaded))) {
            // the user may read the table
        } catch (SQLException e) {
            if (TableException.isMissingPrivilege(e)) {
                throw TableException.of(model, "", e, connection);
            } // the comparison with the model explains other errors better
        }
    }

    /** Splits the table by its primary key if it is large and the key begins with a whole number. */
    private void plan(Connection connection) throws LoadException {
        String share = share();
        for (String range : conditions(connection)) {
            String condition = share.isEmpty() ? range : range.isEmpty() ? " WHERE " + share : range + " AND " + share;
            parts.add(new TablePart<>(loaded, condition, settings));
        }
        unread.set(parts.size());
    }

    /** Returns the SQL condition of the partition to load; empty if all rows are loaded. */
    private String share() throws LoadException {
        TableShare share = settings.parts().get(identifier());
        if (share == null) {
            return "";
        }
        ColumnModel<E> key = model.columns().stream()
                .filter(column -> column.identifier().equals(share.key()))
                .findFirst()
                .orElseThrow(() -> TableException.of("Table " + model + " has no column " + share.key()
                        + ", which the LoadConfiguration uses to split it into parts. Name another column."));
        MySqlType type =
                found.get(model.columns().indexOf(key)).type().orElse(MySqlType.BLOB); // unknown types are not loaded
        switch (type) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, CHAR, VARCHAR -> {}
            default ->
                throw TableException.of("Table " + model + " cannot be split into parts by " + key.name()
                        + ", which is " + type + ". Use a column of whole numbers or texts.");
        }
        return share.condition(TableModel.quoted(key.name()));
    }

    private List<String> conditions(Connection connection) throws LoadException {
        long chunk = Math.max(1, settings.chunkRows().applyAsLong(identifier()));
        int wanted = (int) Math.min(MAX_PARTS, (estimate + chunk - 1) / chunk);
        if (!isSplit
                || wanted <= 1
                || model.keyColumns().isEmpty()
                || settings.decorator().of(identifier()) != null) {
            return List.of("");
        }
        String key = model.keyColumns().getFirst();
        boolean isWhole = model.columns().stream()
                .filter(column -> column.name().equals(key))
                .flatMap(column -> found.get(model.columns().indexOf(column)).type().stream())
                .anyMatch(type -> switch (type) {
                    case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT -> true;
                    default -> false;
                });
        if (!isWhole) {
            return List.of("");
        }
        String quoted = TableModel.quoted(key);
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT MIN(" + quoted + "), MAX(" + quoted + ") FROM " + model.quotedName())) {
            row.next();
            BigDecimal min = row.getBigDecimal(1);
            BigDecimal max = row.getBigDecimal(2);
            return min == null || max == null
                    ? List.of("")
                    : ranges(quoted, min.toBigInteger(), max.toBigInteger(), wanted);
        } catch (SQLException e) {
            throw TableException.of(model, "while the load read the range of keys of table " + model, e, connection);
        }
    }

    /**
     * Returns the conditions of key ranges of equal width. The first range has no lower limit, and the last one no
     * upper limit.
     *
     * @param column the quoted database name of the key's first column
     * @param min the smallest key
     * @param max the greatest key
     * @param parts the greatest number of ranges
     */
    private static List<String> ranges(String column, BigInteger min, BigInteger max, int parts) {
        BigInteger width = max.subtract(min).add(BigInteger.ONE);
        int count = width.min(BigInteger.valueOf(parts)).intValueExact();
        List<String> ranges = new ArrayList<>();
        String from = "";
        for (int part = 1; part <= count; part++) {
            BigInteger to = min.add(width.multiply(BigInteger.valueOf(part)).divide(BigInteger.valueOf(count)));
            String until = part == count ? "" : column + " < " + to;
            ranges.add(Stream.of(from, until)
                    .filter(limit -> !limit.isEmpty())
                    .reduce((a, b) -> a + " AND " + b)
                    .map(limits -> " WHERE " + limits)
                    .orElse(""));
            from = column + " >= " + to;
        }
        return ranges;
    }

    /** A task that reads a part of a table. */
    interface Reading {
        void read(Connection connection) throws LoadException, InterruptedException;
    }

    /** Returns the reading of each part. The last one to finish starts the building of the columns. */
    List<Reading> readings(ColumnReader.Session session, LoadTasks tasks, Lease lease) {
        return parts.stream()
                .map(part -> (Reading) connection -> part.read(
                        connection,
                        session,
                        settings.decorator().of(identifier()),
                        tasks,
                        more -> watch(more, tasks, lease),
                        () -> end(part, tasks, lease)))
                .toList();
    }

    /** Ends a part. Runs once for each part, when no thread uses the part any more. */
    private void end(TablePart<E> part, LoadTasks tasks, Lease lease) {
        TableException reason = part.failure();
        if (reason != null) {
            failure = reason;
        }
        if (unread.decrementAndGet() == 0) {
            if (failure == null) {
                build(tasks, lease);
            } else {
                close();
            }
        }
    }

    private void watch(int more, LoadTasks tasks, Lease lease) throws LoadException {
        tasks.requireNotStopped();
        lease.requireRoom();
        for (TablePart<E> part : parts) {
            TableException known = part.failure();
            if (known != null) {
                throw known;
            }
        }
        long rows = rowsRead.addAndGet(more);
        if (rows > MAX_ROWS) {
            throw TableException.of(
                    "Table " + model + " has more than " + MAX_ROWS + " rows, the maximum of a table in memory.");
        }
        progress.rows(identifier(), rows, Math.max(rows, estimate), LoadPhase.READING);
    }

    private void build(LoadTasks tasks, Lease lease) {
        progress.rows(identifier(), rowsRead.get(), rowsRead.get(), LoadPhase.BUILDING);
        unbuilt.set(columns.length);
        int part = 0;
        for (int i = 0; i < columns.length; i++) {
            int column = i;
            int staged = loaded.columns().contains(model.columns().get(i)) ? part++ : -1;
            tasks.fork(() -> {
                build(column, staged, lease);
                if (unbuilt.decrementAndGet() == 0) {
                    progress.rows(identifier(), rowsRead.get(), rowsRead.get(), LoadPhase.DONE);
                }
            });
        }
    }

    private void build(int index, int staged, Lease lease) throws LoadException {
        ColumnModel<E> column = model.columns().get(index);
        if (staged < 0) {
            columns[index] = new AbsentColumn((int) rowsRead.get(), model + "." + column.name());
            return;
        }
        List<ColumnBuilder> builders =
                parts.stream().map(part -> part.builder(staged)).toList();
        Column built = concat(column, builders, lease);
        builders.forEach(ColumnBuilder::close);
        columns[index] = built;
        if (settings.isIndexed().test(column.identifier())) {
            indexes[index] = SortedIndexBuilder.ifOrdered(built, lease);
        }
    }

    private Column concat(ColumnModel<E> column, List<ColumnBuilder> builders, Lease lease) throws LoadException {
        try {
            return Columns.concat(builders, lease);
        } catch (IllegalArgumentException e) {
            throw new LoadException(
                    "Table " + model + ", column " + column.name() + ": " + e.getMessage()
                            + ". Correct the rows with this value, or the type mapper.",
                    e);
        }
    }

    /** Returns the table, once all tasks have succeeded. */
    TableStore<E> store(Lease lease) throws LoadException {
        TableStore.Builder<E> table = model.store(lease);
        List<ColumnId> identifiers =
                model.columns().stream().map(ColumnModel::identifier).toList();
        for (int i = 0; i < columns.length; i++) {
            table.column(identifiers.get(i), columns[i], indexes[i]);
            if (found.get(i).isConverted(model.columns().get(i))) {
                table.converted();
            }
        }
        for (ColumnPair pair : settings.pairs()) {
            int first = identifiers.indexOf(pair.first());
            int second = identifiers.indexOf(pair.second());
            if (first >= 0 && second >= 0) {
                table.pair(pair(first, second, lease));
            }
        }
        TableStore<E> store = table.build();
        if (model.view() && store.hasPrimaryKey()) {
            ViewKey.check(model, store);
        }
        return store;
    }

    private PairIndex pair(int first, int second, Lease lease) throws LoadException {
        String names = "The index over " + model.columns().get(first).name() + " and "
                + model.columns().get(second).name() + " of table " + model;
        if (!(columns[first] instanceof KeyColumn a && a.codec().isOrdered())
                || !(columns[second] instanceof KeyColumn b && b.codec().isOrdered())) {
            throw new LoadException(names + " cannot be built: both columns must be loaded and have an order. Remove it"
                    + " from the StoreConfiguration.");
        }
        try {
            return PairIndex.build(first, a, second, b, lease);
        } catch (IllegalArgumentException e) {
            throw new LoadException(
                    names + " cannot be built: " + e.getMessage() + ". Remove it from the StoreConfiguration.", e);
        }
    }

    private TableId<E> identifier() {
        return model.identifier();
    }

    /** Returns the staging memory. No task may be running. */
    @Override
    public void close() {
        parts.forEach(TablePart::close);
    }
}
