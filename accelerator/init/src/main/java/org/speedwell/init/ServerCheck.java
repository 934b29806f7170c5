package org.speedwell.init;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import org.speedwell.accelerator.database.ServerVersion;
import org.speedwell.accelerator.replication.BinlogCheck;
import org.speedwell.init.model.Finding;

/** A check of the version of the server, and of its settings for the binlog. */
final class ServerCheck {
    private ServerCheck() {}

    static void run(Connection connection, List<Finding> findings) throws SQLException {
        DatabaseMetaData server = connection.getMetaData();
        String version = server.getDatabaseProductVersion();
        if (ServerVersion.isOld(server)) {
            findings.add(Finding.warning(
                    "server " + version,
                    "older than the tested versions",
                    "Speedwell is tested on MySQL 8.4 and 9 and on MariaDB 11.4."));
        }
        List<String> problems = BinlogCheck.problems(connection);
        for (String problem : problems) {
            int colon = problem.indexOf(": ");
            findings.add(Finding.warning(
                    "following the database",
                    problem.substring(0, colon),
                    problem.substring(colon + 2) + ". Loads and reloads work without it."));
        }
        if (problems.isEmpty()) {
            findings.add(Finding.ok("following the database", "the binlog and the grants are complete"));
        }
    }
}
