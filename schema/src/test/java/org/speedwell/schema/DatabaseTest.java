package org.speedwell.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("database")
class DatabaseTest {

    private static final Database SHARED = Database.forTests();

    @Test
    void testDatabaseIsSharedAndAnswers() throws SQLException {
        try (Database again = Database.forTests()) {
            assertThat(again).isSameAs(SHARED);
        }
        try (Connection connection = SHARED.connect()) {
            assertThat(Sql.value(connection, "SELECT 1")).isEqualTo("1");
        }
        assertThat(SHARED.version()).startsWith(SHARED.isMariaDb() ? "MariaDB " : "MySQL ");
    }

    @Test
    void wrongPasswordIsReported() {
        assertThatThrownBy(() -> Database.at(SHARED.url(""), "nobody", "wrong"))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("refuses user \"nobody\"")
                .hasMessageContaining(":" + SHARED.port());
    }

    @Test
    void absentServerIsReported() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        assertThatThrownBy(() -> Database.at("jdbc:mysql://127.0.0.1:" + port, "root", ""))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("No database answers at 127.0.0.1:" + port)
                .hasMessageContaining("Check that it runs");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "localhost", "jdbc:mariadb://localhost", "jdbc:mysql://a,b/sakila", "jdbc:mysql:///sakila"})
    void invalidUrlIsRefusedWithValidForm(String url) {
        assertThatThrownBy(() -> Database.at(url, "root", ""))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("jdbc:mysql://host[:port]");
    }

    @Test
    void optionsOfUrlAreKept() {
        Database database =
                Database.at(SHARED.url("ignored") + "&connectTimeout=12345", SHARED.user(), SHARED.password());

        assertThat(database.url("sakila"))
                .startsWith("jdbc:mysql://" + SHARED.host() + ":" + SHARED.port() + "/sakila?")
                .containsOnlyOnce("allowPublicKeyRetrieval")
                .endsWith("&connectTimeout=12345");
    }

    @Test
    void platformWithoutBinariesNeedsUrl() {
        String processor = System.getProperty("os.arch");
        System.setProperty("os.arch", "riscv64");
        try {
            assertThatThrownBy(Database::embedded)
                    .isInstanceOf(DatabaseException.class)
                    .hasMessageContaining("riscv64")
                    .hasMessageContaining("SPEEDWELL_TEST_URL");
        } finally {
            System.setProperty("os.arch", processor);
        }
    }

    @Test
    void unsupportedServerVersionIsRefused() {
        assertThatThrownBy(() -> RemoteDatabase.product("5.7.44-log", "db.example.com:3306"))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("The server at db.example.com:3306 is MySQL 5.7.44-log")
                .hasMessageContaining("MySQL 8 or later, or MariaDB");
        assertThat(RemoteDatabase.product("8.4.5", "here")).isEqualTo("MySQL 8.4.5");
        assertThat(RemoteDatabase.product("5.5.5-10.11.6-MariaDB", "here")).isEqualTo("MariaDB 5.5.5-10.11.6-MariaDB");
    }
}
