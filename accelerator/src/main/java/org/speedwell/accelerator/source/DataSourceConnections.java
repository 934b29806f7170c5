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
 * Has an application take all its connections from a {@link DataSource}, such as a pool, in place of Speedment's own pool by
 * URL, user and password:
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
 * <p>For applications of one database. Connections are given back as they came, their transactions ended. The data source
 * stays the caller's, who closes it after the application has stopped. The binlog is read over a connection that is none of
 * JDBC's: its server is read of the URL that the data source's connections tell, with the URL's TLS settings, its user asked of
 * them, and its password is that of {@link #withBinlog}, else the one that the application builder was given.
 *
 * <p>The data source may be of MySQL's driver or of MariaDB's.
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

    /** All connections from this data source. */
    public static DataSourceConnections of(DataSource dataSource) {
        return new DataSourceConnections(dataSource, dataSource, Optional.empty());
    }

    /**
     * Loads, comparisons and the questions of whoever follows come from another data source of the same database, so that they
     * keep no query waiting: a load holds up to {@link StoreConfiguration#connections()}, the others up to three.
     */
    public DataSourceConnections withLoads(DataSource own) {
        return new DataSourceConnections(queries, own, binlog);
    }

    /** As whom the binlog is read, where the database is followed. */
    public DataSourceConnections withBinlog(BinlogLogin login) {
        return new DataSourceConnections(queries, loads, Optional.of(login));
    }

    /** As whom the binlog is read; empty unless set. */
    public Optional<BinlogLogin> binlog() {
        return binlog;
    }

    /** A connection for a query. */
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

    /** A connection for a load. */
    @Override
    public Connection newConnection(Dbms dbms) {
        try {
            return FetchSizes.translated(loads.getConnection());
        } catch (SQLException e) {
            throw new SpeedmentException("No connection to database " + dbms.getName() + ": " + e.getMessage(), e);
        }
    }

    /** Not known: the data source has an address and user of its own. */
    @Override
    public PoolableConnection getConnection(String uri, @Nullable String username, char @Nullable [] password) {
        throw new UnsupportedOperationException("Connections come from a data source, not by a URL");
    }

    /** Not known: the data source has an address and user of its own. */
    @Override
    public Connection newConnection(String uri, @Nullable String username, char @Nullable [] password) {
        throw new UnsupportedOperationException("Connections come from a data source, not by a URL");
    }

    @Override
    public void returnConnection(PoolableConnection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new SpeedmentException("A connection could not be given back: " + e.getMessage(), e);
        }
    }

    /** 0: what the data source keeps is its own matter. */
    @Override
    public int poolSize() {
        return 0;
    }

    /** How many connections queries have now. */
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

    /** A connection of the data source in the form in which Speedment wants one. For one thread at a time. */
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
                    return Long.MAX_VALUE; // the data source knows
                }
                case "getUser" -> {
                    return connection.getMetaData().getUserName();
                }
                case "getUri" -> {
                    return connection.getMetaData().getURL();
                }
                case "getPassword", "onClose", "setOnClose" -> {
                    return null; // of Speedment's own pool
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
                    connection.rollback(); // what was not committed: to switch would commit it
                    connection.setAutoCommit(isAutoCommit);
                }
            }
        }
    }
}
