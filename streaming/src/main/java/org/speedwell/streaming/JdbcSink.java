package org.speedwell.streaming;

import static java.util.stream.Collectors.joining;

import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.BlockingWork;
import org.speedwell.streaming.engine.Failures;

/**
 * A sink that writes rows into a table of MySQL or MariaDB. Each row replaces the row with the same key. Writing a row
 * again changes nothing, so a job that continues from a checkpoint writes each result exactly once.
 *
 * <p>A batch is one transaction. It is one round trip if the driver has the setting
 * {@code rewriteBatchedStatements=true}. The sink retries a failed batch on another connection before the job stops.
 *
 * {@snippet :
 * JdbcSink<WindowResult<Long, Long>> counts = new JdbcSink<>(
 *     pool, "counts", List.of("sensor", "until"), List.of("sensor", "until", "number"), (into, row) -> {
 *         into.setLong(1, row.key());
 *         into.setLong(2, row.end());
 *         into.setLong(3, row.value());
 *     });
 * }
 *
 * @param <T> the type of the rows
 */
public final class JdbcSink<T> extends BlockingSink<T> {
    private static final System.Logger LOG = System.getLogger(JdbcSink.class.getName());
    private static final String UNIQUE_INDEXES = "SELECT s.INDEX_NAME, s.COLUMN_NAME, s.SUB_PART, c.EXTRA"
            + " FROM information_schema.STATISTICS s LEFT JOIN information_schema.COLUMNS c"
            + " ON c.TABLE_SCHEMA = s.TABLE_SCHEMA AND c.TABLE_NAME = s.TABLE_NAME AND c.COLUMN_NAME = s.COLUMN_NAME"
            + " WHERE s.NON_UNIQUE = 0 AND s.TABLE_SCHEMA = DATABASE() AND s.TABLE_NAME = ?";
    private static final int ROWS = 1000;
    private static final int ATTEMPTS = 3;
    private static final long PAUSE_MILLIS = 200;

    private final DataSource dataSource;
    private final String table;
    private final Set<String> keys;
    private final Set<String> written;
    private final String sql;
    private final Binder<? super T> binder;
    private boolean checked;

    /** The connection, kept between batches. Null before the first batch and after a failure. */
    private @Nullable Connection connection;

    /** A function that sets the parameters of a statement, from 1, in the order of the columns. */
    @FunctionalInterface
    public interface Binder<T> {
        /** Sets the parameters for a row. A virtual thread calls it. */
        void bind(PreparedStatement statement, T row) throws SQLException;
    }

    /**
     * Creates a sink that writes into a table.
     *
     * @param keys the columns that distinguish rows, by their collation. The table must have a primary key or a unique
     * index of exactly these columns. It must have no other unique index by which a row could replace a row with other
     * keys
     * @param columns all columns to write, the keys included
     */
    public JdbcSink(
            DataSource dataSource, String table, List<String> keys, List<String> columns, Binder<? super T> binder) {
        super(ROWS);
        if (keys.isEmpty() || !columns.containsAll(keys)) {
            throw new IllegalArgumentException("The keys of table " + table + " are " + keys
                    + ", but must be one or more of the columns " + columns + ".");
        }
        this.dataSource = dataSource;
        this.table = table;
        this.keys = lowerCase(keys);
        this.written = lowerCase(columns);
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
            LOG.log(Level.DEBUG, "A connection could not be closed", e); // the connection may be what failed
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

    /**
     * Requires a unique index of the keys, and no other. Without it the database would silently insert rows twice. With
     * another unique index, a row could replace a row with other keys.
     */
    private void requireUniqueKeys(Connection connection) throws SQLException {
        Map<String, Set<String>> indexes = uniqueIndexes(connection);
        if (!indexes.containsValue(keys)) {
            throw new IllegalStateException(
                    "Table " + table + " has no primary key or unique index of exactly the columns " + keys
                            + ", so the sink cannot replace rows. Create one. Its unique indexes are " + indexes + ".");
        }
        indexes.values().removeIf(columns -> columns.containsAll(keys));
        if (!indexes.isEmpty()) {
            throw new IllegalStateException("Table " + table + " has unique indexes besides that of the columns "
                    + keys + ": " + indexes + ". Through them a row could replace a row with other keys."
                    + " Drop these indexes, or write to a table without them.");
        }
    }

    /**
     * Returns the columns of each unique index that written rows can violate. An index of a column that the database
     * numbers cannot be violated.
     */
    private Map<String, Set<String>> uniqueIndexes(Connection connection) throws SQLException {
        Map<String, Set<String>> indexes = new TreeMap<>();
        Set<String> unequal = new HashSet<>();
        try (PreparedStatement statement = connection.prepareStatement(UNIQUE_INDEXES)) {
            statement.setString(1, table);
            try (ResultSet part = statement.executeQuery()) {
                while (part.next()) {
                    String index = part.getString("INDEX_NAME");
                    String column = part.getString("COLUMN_NAME"); // null for an expression
                    String name = column == null ? "an expression" : column.toLowerCase(Locale.ROOT);
                    String prefix = part.getString("SUB_PART");
                    indexes.computeIfAbsent(index, each -> new TreeSet<>())
                            .add(prefix == null ? name : name + " (first " + prefix + " characters)");
                    String extra = part.getString("EXTRA");
                    if (extra != null && extra.contains("auto_increment") && !written.contains(name)) {
                        unequal.add(index);
                    }
                }
            }
        }
        indexes.keySet().removeAll(unequal);
        return indexes;
    }

    private static Set<String> lowerCase(List<String> names) {
        Set<String> lower = new TreeSet<>();
        names.forEach(name -> lower.add(name.toLowerCase(Locale.ROOT)));
        return lower;
    }

    /** Returns the table and its columns for the job's definition. */
    @Override
    public String definition() {
        return "table " + table + ": " + sql;
    }

    @Override
    public String toString() {
        return "The sink to table " + table;
    }
}
