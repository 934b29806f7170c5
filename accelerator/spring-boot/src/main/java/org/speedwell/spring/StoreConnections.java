package org.speedwell.spring;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.source.BinlogLogin;
import org.speedwell.accelerator.source.DataSourceConnections;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.util.ClassUtils;

/**
 * The connections of a Spring application. If the data source is a Hikari pool, loads use a small pool of their own.
 */
final class StoreConnections implements AutoCloseable {
    private static final long IDLE_MILLIS = 10_000;

    /**
     * The number of connections beside those of a load: for replication, for verification and for requests of the
     * binlog position.
     */
    private static final int BESIDE_LOADS = 3;

    private final DataSourceConnections connections;
    private final Runnable renewal;
    private final Runnable closing;

    private StoreConnections(DataSourceConnections connections, Runnable renewal, Runnable closing) {
        this.connections = connections;
        this.renewal = renewal;
        this.closing = closing;
    }

    /**
     * Returns the connections of a data source.
     *
     * @param details the details from which Spring created the data source; null if the application created it
     * @param forLoads the maximum number of connections that a load uses at once
     */
    static StoreConnections of(
            DataSource dataSource,
            @Nullable JdbcConnectionDetails details,
            SpeedwellProperties.Follow follow,
            int forLoads) {
        DataSourceConnections connections = DataSourceConnections.of(dataSource);
        Supplier<String> password = () -> "";
        Runnable renewal = () -> {};
        Runnable closing = () -> {};
        if (ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource", null)) {
            Optional<HikariDataSource> pool = Hikari.of(dataSource);
            if (pool.isPresent()) {
                HikariDataSource small = Hikari.small(pool.get(), forLoads + BESIDE_LOADS);
                connections = connections.withLoads(Hikari.evicting(small));
                renewal = () -> Hikari.renew(small);
                closing = small::close;
                password = () -> Hikari.password(pool.get());
            }
        }
        if (details != null) {
            password = () -> Optional.ofNullable(details.getPassword()).orElse("");
        }
        if (follow.password() != null) {
            password = follow::password;
        }
        return new StoreConnections(
                connections.withBinlog(new BinlogLogin(
                        Optional.ofNullable(follow.url()), Optional.ofNullable(follow.username()), password)),
                renewal,
                closing);
    }

    /** Returns the connections that the application defines, or else those of this module. */
    static DataSourceConnections used(
            ObjectProvider<DataSourceConnections> given, ObjectProvider<StoreConnections> made) {
        return given.getIfAvailable(() -> made.getObject().connections());
    }

    DataSourceConnections connections() {
        return connections;
    }

    /**
     * Closes the connections for loads as soon as they are idle. New connections have the user's current privileges.
     */
    void renew() {
        renewal.run();
    }

    /** Closes the pool for loads. Call it after the application has stopped. */
    @Override
    public void close() {
        closing.run();
    }

    /** The code that needs Hikari. The JVM loads this class only if Hikari is present. */
    private static final class Hikari {
        static Optional<HikariDataSource> of(DataSource dataSource) {
            try {
                return dataSource.isWrapperFor(HikariDataSource.class)
                        ? Optional.of(dataSource.unwrap(HikariDataSource.class))
                        : Optional.empty();
            } catch (SQLException e) {
                return Optional.empty(); // a pool that does not support unwrapping
            }
        }

        /**
         * Returns a pool like another one, but it opens connections when a load needs them, and closes them after 10
         * idle seconds.
         */
        static HikariDataSource small(HikariDataSource like, int size) {
            HikariConfig config = new HikariConfig();
            like.copyStateTo(config);
            config.setPoolName("speedwell");
            config.setMaximumPoolSize(size);
            config.setMinimumIdle(0);
            config.setIdleTimeout(IDLE_MILLIS);
            config.setInitializationFailTimeout(-1);
            config.setLeakDetectionThreshold(0); // replication keeps a connection for a long time
            config.setReadOnly(false);
            return new HikariDataSource(config);
        }

        static DataSource evicting(HikariDataSource pool) {
            return new EvictingDataSource(pool);
        }

        static void renew(HikariDataSource pool) {
            Optional.ofNullable(pool.getHikariPoolMXBean()).ifPresent(HikariPoolMXBean::softEvictConnections);
        }

        static String password(HikariDataSource pool) {
            return Optional.ofNullable(pool.getPassword()).orElse("");
        }
    }
}
