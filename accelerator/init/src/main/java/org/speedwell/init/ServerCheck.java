package org.speedwell.init;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import org.speedwell.accelerator.live.BinlogCheck;
import org.speedwell.init.model.Finding;

/** Whether the server is one that is known, and whether its binlog can be followed. */
final class ServerCheck {
    private ServerCheck() {}

    static void run(Connection connection, List<Finding> findings) throws SQLException {
        DatabaseMetaData server = connection.getMetaData();
        String version = server.getDatabaseProductVersion();
        boolean isMariaDb = version.contains("MariaDB");
        int oldest = isMariaDb ? 1011 : 800; // MariaDB 10.11 and MySQL 8.0
        int found = server.getDatabaseMajorVersion() * 100 + server.getDatabaseMinorVersion();
        if (found < oldest) {
            findings.add(Finding.warning(
                    "server " + version,
                    "older than what is known to work",
                    "Speedwell is tested on MySQL 8.4 and 9 and on MariaDB 11.4."));
        }
        List<String> problems = BinlogCheck.problems(connection);
        for (String problem : problems) {
            int colon = problem.indexOf(": ");
            findings.add(Finding.warning(
                    "following the database",
                    problem.substring(0, colon),
                    problem.substring(colon + 2) + ". Loads and reloads do without."));
        }
        if (problems.isEmpty()) {
            findings.add(Finding.ok("following the database", "binlog and grants are as they must be"));
        }
    }
}
