package org.speedwell.accelerator.database;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A check of the server's product and version. Speedwell supports MySQL from 8.0 on and MariaDB from 10.11 on.
 */
public final class ServerVersion {
    private static final System.Logger LOG = System.getLogger(ServerVersion.class.getName());

    private static final Set<String> PRODUCTS = Set.of("MySQL", "MariaDB");
    private static final int OLDEST_MYSQL = 8_000;
    private static final int OLDEST_MARIADB = 10_011;

    /** The versions about which the log contains a warning. Each load would repeat it otherwise. */
    private static final Set<String> WARNED_VERSIONS = ConcurrentHashMap.newKeySet();

    private ServerVersion() {}

    /**
     * Checks the product, and logs a warning about an old version.
     *
     * @throws LoadException if the server is neither MySQL nor MariaDB
     */
    static void require(DatabaseMetaData server) throws SQLException, LoadException {
        String product = server.getDatabaseProductName();
        String version = server.getDatabaseProductVersion();
        if (!PRODUCTS.contains(product)) {
            throw new LoadException("The database is " + product + " " + version
                    + ", but Speedwell only reads MySQL and MariaDB. Set the URL or the data source of such a server.");
        }
        if (isOld(server) && WARNED_VERSIONS.add(version)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    () -> "The server, " + version
                            + ", is older than MySQL 8.0 and MariaDB 10.11, the oldest versions with tested loads."
                            + " Update the server, or check the first loads with verify().");
        }
    }

    /**
     * Returns whether the server is older than the oldest supported version. Drivers report the versions of both
     * products through the same methods.
     */
    public static boolean isOld(DatabaseMetaData server) throws SQLException {
        int version = server.getDatabaseMajorVersion() * 1_000 + server.getDatabaseMinorVersion();
        return version < (server.getDatabaseProductVersion().contains("MariaDB") ? OLDEST_MARIADB : OLDEST_MYSQL);
    }
}
