package org.speedwell.accelerator.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.schema.Database;

/** What a load leaves in a pool. */
@Tag("database")
class PooledConnectionTest {

    @Test
    void aConnectionThatALoadHasCutIsLentToNobodyElse() throws Exception {
        try (HikariDataSource pool = new HikariDataSource(config())) {
            try (LoadConnections connections = new LoadConnections(Duration.ofSeconds(10))) {
                connections.open("pooled", () -> {
                    try {
                        return pool.getConnection();
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                });
                connections.abort();
            }
            try (Connection next = pool.getConnection()) {
                assertThat(next.isValid(5)).isTrue();
            }
        }
    }

    private static HikariConfig config() {
        Database database = Database.forTests();
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url(""));
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMaximumPoolSize(1);
        return config;
    }
}
