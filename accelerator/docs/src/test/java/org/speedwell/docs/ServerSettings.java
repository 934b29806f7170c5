package org.speedwell.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.speedwell.schema.Database;

/** Runs the SQL that a guide gives to an administrator. Closing restores the settings of the server. */
final class ServerSettings implements AutoCloseable {
    private static final Pattern USER = Pattern.compile("CREATE USER ('[^']+'@'[^']+')");
    private static final Pattern GLOBAL = Pattern.compile("SET GLOBAL (\\w+) =");

    private final Connection connection;
    private final Deque<String> undo = new ArrayDeque<>();

    ServerSettings() throws SQLException {
        connection = Database.forTests().connect();
        assumeTrue(
                value("SHOW GRANTS").contains("ALL PRIVILEGES ON *.*"),
                "The user of this server may not grant anything.");
    }

    private String value(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            assertThat(rows.next()).as(query).isTrue();
            return rows.getString(rows.getMetaData().getColumnCount());
        }
    }

    void run(Snippet snippet) throws SQLException {
        for (String statement : snippet.text().split(";\\s*(\\n|$)")) {
            Matcher user = USER.matcher(statement);
            if (user.find()) {
                execute("DROP USER IF EXISTS " + user.group(1), snippet);
                undo.push("DROP USER " + user.group(1));
            }
            Matcher global = GLOBAL.matcher(statement);
            if (global.find()) {
                undo.push("SET GLOBAL " + global.group(1) + " = '" + value("SELECT @@GLOBAL." + global.group(1)) + "'");
            }
            execute(statement, snippet);
        }
    }

    /**
     * Checks that the server knows the settings of a configuration file. Values in capitals must equal those of the
     * test server.
     */
    void check(Snippet snippet) throws SQLException {
        for (String line :
                snippet.text().lines().filter(each -> each.contains("=")).toList()) {
            String[] setting = line.split("=", 2);
            String value = value("SELECT @@GLOBAL." + setting[0].strip());
            String wanted = setting[1].strip();
            if (wanted.equals(wanted.toUpperCase(java.util.Locale.ROOT)) && !wanted.matches("\\d+")) {
                assertThat(value).as(snippet.message(setting[0])).isEqualTo(wanted);
            }
        }
    }

    private void execute(String sql, Snippet snippet) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(snippet.message(sql + ": " + e.getMessage()), e);
        }
    }

    @Override
    public void close() throws SQLException {
        try (connection;
                Statement statement = connection.createStatement()) {
            while (!undo.isEmpty()) {
                statement.execute(undo.pop());
            }
        }
    }
}
