package org.speedwell.accelerator.database;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Whether the server of a connection is a MySQL or MariaDB, and not older than those on which loads are known to work. */
public final class ServerVersion {
    private static final System.Logger LOG = System.getLogger(ServerVersion.class.getName());

    private static final Set<String> PRODUCTS = Set.of("MySQL", "MariaDB");
    private static final int OLDEST_MYSQL = 8_000;
    private static final int OLDEST_MARIADB = 10_011;

    /** Of each the log tells once, not at each load. */
    private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

    private ServerVersion() {}

    /**
     * Warns of a server that is old.
     *
     * @throws LoadException if it is another database's
     */
    static void require(DatabaseMetaData server) throws SQLException, LoadException {
        String product = server.getDatabaseProductName();
        String version = server.getDatabaseProductVersion();
        if (!PRODUCTS.contains(product)) {
            throw new LoadException("The connections are to " + product + " " + version
                    + ", and loads read MySQL and MariaDB: give the URL or the data source of one of these.");
        }
        if (isOld(server) && TOLD.add(version)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    () -> "The server, " + version
                            + ", is older than MySQL 8.0 and MariaDB 10.11, from which on loads are"
                            + " known to work: update it, or hold the first loads against it by verify().");
        }
    }

    /** Whether the server is older than what is known to work. Drivers take the versions of both products for MySQL's. */
    public static boolean isOld(DatabaseMetaData server) throws SQLException {
        int version = server.getDatabaseMajorVersion() * 1_000 + server.getDatabaseMinorVersion();
        return version < (server.getDatabaseProductVersion().contains("MariaDB") ? OLDEST_MARIADB : OLDEST_MYSQL);
    }
}
