package org.speedwell.accelerator.source;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.config.Dbms;
import com.speedment.runtime.core.component.connectionpool.ConnectionPoolComponent;
import com.speedment.runtime.core.component.connectionpool.PoolableConnection;
import com.speedment.runtime.core.exception.SpeedmentException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.StoreConfiguration;

/**
 * A component that takes all connections of an application from a {@link DataSource}, such as a pool. It replaces
 * Speedment's own pool by URL, user and password:
 *
 * {@snippet :
 * new SakilaApplicationBuilder()
 *     .withBundle(InMemoryBundle.class)
 *     .withComponent(DataSourceConnections.class, () -> DataSourceConnections.of(pool)
 *         .withLoads(smallPool)
 *         .withBinlog(BinlogLogin.of(() -> password())))
 *     .build();
 * }
 *
 * <p>It serves applications of one database. Connections are returned in their original state, with their transactions
 * ended. The caller owns the data source, and closes it after the application has stopped. The binlog connection does
 * not use JDBC. Its server and TLS settings come from the URL of the data source's connections, and its user from those
 * connections. Its password comes from {@link #withBinlog}, or else from the application builder.
 *
 * <p>The data source may use MySQL's driver or MariaDB's.
 *
 * <p>Immutable, and as thread-safe as the data source.
 */
public final class DataSourceConnections implements ConnectionPoolComponent {
    private final DataSource queries;
    private final DataSource loads;
    private final Optional<BinlogLogin> binlog;
    private final AtomicInteger leased = new AtomicInteger();

    private DataSourceConnections(DataSource queries, DataSource loads, Optional<BinlogLogin> binlog) {
        this.queries = requireNonNull(queries);
        this.loads = requireNonNull(loads);
        this.binlog = binlog;
    }

    /** Returns a component that takes all connections from this data source. */
    public static DataSourceConnections of(DataSource dataSource) {
        return new DataSourceConnections(dataSource, dataSource, Optional.empty());
    }

    /**
     * Returns a component that uses another data source of the same database for loads, comparisons and the follower's
     * queries, so that these never delay queries. A load holds up to {@link StoreConfiguration#connections()}
     * connections, the others up to three.
     */
    public DataSourceConnections withLoads(DataSource own) {
        return new DataSourceConnections(queries, own, binlog);
    }

    /** Returns a component with these credentials for the binlog connection, for a database that is followed. */
    public DataSourceConnections withBinlog(BinlogLogin login) {
        return new DataSourceConnections(queries, loads, Optional.of(login));
    }

    /** Returns the credentials for the binlog connection; empty unless set. */
    public Optional<BinlogLogin> binlog() {
        return binlog;
    }

    /**
     * Returns the credentials for the binlog connection. Unless set, these are those of the data source for loads, if it
     * has a method {@code getPassword()}.
     */
    public BinlogLogin login() {
        return binlog.orElseGet(() -> BinlogLogin.of(() -> DataSourcePassword.of(loads)));
    }

    /** Returns a connection for a query. */
    @Override
    public PoolableConnection getConnection(Dbms dbms) {
        try {
            Connection connection = FetchSizes.translated(queries.getConnection());
            leased.incrementAndGet();
            return Lent.of(connection, this);
        } catch (SQLException e) {
            throw new SpeedmentException("No connection to database " + dbms.getName() + ": " + e.getMessage(), e);
        }
    }

    /** Returns a connection for a load. */
    @Override
    public Connection newConnection(Dbms dbms) {
        try {
            return loadConnection();
        } catch (SQLException e) {
            throw new SpeedmentException("No connection to database " + dbms.getName() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Returns a connection for a load. The caller closes it.
     *
     * @throws SQLException if the data source has no connection
     */
    public Connection loadConnection() throws SQLException {
        return FetchSizes.translated(loads.getConnection());
    }

    /** Is not supported, because the data source has its own address and user. */
    @Override
    public PoolableConnection getConnection(String uri, @Nullable String username, char @Nullable [] password) {
        throw new UnsupportedOperationException("Connections come from a data source, not from a URL");
    }

    /** Is not supported, because the data source has its own address and user. */
    @Override
    public Connection newConnection(String uri, @Nullable String username, char @Nullable [] password) {
        throw new UnsupportedOperationException("Connections come from a data source, not from a URL");
    }

    @Override
    public void returnConnection(PoolableConnection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new SpeedmentException("A connection could not be returned to the data source: " + e.getMessage(), e);
        }
    }

    /** Returns 0, because the data source manages its own pool. */
    @Override
    public int poolSize() {
        return 0;
    }

    /** Returns the number of connections that queries hold now. */
    @Override
    public int leaseSize() {
        return leased.get();
    }

    @Override
    public int getMaxRetainSize() {
        return 0;
    }

    @Override
    public long getMaxAge() {
        return 0;
    }

    /** An adapter from a connection of the data source to Speedment's interface. For one thread at a time. */
    private static final class Lent {
        private final Connection connection;
        private final boolean isAutoCommit;
        private final long since = System.currentTimeMillis();
        private final DataSourceConnections lender;
        private boolean isClosed;

        private Lent(Connection connection, DataSourceConnections lender) throws SQLException {
            this.connection = connection;
            this.isAutoCommit = connection.getAutoCommit();
            this.lender = lender;
        }

        static PoolableConnection of(Connection connection, DataSourceConnections lender) throws SQLException {
            Lent lent = new Lent(connection, lender);
            return (PoolableConnection) Proxy.newProxyInstance(
                    PoolableConnection.class.getClassLoader(),
                    new Class<?>[] {PoolableConnection.class},
                    (proxy, method, arguments) -> lent.invoke(proxy, method, arguments));
        }

        private @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
            switch (method.getName()) {
                case "close", "rawClose" -> {
                    close();
                    return null;
                }
                case "getId" -> {
                    return (long) System.identityHashCode(this);
                }
                case "getCreated" -> {
                    return since;
                }
                case "getExpires" -> {
                    return Long.MAX_VALUE; // the data source decides
                }
                case "getUser" -> {
                    return connection.getMetaData().getUserName();
                }
                case "getUri" -> {
                    return connection.getMetaData().getURL();
                }
                case "getPassword", "onClose", "setOnClose" -> {
                    return null; // part of Speedment's own pool only
                }
                case "equals" -> {
                    return arguments != null && proxy == arguments[0];
                }
                default -> {
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }
            }
        }

        private void close() throws SQLException {
            if (isClosed) {
                return;
            }
            isClosed = true;
            lender.leased.decrementAndGet();
            try (connection) {
                if (!connection.isClosed() && connection.getAutoCommit() != isAutoCommit) {
                    connection.rollback(); // drops uncommitted changes, which switching to auto-commit would commit
                    connection.setAutoCommit(isAutoCommit);
                }
            }
        }
    }
}
