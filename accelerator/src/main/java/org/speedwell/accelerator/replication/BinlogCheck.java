package org.speedwell.accelerator.replication;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.speedwell.accelerator.database.BinlogStatus;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.Sql;

/** A check of a server's settings for replication by its binlog. */
public final class BinlogCheck {
    private static final String VARIABLES = """
            SHOW GLOBAL VARIABLES WHERE Variable_name IN ('log_bin', 'binlog_format', 'binlog_row_image',
            'binlog_row_metadata', 'binlog_row_value_options', 'log_bin_compress')
            """;

    private final Map<String, String> variables;
    private final boolean isRead;
    private final List<String> problems = new ArrayList<>();

    private BinlogCheck(Map<String, String> variables, boolean isRead) {
        this.variables = variables;
        this.isRead = isRead;
    }

    /**
     * Checks all required settings.
     *
     * @throws LoadException if a setting is wrong; its message lists all problems and their remedies
     */
    public static void require(Connection connection) throws LoadException, SQLException {
        require(problems(connection));
    }

    /**
     * Checks the settings that another reader of the binlog needs to see all values.
     *
     * @throws LoadException if a setting is wrong; its message lists all problems and their remedies
     */
    public static void requireForOthers(Connection connection) throws LoadException, SQLException {
        require(problems(connection, false));
    }

    private static void require(List<String> problems) throws LoadException {
        if (!problems.isEmpty()) {
            throw new LoadException(
                    "The database cannot be followed, because its binlog does not contain all required data:\n  - "
                            + String.join("\n  - ", problems)
                            + "\nSET GLOBAL affects only sessions that start afterwards. Also add the settings to the"
                            + " server's configuration file.");
        }
    }

    /** Returns all problems, each followed by a colon and its remedy. */
    public static List<String> problems(Connection connection) throws SQLException {
        return problems(connection, true);
    }

    private static List<String> problems(Connection connection, boolean isRead) throws SQLException {
        BinlogCheck check = new BinlogCheck(Sql.variables(connection, VARIABLES), isRead);
        check.run(connection);
        return check.problems;
    }

    private void run(Connection connection) throws SQLException {
        if (!"ON".equalsIgnoreCase(variables.get("log_bin"))) {
            problems.add("the server has no binlog: start it with log_bin");
            return;
        }
        require("binlog_format", "ROW");
        require("binlog_row_image", "FULL");
        if (isRead) {
            require("binlog_row_metadata", "FULL");
        }
        require("binlog_row_value_options", "");
        require("log_bin_compress", "OFF");
        requireGrants(connection);
    }

    private void require(String variable, String value) {
        String found = variables.get(variable);
        if (found != null && !found.equalsIgnoreCase(value)) {
            problems.add("%s is %s: SET GLOBAL %s = '%s'".formatted(variable, found, variable, value));
        }
    }

    private void requireGrants(Connection connection) throws SQLException {
        if (BinlogStatus.currentPosition(connection).isEmpty()) {
            problems.add("the user may not read the binlog's end position: GRANT REPLICATION CLIENT ON *.* TO "
                    + user(connection));
        }
        if (!isRead) {
            return;
        }
        String grants = String.join("\n", Sql.rows(connection, "SHOW GRANTS", row -> row.getString(1)));
        if (!grants.contains("REPLICATION SLAVE") && !grants.contains("ALL PRIVILEGES ON *.*")) {
            problems.add("the user may not read the binlog: GRANT REPLICATION SLAVE ON *.* TO " + user(connection));
        }
    }

    private static String user(Connection connection) throws SQLException {
        String user = Sql.row(connection, "SELECT CURRENT_USER()", row -> row.getString(1))
                .orElseThrow();
        int at = user.lastIndexOf('@');
        return "'" + user.substring(0, at) + "'@'" + user.substring(at + 1) + "'";
    }
}
