package org.speedwell.accelerator.load;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.database.BadValueCount;
import org.speedwell.accelerator.database.ColumnModel;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.LoadedColumns;
import org.speedwell.accelerator.database.TableException;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.memory.MemoryBudgetException;
import org.speedwell.accelerator.types.ColumnReader;

/**
 * A reader that streams a part of a table, or all of it, from the database into column builders. For one thread at a
 * time.
 */
final class TablePart<E> implements AutoCloseable {
    /** The number of rows between two progress reports. */
    private static final int STEP = 1 << 13;

    private final TableModel<E> model;
    private final LoadedColumns<E> loaded;
    private final List<ColumnModel<E>> columns;
    private final String condition;
    private final LoadSettings settings;
    private final List<ColumnBuilder> builders = new ArrayList<>();
    private final List<BadValueCount> badValues = new ArrayList<>();
    private volatile @Nullable TableException failure;
    private int rows;

    TablePart(LoadedColumns<E> loaded, String condition, LoadSettings settings) throws LoadException {
        this.model = loaded.model();
        this.loaded = loaded;
        this.columns = loaded.columns();
        this.condition = condition;
        this.settings = settings;
        for (int i = 0; i < columns.size(); i++) {
            builders.add(builderOrClose(i));
            badValues.add(new BadValueCount());
        }
    }

    /** A listener for the rows that the reader has read since the previous call. It may throw to end the load. */
    interface Watch {
        void rows(int more) throws LoadException;
    }

    private ColumnBuilder builderOrClose(int column) throws LoadException {
        try {
            return loaded.builder(column);
        } catch (LoadException e) {
            close();
            throw e;
        }
    }

    int rows() {
        return rows;
    }

    ColumnBuilder builder(int column) {
        return builders.get(column);
    }

    /** Returns the bad values of a loaded column. Call it after {@link #read}. */
    BadValueCount badValues(int column) {
        return badValues.get(column);
    }

    /** Returns why the table stays in the database; null if it has not failed. */
    @Nullable
    TableException failure() {
        return failure;
    }

    /**
     * Reads all rows of the part. Other threads decode them meanwhile. After a failure, the reader aborts the
     * connection, because a regular close would read the remaining rows. It keeps the connection only if the load
     * continues without the table.
     *
     * @param onEnd runs when the builders contain all rows, or when the table has failed and no thread uses the part
     * @throws TableException if the table fails and the settings do not leave it to the database
     */
    void read(
            Connection connection,
            ColumnReader.Session session,
            @Nullable Function<Stream<E>, Stream<E>> decorator,
            LoadTasks tasks,
            Watch watch,
            Runnable onEnd)
            throws LoadException, InterruptedException {
        List<ColumnReader> readers = new ArrayList<>();
        for (int i = 0; i < builders.size(); i++) {
            readers.add(ColumnReader.of(loaded, i, builders.get(i), session));
        }
        Decoding decoding = new Decoding(readers, tasks, this::onBadValue, () -> failure != null, onEnd);
        // prepared like Speedment's own statements: a driver may send and read values of such statements differently
        try (PreparedStatement statement = connection.prepareStatement(
                model.select(columns, condition), ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
            statement.setFetchSize(Integer.MIN_VALUE); // asks Connector/J to stream rows
            try (ResultSet result = statement.executeQuery()) {
                try {
                    if (decorator == null) {
                        readRows(result, readers.toArray(ColumnReader[]::new), decoding, watch);
                    } else {
                        readEntities(result, decorator, watch);
                        drain(statement, result);
                    }
                } catch (TableException e) {
                    if (!settings.leavesTables()) {
                        connection.abort(Runnable::run);
                        throw e;
                    }
                    failure = e;
                    drain(statement, result);
                } catch (Throwable e) {
                    if (!(e instanceof SQLException) || !settings.leavesTables()) {
                        connection.abort(Runnable::run);
                    }
                    throw e;
                }
            }
        } catch (SQLException e) {
            LoadException reason = TableException.of(
                    model, "while the load read table " + model + ", after " + rows + " rows", e, connection);
            if (!settings.leavesTables() || !(reason instanceof TableException ofTable)) {
                throw reason;
            }
            failure = ofTable;
        }
        decoding.end();
    }

    private void readRows(ResultSet result, ColumnReader[] readers, Decoding decoding, Watch watch)
            throws SQLException, LoadException, InterruptedException {
        int told = 0;
        Decoding.Batch batch = new Decoding.Batch(readers.length, 0);
        while (result.next()) {
            for (int i = 0; i < readers.length; i++) {
                try {
                    batch.set(i, readers[i].take(result, i + 1));
                } catch (SQLException | RuntimeException e) {
                    onBadValue(result, i, e);
                    batch.set(i, null);
                }
            }
            if (++rows - told == STEP) {
                watch.rows(STEP);
                told = rows;
            }
            if (batch.endRow()) {
                TableException known = failure;
                if (known != null) {
                    throw known;
                }
                decoding.add(batch);
                batch = new Decoding.Batch(readers.length, rows);
            }
        }
        decoding.add(batch);
        watch.rows(rows - told);
    }

    /** Counts a value of the current row that becomes NULL, or refuses it. */
    private void onBadValue(ResultSet result, int column, Exception reason) throws TableException {
        if (!loaded.becomesNull(column)) {
            throw loaded.incompatibleValue(describe(result), column, reason);
        }
        badValues.get(column).add(rows, () -> describe(result), reason);
    }

    /** Counts a value that does not decode and becomes NULL, or refuses it. */
    private void onBadValue(Decoding.Batch batch, int row, int column, Exception reason) throws TableException {
        if (loaded.becomesNull(column)) {
            badValues.get(column).add(batch.number(row), () -> describe(batch, row), reason);
            return;
        }
        TableException incompatible = loaded.incompatibleValue(describe(batch, row), column, reason);
        if (!settings.leavesTables()) {
            throw incompatible;
        }
        failure = incompatible;
    }

    /** Describes the current row by its primary key or its number. */
    private String describe(ResultSet result) {
        List<String> key = new ArrayList<>();
        for (String column : model.keyColumns()) {
            try {
                key.add(column + " = " + result.getString(column));
            } catch (SQLException e) {
                return number(rows);
            }
        }
        return key.isEmpty() ? number(rows) : String.join(", ", key);
    }

    private String number(int row) {
        return "number " + (row + 1) + (condition.isEmpty() ? "" : " of the rows" + condition);
    }

    /** Describes a row of a batch by its primary key or its number. */
    private String describe(Decoding.Batch batch, int row) {
        List<String> key = new ArrayList<>();
        for (String column : model.keyColumns()) {
            int index = columns.stream().map(ColumnModel::name).toList().indexOf(column);
            if (index < 0) {
                return number(batch.number(row));
            }
            Object value = batch.value(index, row);
            key.add(column + " = " + (value instanceof byte[] text ? new String(text, StandardCharsets.UTF_8) : value));
        }
        return key.isEmpty() ? number(batch.number(row)) : String.join(", ", key);
    }

    /** Passes the rows through the user's stream, and stores its output in the order of that stream. */
    private void readEntities(ResultSet result, Function<Stream<E>, Stream<E>> decorator, Watch watch)
            throws LoadException {
        EntityRows<E> entities = new EntityRows<>(
                model,
                columns,
                result,
                this::onBadValue,
                values -> model.entities().of(values));
        try (Stream<E> kept = decorator.apply(entities.stream())) {
            int told = 0;
            for (E entity : (Iterable<E>) kept::iterator) {
                append(entity);
                if (++rows - told == STEP) {
                    watch.rows(STEP);
                    told = rows;
                }
            }
            watch.rows(rows - told);
        } catch (EntityRows.FailedException e) {
            throw e.reason();
        } catch (MemoryBudgetException e) {
            throw e;
        } catch (RuntimeException e) {
            throw TableException.of(
                    "The decorator of the load failed on table " + model + " after " + rows + " rows: " + e + ".", e);
        }
    }

    private void append(E entity) throws TableException {
        for (int i = 0; i < columns.size(); i++) {
            try {
                builders.get(i).append(columns.get(i).databaseValueOf(entity));
            } catch (RuntimeException e) {
                throw TableException.of(
                        "Table " + model + ", column " + columns.get(i).name() + ", row number " + (rows + 1)
                                + " of the decorator's stream: " + e.getMessage() + ".",
                        e);
            }
        }
    }

    /**
     * Discards the remaining rows of a result. If there are more than {@link #STEP}, asks the server to stop sending
     * them.
     */
    private static void drain(Statement statement, ResultSet result) throws SQLException {
        for (int i = 0; i < STEP; i++) {
            if (!result.next()) {
                return;
            }
        }
        try {
            statement.cancel();
        } catch (SQLException e) {
            // the driver cancels over another connection, which the server may refuse: then the loop below reads all
            // rows
        }
        try {
            while (result.next()) {
                // discards rows that the server has already sent
            }
        } catch (SQLException e) {
            // expected: the server interrupts a cancelled statement
        }
    }

    @Override
    public void close() {
        builders.forEach(ColumnBuilder::close);
    }
}
