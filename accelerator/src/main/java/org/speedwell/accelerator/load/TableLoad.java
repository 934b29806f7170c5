package org.speedwell.accelerator.load;

import com.speedment.runtime.config.identifier.ColumnIdentifier;
import com.speedment.runtime.config.identifier.TableIdentifier;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.AbsentColumn;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.ColumnBuilder;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.Columns;
import org.speedwell.accelerator.index.PairIndex;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.index.SortedIndexBuilder;
import org.speedwell.accelerator.load.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.store.TableStore;

/**
 * The load of one table: its parts are read side by side; the last one read starts the building of the columns and their
 * indexes, each a task of its own, while other tables are still being read.
 */
final class TableLoad<E> implements AutoCloseable {
    /** The most rows of a table: row numbers are ints, and one more has to be countable. */
    private static final long MAX_ROWS = Integer.MAX_VALUE - 1L;

    /** More parts would not be read any faster, and each has staging memory and a dictionary of its own. */
    private static final int MAX_PARTS = 64;

    private final TableModel<E> model;
    private final List<DatabaseColumn> found;
    private final long estimate;
    private final LoadSettings settings;
    private final SnapshotLoader.Progress progress;
    private final List<ColumnModel<E>> loaded;
    private final List<TablePart<E>> parts = new ArrayList<>();
    private final AtomicLong rowsRead = new AtomicLong();
    private final AtomicInteger unread = new AtomicInteger();
    private final AtomicInteger unbuilt = new AtomicInteger();
    private final Column[] columns;
    private final @Nullable SortedIndex[] indexes;

    TableLoad(
            TableModel<E> model,
            List<DatabaseColumn> found,
            long estimate,
            LoadSettings settings,
            SnapshotLoader.Progress progress) {
        this.model = model;
        this.found = found;
        this.estimate = estimate;
        this.settings = settings;
        this.progress = progress;
        this.loaded = model.columns().stream()
                .filter(column -> settings.isLoaded().test(column.identifier()))
                .toList();
        this.columns = new Column[model.columns().size()];
        this.indexes = new @Nullable SortedIndex[columns.length];
    }

    long estimate() {
        return estimate;
    }

    /** Splits the table by its primary key if it is large and the key begins with a whole number. */
    void plan(Connection connection) throws SQLException, LoadException {
        for (String condition : conditions(connection)) {
            List<DatabaseColumn> databaseColumns = new ArrayList<>();
            for (int i = 0; i < found.size(); i++) {
                if (loaded.contains(model.columns().get(i))) {
                    databaseColumns.add(found.get(i));
                }
            }
            parts.add(new TablePart<>(model, loaded, databaseColumns, condition));
        }
        unread.set(parts.size());
    }

    private List<String> conditions(Connection connection) throws SQLException {
        long chunk = Math.max(1, settings.chunkRows().applyAsLong(identifier()));
        int wanted = (int) Math.min(MAX_PARTS, (estimate + chunk - 1) / chunk);
        if (wanted <= 1 || model.keyColumns().isEmpty() || settings.decorator().of(identifier()) != null) {
            return List.of("");
        }
        String key = model.keyColumns().getFirst();
        boolean isWhole = model.columns().stream()
                .filter(column -> column.name().equals(key))
                .anyMatch(column -> switch (found.get(model.columns().indexOf(column))
                        .type()
                        .orElseThrow()) {
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
                    : KeyRange.split(quoted, min, max, wanted).stream()
                            .map(KeyRange::condition)
                            .toList();
        }
    }

    /** Reads a part of a table. */
    interface Reading {
        void read(Connection connection) throws LoadException, InterruptedException;
    }

    /** All parts; the columns are built once the last of them has been read. */
    List<Reading> readings(ColumnReader.Session session, LoadTasks tasks, Lease lease) {
        return parts.stream()
                .map(part -> (Reading) connection -> part.read(
                        connection,
                        session,
                        settings.decorator().of(identifier()),
                        tasks,
                        more -> watch(more, tasks),
                        () -> {
                            if (unread.decrementAndGet() == 0) {
                                build(tasks, lease);
                            }
                        }))
                .toList();
    }

    private void watch(int more, LoadTasks tasks) throws LoadException {
        tasks.requireNotStopped();
        settings.budget().require(0);
        long rows = rowsRead.addAndGet(more);
        if (rows > MAX_ROWS) {
            throw new LoadException(
                    "Table " + model + " has more than " + MAX_ROWS + " rows, the most that fit one table in memory.");
        }
        progress.rows(identifier(), rows, Math.max(rows, estimate), SnapshotLoader.Phase.READING);
    }

    private void build(LoadTasks tasks, Lease lease) {
        progress.rows(identifier(), rowsRead.get(), rowsRead.get(), SnapshotLoader.Phase.BUILDING);
        unbuilt.set(columns.length);
        int part = 0;
        for (int i = 0; i < columns.length; i++) {
            int column = i;
            int staged = loaded.contains(model.columns().get(i)) ? part++ : -1;
            tasks.fork(() -> {
                build(column, staged, lease);
                if (unbuilt.decrementAndGet() == 0) {
                    progress.rows(identifier(), rowsRead.get(), rowsRead.get(), SnapshotLoader.Phase.DONE);
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
        if (built instanceof KeyColumn keys
                && keys.codec().isOrdered()
                && settings.isIndexed().test(column.identifier())) {
            indexes[index] = SortedIndexBuilder.build(keys, lease);
        }
    }

    private Column concat(ColumnModel<E> column, List<ColumnBuilder> builders, Lease lease) throws LoadException {
        try {
            return Columns.concat(builders, lease);
        } catch (IllegalArgumentException e) {
            throw new LoadException(
                    "Table " + model + ", column " + column.name() + ": " + e.getMessage()
                            + ". Correct the rows that have it, or the type mapper.",
                    e);
        }
    }

    /** The table, once all tasks have ended well. */
    TableStore<E> store(Lease lease) throws LoadException {
        List<ColumnIdentifier<E>> identifiers = new ArrayList<>();
        model.columns().forEach(column -> identifiers.add(column.identifier()));
        return new TableStore<>(
                identifier(),
                identifiers,
                (int) rowsRead.get(),
                columns,
                indexes,
                pairs(identifiers, lease),
                model.entities(),
                !model.keyColumns().isEmpty(),
                lease);
    }

    private List<PairIndex> pairs(List<ColumnIdentifier<E>> identifiers, Lease lease) throws LoadException {
        List<PairIndex> pairs = new ArrayList<>();
        for (LoadSettings.Pair pair : settings.pairs()) {
            int first = identifiers.indexOf(pair.first());
            int second = identifiers.indexOf(pair.second());
            if (first >= 0 && second >= 0) {
                pairs.add(pair(first, second, lease));
            }
        }
        return pairs;
    }

    private PairIndex pair(int first, int second, Lease lease) throws LoadException {
        String names = "The index over " + model.columns().get(first).name() + " and "
                + model.columns().get(second).name() + " of table " + model;
        if (!(columns[first] instanceof KeyColumn a && a.codec().isOrdered())
                || !(columns[second] instanceof KeyColumn b && b.codec().isOrdered())) {
            throw new LoadException(
                    names + " cannot be built: both columns must be loaded and have an order. Take it out"
                            + " of the StoreConfiguration.");
        }
        try {
            return PairIndex.build(first, a, second, b, lease);
        } catch (IllegalArgumentException e) {
            throw new LoadException(
                    names + " cannot be built: " + e.getMessage() + ". Take it out of the StoreConfiguration.", e);
        }
    }

    private TableIdentifier<E> identifier() {
        return model.identifier();
    }

    /** Returns the staging memory; no task may be running. */
    @Override
    public void close() {
        parts.forEach(TablePart::close);
    }
}
