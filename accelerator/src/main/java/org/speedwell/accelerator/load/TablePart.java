package org.speedwell.accelerator.load;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.ColumnBuilder;
import org.speedwell.accelerator.load.DatabaseColumns.DatabaseColumn;

/** Streams a part of a table, or all of it, from the database into column builders. For one thread at a time. */
final class TablePart<E> implements AutoCloseable {
    /** How often progress is told, in rows. */
    private static final int STEP = 1 << 13;

    private final TableModel<E> model;
    private final List<ColumnModel<E>> columns;
    private final List<DatabaseColumn> found;
    private final String condition;
    private final List<ColumnBuilder> builders = new ArrayList<>();
    private int rows;

    /** Columns are the loaded ones, in the model's order, with what the database says of them. */
    TablePart(TableModel<E> model, List<ColumnModel<E>> columns, List<DatabaseColumn> found, String condition)
            throws LoadException {
        this.model = model;
        this.columns = columns;
        this.found = found;
        this.condition = condition;
        for (int i = 0; i < columns.size(); i++) {
            builders.add(builder(columns.get(i), found.get(i)));
        }
    }

    /** Told of rows read since the last time. It may end the load by an exception. */
    interface Watch {
        void rows(int more) throws LoadException;
    }

    private ColumnBuilder builder(ColumnModel<E> column, DatabaseColumn database) throws LoadException {
        try {
            return ColumnBuilder.of(
                    database.type().orElseThrow(),
                    database.precision(),
                    database.scale(),
                    column.valueClass(),
                    column.databaseClass(),
                    column.mapper());
        } catch (IllegalArgumentException e) {
            close();
            throw new LoadException("Table " + model + ", column " + column.name() + ": " + e.getMessage() + ".", e);
        }
    }

    int rows() {
        return rows;
    }

    ColumnBuilder builder(int column) {
        return builders.get(column);
    }

    /**
     * Reads all rows of the part; they are decoded beside that. Where it fails the connection is cut: to close it in peace
     * would mean to read what is left.
     *
     * @param onEnd called when all rows are in the builders
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
            readers.add(ColumnReader.of(columns.get(i), found.get(i), builders.get(i), session));
        }
        Decoding decoding = new Decoding(readers, tasks, this::misfit, onEnd);
        try (Statement statement =
                connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
            statement.setFetchSize(Integer.MIN_VALUE); // Connector/J's way to ask for a stream of rows
            try (ResultSet result = statement.executeQuery(model.select(columns, condition))) {
                try {
                    if (decorator == null) {
                        readRows(result, readers.toArray(ColumnReader[]::new), decoding, watch);
                    } else {
                        readEntities(result, decorator, watch);
                        drain(statement, result);
                    }
                } catch (Throwable e) {
                    connection.abort(Runnable::run);
                    throw e;
                }
            }
        } catch (SQLException e) {
            throw new LoadException(
                    "The database failed while table " + model + " was read, after " + rows + " rows: "
                            + e.getMessage(),
                    e);
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
                    throw misfit(result, i, e);
                }
            }
            if (++rows - told == STEP) {
                watch.rows(STEP);
                told = rows;
            }
            if (batch.endRow()) {
                decoding.add(batch);
                batch = new Decoding.Batch(readers.length, rows);
            }
        }
        decoding.add(batch);
        watch.rows(rows - told);
    }

    private LoadException misfit(Decoding.Batch batch, int row, int column, Exception reason) {
        return misfit(describe(batch, row), column, reason);
    }

    private LoadException misfit(ResultSet result, int column, Exception reason) {
        return misfit(describe(result), column, reason);
    }

    private LoadException misfit(String row, int column, Exception reason) {
        return new LoadException(
                "Table " + model + ", column " + columns.get(column).name() + ", row " + row
                        + ": a value that does not fit the model: " + reason.getMessage()
                        + ". Correct the row, or regenerate speedment.json if the column has changed.",
                reason);
    }

    /** The primary key of the current row, or its number. */
    private String describe(ResultSet result) {
        List<String> key = new ArrayList<>();
        for (String column : model.keyColumns()) {
            try {
                key.add(column + " = " + result.getString(column));
            } catch (SQLException e) {
                return "number " + (rows + 1);
            }
        }
        return key.isEmpty() ? "number " + (rows + 1) : String.join(", ", key);
    }

    /** The same, from what was taken of the row. */
    private String describe(Decoding.Batch batch, int row) {
        List<String> key = new ArrayList<>();
        for (String column : model.keyColumns()) {
            int index = columns.stream().map(ColumnModel::name).toList().indexOf(column);
            if (index < 0) {
                return "number " + (batch.number(row) + 1);
            }
            Object value = batch.value(index, row);
            key.add(column + " = " + (value instanceof byte[] text ? new String(text, StandardCharsets.UTF_8) : value));
        }
        return key.isEmpty() ? "number " + (batch.number(row) + 1) : String.join(", ", key);
    }

    /** Through the user's own stream: what comes out of it is what is stored, in the order in which it comes. */
    private void readEntities(ResultSet result, Function<Stream<E>, Stream<E>> decorator, Watch watch)
            throws LoadException {
        EntityRows<E> entities = new EntityRows<>(model, columns, result, this::misfit);
        try (Stream<E> kept = decorator.apply(entities.stream())) {
            int told = 0;
            for (E entity : (Iterable<E>) kept::iterator) {
                for (int i = 0; i < columns.size(); i++) {
                    builders.get(i).append(columns.get(i).reader().apply(entity));
                }
                if (++rows - told == STEP) {
                    watch.rows(STEP);
                    told = rows;
                }
            }
            watch.rows(rows - told);
        } catch (EntityRows.FailedException e) {
            throw e.reason();
        }
    }

    /** Where the user's stream stopped early, the server is told to stop too, unless it is nearly done. */
    private static void drain(Statement statement, ResultSet result) throws SQLException {
        for (int i = 0; i < STEP; i++) {
            if (!result.next()) {
                return;
            }
        }
        statement.cancel();
        try {
            while (result.next()) {
                // what is on its way
            }
        } catch (SQLException e) {
            // interrupted, as it was told
        }
    }

    @Override
    public void close() {
        builders.forEach(ColumnBuilder::close);
    }
}
