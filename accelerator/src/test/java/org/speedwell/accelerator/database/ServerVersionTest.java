package org.speedwell.accelerator.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.LogLines;
import org.speedwell.schema.Database;

/** Verifies the check of the server's version and product. */
@Tag("unit")
class ServerVersionTest {

    private static DatabaseMetaData server(String product, String version) {
        String[] numbers = version.split("[.-]");
        return (DatabaseMetaData) Proxy.newProxyInstance(
                ServerVersionTest.class.getClassLoader(),
                new Class<?>[] {DatabaseMetaData.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getDatabaseProductName" -> product;
                    case "getDatabaseProductVersion" -> version;
                    case "getDatabaseMajorVersion" -> Integer.parseInt(numbers[0]);
                    case "getDatabaseMinorVersion" -> numbers[1].matches("\\d+") ? Integer.parseInt(numbers[1]) : 0;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    @Test
    void oldServerIsReportedOnceWithItsVersion() throws Exception {
        for (String old : List.of("5.6.51-log", "5.7.44", "10.4.34-MariaDB", "10.10.7-MariaDB-log")) {
            String said = logOf(() -> {
                ServerVersion.require(server("MySQL", old));
                ServerVersion.require(server("MySQL", old));
            });
            assertThat(said)
                    .containsOnlyOnce("The server, " + old + ", is older than")
                    .contains("Update the server");
        }
    }

    @Test
    void supportedServerLogsNothing() throws Exception {
        for (String known :
                List.of("8.0.36", "8.4.5", "9.1.0", "10.11.6-MariaDB", "11.4.5-MariaDB-log", "12.0.2-MariaDB")) {
            assertThat(logOf(() -> ServerVersion.require(server("MySQL", known))))
                    .isEmpty();
        }
        assertThat(logOf(() -> ServerVersion.require(server("MariaDB", "11.4.6-MariaDB"))))
                .isEmpty();
    }

    @Test
    void otherDatabaseIsRefusedByName() {
        assertThatExceptionOfType(LoadException.class)
                .isThrownBy(() -> ServerVersion.require(server("PostgreSQL", "17.2")))
                .withMessageContainingAll(
                        "PostgreSQL 17.2", "only reads MySQL and MariaDB", "Set the URL or the data source");
        assertThatExceptionOfType(LoadException.class)
                .isThrownBy(() -> ServerVersion.require(server("H2", "2.5.252 (2026-01-01)")))
                .withMessageContaining("H2 2.5.252");
    }

    @Test
    @Tag("database")
    void testServerIsSupported() throws Exception {
        try (Connection connection = Database.forTests().connect()) {
            assertThatNoException().isThrownBy(() -> ServerVersion.require(connection.getMetaData()));
            assertThat(ServerVersion.isOld(connection.getMetaData())).isFalse();
        }
    }

    private interface Act {
        void run() throws Exception;
    }

    private static String logOf(Act act) throws Exception {
        try (LogLines lines = new LogLines(ServerVersion.class.getName())) {
            act.run();
            return String.join("", lines.all());
        }
    }
}
