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
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.util.ClassUtils;

/** The connections of an application of Spring's, and the small pool of its loads, where there is one. */
final class StoreConnections implements AutoCloseable {
    private static final long IDLE_MILLIS = 10_000;

    /** A load's connections, and those of whoever follows, compares and asks for positions beside it. */
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
     * Of a data source.
     *
     * @param details from where the data source was made; null where the application made it
     * @param forLoads how many connections a load may use at once
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

    DataSourceConnections connections() {
        return connections;
    }

    /** Closes the connections for loads as soon as nothing uses them. The next ones have the privileges that the user has then. */
    void renew() {
        renewal.run();
    }

    /** To be called when the application has stopped. */
    @Override
    public void close() {
        closing.run();
    }

    /** What is loaded only where Hikari is there. */
    private static final class Hikari {
        static Optional<HikariDataSource> of(DataSource dataSource) {
            try {
                return dataSource.isWrapperFor(HikariDataSource.class)
                        ? Optional.of(dataSource.unwrap(HikariDataSource.class))
                        : Optional.empty();
            } catch (SQLException e) {
                return Optional.empty(); // some other pool, which cannot tell
            }
        }

        /** As the other, but that it opens connections when a load needs them, and closes them soon after. */
        static HikariDataSource small(HikariDataSource like, int size) {
            HikariConfig config = new HikariConfig();
            like.copyStateTo(config);
            config.setPoolName("speedwell");
            config.setMaximumPoolSize(size);
            config.setMinimumIdle(0);
            config.setIdleTimeout(IDLE_MILLIS);
            config.setInitializationFailTimeout(-1);
            config.setLeakDetectionThreshold(0); // whoever follows keeps one for long
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
