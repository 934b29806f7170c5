package org.speedwell.streaming;

import static java.util.stream.Collectors.joining;

import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.BlockingWork;
import org.speedwell.streaming.engine.Failures;

/**
 * Writes rows into a table of MySQL or MariaDB, each in the place of the row that has the same key: writing again what was
 * written changes nothing, so that a job that goes on from a checkpoint leaves each result exactly once. A batch is one
 * transaction, and one round trip where the driver is told {@code rewriteBatchedStatements=true}; one that fails is tried again, on another connection, before the job stops.
 *
 * @param <T> rows
 */
public final class JdbcSink<T> extends BlockingSink<T> {
    private static final System.Logger LOG = System.getLogger(JdbcSink.class.getName());
    private static final int ROWS = 1000;
    private static final int ATTEMPTS = 3;
    private static final long PAUSE_MILLIS = 200;

    private final DataSource dataSource;
    private final String table;
    private final Set<String> keys;
    private final String sql;
    private final Binder<? super T> binder;
    private boolean checked;

    /** Kept between batches; null before the first and after a failure. */
    private @Nullable Connection connection;

    /** Sets the parameters of a statement, from 1, in the order of the columns. */
    @FunctionalInterface
    public interface Binder<T> {
        /** Called on a virtual thread. */
        void bind(PreparedStatement statement, T row) throws SQLException;
    }

    /**
     * A sink that writes into a table.
     *
     * @param keys the columns that tell rows apart; the table must have a primary key or a unique index of just these
     * @param columns all columns that are written, the keys among them
     */
    public JdbcSink(
            DataSource dataSource, String table, List<String> keys, List<String> columns, Binder<? super T> binder) {
        super(ROWS);
        if (keys.isEmpty() || !columns.containsAll(keys)) {
            throw new IllegalArgumentException("Table " + table + ": the keys " + keys
                    + " must be at least one, and among the columns " + columns + ".");
        }
        this.dataSource = dataSource;
        this.table = table;
        this.keys = lowerCase(keys);
        this.binder = binder;
        List<String> changed =
                columns.stream().filter(column -> !keys.contains(column)).toList();
        this.sql = "INSERT INTO " + Identifier.quoted(table)
                + columns.stream().map(Identifier::quoted).collect(joining(", ", " (", ")"))
                + columns.stream().map(column -> "?").collect(joining(", ", " VALUES (", ")"))
                + (changed.isEmpty() ? keys : changed)
                        .stream()
                                .map(Identifier::quoted)
                                .map(column -> column + " = VALUES(" + column + ")")
                                .collect(joining(", ", " ON DUPLICATE KEY UPDATE ", ""));
    }

    @Override
    protected void write(List<T> rows) throws Exception {
        for (int attempt = 1; ; attempt++) {
            try {
                BlockingWork.call(dataSource, () -> write(rows, connection()));
                return;
            } catch (SQLException e) {
                release();
                if (attempt == ATTEMPTS) {
                    throw new SQLException(
                            "A batch of " + rows.size() + " rows, the first of them "
                                    + Failures.describe(rows.getFirst()) + ", was not written: " + e.getMessage(),
                            e);
                }
                Thread.sleep(PAUSE_MILLIS * attempt);
            }
        }
    }

    @Override
    protected void release() {
        try (Connection closing = connection) {
            connection = null;
        } catch (SQLException e) {
            LOG.log(Level.DEBUG, "A connection could not be closed", e); // it may be what failed
        }
    }

    private Connection connection() throws SQLException {
        if (connection == null) {
            connection = dataSource.getConnection();
            connection.setAutoCommit(false);
        }
        return connection;
    }

    private boolean write(List<T> rows, Connection connection) throws SQLException {
        if (!checked) {
            requireUniqueKeys(connection);
            checked = true;
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (T row : rows) {
                binder.bind(statement, row);
                statement.addBatch();
            }
            statement.executeBatch();
            connection.commit();
            return true;
        } catch (Throwable e) {
            try {
                connection.rollback();
            } catch (SQLException broken) {
                e.addSuppressed(broken);
            }
            throw e;
        }
    }

    /** Without such an index the database would insert rows twice and say nothing. */
    private void requireUniqueKeys(Connection connection) throws SQLException {
        DatabaseMetaData metaData = connection.getMetaData();
        Map<String, Set<String>> indexes = new HashMap<>();
        try (ResultSet columns = metaData.getIndexInfo(connection.getCatalog(), null, table, true, true)) {
            while (columns.next()) {
                indexes.computeIfAbsent(columns.getString("INDEX_NAME"), name -> new HashSet<>())
                        .add(columns.getString("COLUMN_NAME").toLowerCase(Locale.ROOT));
            }
        }
        if (!indexes.containsValue(keys)) {
            throw new IllegalStateException("Table " + table + " has no primary key or unique index of the columns "
                    + keys + " alone: rows could not be replaced. Its unique indexes are " + indexes + ".");
        }
    }

    private static Set<String> lowerCase(List<String> names) {
        Set<String> lower = new HashSet<>();
        names.forEach(name -> lower.add(name.toLowerCase(Locale.ROOT)));
        return lower;
    }

    @Override
    public String toString() {
        return "The sink to table " + table;
    }
}
