package org.speedwell.accelerator.load;

import com.speedment.runtime.config.identifier.ColumnIdentifier;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.ColumnBuilder;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.index.SortedIndexBuilder;
import org.speedwell.accelerator.load.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.store.TableStore;

/** Streams one table from the database into columns and builds their indexes. */
final class TableLoader<E> implements AutoCloseable {
    /** How often progress is told, in rows. */
    private static final int STEP = 1 << 13;

    private final TableModel<E> model;
    private final List<ValueReader> readers = new ArrayList<>();
    private final List<ColumnBuilder> builders = new ArrayList<>();
    private int rows;

    TableLoader(TableModel<E> model, List<DatabaseColumn> columns) throws LoadException {
        this.model = model;
        for (int i = 0; i < columns.size(); i++) {
            ColumnModel<E> column = model.columns().get(i);
            readers.add(ValueReader.of(column.databaseClass()));
            builders.add(builder(column, columns.get(i)));
        }
    }

    private ColumnBuilder builder(ColumnModel<E> column, DatabaseColumn found) throws LoadException {
        try {
            return ColumnBuilder.of(
                    found.type().orElseThrow(),
                    found.precision(),
                    found.scale(),
                    column.valueClass(),
                    column.databaseClass(),
                    column.mapper());
        } catch (IllegalArgumentException e) {
            close();
            throw new LoadException("Table " + model + ", column " + column.name() + ": " + e.getMessage() + ".", e);
        }
    }

    /** Reads all rows, telling how many there are so far from time to time. */
    void read(Connection connection, LongConsumer progress) throws LoadException {
        try (Statement statement =
                connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
            statement.setFetchSize(Integer.MIN_VALUE); // Connector/J's way to ask for a stream of rows
            try (ResultSet result = statement.executeQuery(model.select())) {
                while (result.next()) {
                    append(result);
                    if (++rows % STEP == 0) {
                        progress.accept(rows);
                        requireNotInterrupted();
                    }
                    if (rows == Integer.MAX_VALUE) {
                        throw new LoadException("Table " + model + " has more than " + (rows - 1)
                                + " rows, the most that fit one table in memory.");
                    }
                }
            }
        } catch (SQLException e) {
            throw new LoadException(
                    "The database failed while table " + model + " was read, after " + rows + " rows: "
                            + e.getMessage(),
                    e);
        }
        progress.accept(rows);
    }

    private void append(ResultSet result) throws LoadException {
        for (int i = 0; i < builders.size(); i++) {
            try {
                Object value = readers.get(i).read(result, i + 1);
                if (value == null && model.columns().get(i).primitive()) {
                    throw new IllegalArgumentException("NULL, but the model declares the column not null");
                }
                builders.get(i).append(value);
            } catch (SQLException | RuntimeException e) {
                throw new LoadException(
                        "Table " + model + ", column " + model.columns().get(i).name() + ", row " + describe(result)
                                + ": a value that does not fit the model: " + e.getMessage()
                                + ". Correct the row, or regenerate speedment.json if the column has changed.",
                        e);
            }
        }
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

    private void requireNotInterrupted() throws LoadException {
        if (Thread.interrupted()) {
            Thread.currentThread().interrupt();
            throw new LoadException("The load was interrupted while table " + model + " was read.");
        }
    }

    /** The table of all rows read. */
    TableStore<E> build(Lease lease) {
        Column[] columns = new Column[builders.size()];
        @Nullable SortedIndex[] indexes = new SortedIndex[builders.size()];
        List<ColumnIdentifier<E>> identifiers = new ArrayList<>();
        for (int i = 0; i < columns.length; i++) {
            columns[i] = builders.get(i).build(lease);
            indexes[i] =
                    columns[i] instanceof KeyColumn column && column.codec().isOrdered()
                            ? SortedIndexBuilder.build(column, lease)
                            : null;
            identifiers.add(model.columns().get(i).identifier());
        }
        return new TableStore<>(
                model.identifier(),
                identifiers,
                rows,
                columns,
                indexes,
                model.entities(),
                !model.keyColumns().isEmpty(),
                lease);
    }

    @Override
    public void close() {
        builders.forEach(ColumnBuilder::close);
    }
}
