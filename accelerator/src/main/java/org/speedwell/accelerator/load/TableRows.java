package org.speedwell.accelerator.load;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.LoadedColumns;
import org.speedwell.accelerator.database.SmallColumns;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.types.ColumnReader;

/**
 * A reader of a table's rows into small batches of columns, in the same way that a load fills large ones. For one
 * thread.
 */
public final class TableRows<E> {
    private static final int SOME = 1 << 12;

    private final LoadedColumns<E> loaded;
    private final Connection connection;
    private final ColumnReader.Session session;

    public TableRows(LoadedColumns<E> loaded, Connection connection) throws SQLException {
        this.loaded = loaded;
        this.connection = connection;
        this.session = ColumnReader.Session.of(connection);
    }

    /** A consumer of batches of rows. */
    @FunctionalInterface
    public interface ColumnConsumer {
        /**
         * Takes a batch of rows.
         *
         * @param columns the loaded columns, in the order of the model; the reader frees their memory after this call
         * @param rows the number of rows
         */
        void take(List<Column> columns, int rows) throws LoadException, InterruptedException;
    }

    /** Reads all rows in the order of the primary key. A failure or an interrupt aborts the connection. */
    public void all(ColumnConsumer to) throws LoadException, InterruptedException {
        read("", List.of(), to);
    }

    /** Reads the row with a primary key, if it exists. The key has the values as the database stores them. */
    public void one(List<?> key, ColumnConsumer to) throws LoadException, InterruptedException {
        StringBuilder condition = new StringBuilder();
        for (String column : loaded.model().keyColumns()) {
            condition
                    .append(condition.isEmpty() ? " WHERE " : " AND ")
                    .append(TableModel.quoted(column))
                    .append(" = ?");
        }
        read(condition.toString(), key, to);
    }

    private void read(String condition, List<?> parameters, ColumnConsumer to)
            throws LoadException, InterruptedException {
        try (PreparedStatement statement = connection.prepareStatement(
                loaded.model().select(loaded.columns(), condition),
                ResultSet.TYPE_FORWARD_ONLY,
                ResultSet.CONCUR_READ_ONLY)) {
            statement.setFetchSize(Integer.MIN_VALUE); // asks Connector/J to stream rows
            for (int i = 0; i < parameters.size(); i++) {
                statement.setObject(i + 1, parameters.get(i));
            }
            try (ResultSet rows = statement.executeQuery()) {
                try {
                    while (readSome(rows, to) == SOME) {
                        if (Thread.interrupted()) {
                            throw new InterruptedException();
                        }
                    }
                } catch (Throwable e) {
                    connection.abort(Runnable::run); // a regular close would read the remaining rows
                    throw e;
                }
            }
        } catch (SQLException e) {
            throw new LoadException(
                    "The database failed while a scan read table " + loaded.model() + ": " + e.getMessage(), e);
        }
    }

    private int readSome(ResultSet from, ColumnConsumer to) throws SQLException, LoadException, InterruptedException {
        try (SmallColumns builders = SmallColumns.ofAll(loaded)) {
            List<ColumnReader> readers = new ArrayList<>();
            for (int i = 0; i < loaded.columns().size(); i++) {
                readers.add(ColumnReader.of(loaded, i, builders.builder(i), session));
            }
            int rows = 0;
            for (; rows < SOME && from.next(); rows++) {
                for (int i = 0; i < readers.size(); i++) {
                    append(from, i, readers.get(i));
                }
            }
            to.take(builders.built(), rows);
            return rows;
        }
    }

    private void append(ResultSet from, int column, ColumnReader reader) throws LoadException {
        try {
            reader.append(reader.take(from, column + 1));
        } catch (SQLException | RuntimeException e) {
            if (!loaded.becomesNull(column)) {
                throw loaded.incompatibleValue("that was read", column, e);
            }
            reader.append(null);
        }
    }
}
