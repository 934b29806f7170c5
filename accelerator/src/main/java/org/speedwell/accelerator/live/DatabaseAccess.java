package org.speedwell.accelerator.live;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.speedwell.accelerator.binlog.BinlogAddress;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.source.BinlogLogin;

/** The connections of an application to its databases. Thread-safe. */
public interface DatabaseAccess {
    /**
     * Opens a connection to the database with a name. The caller closes it.
     *
     * @throws RuntimeException if the database cannot be reached
     */
    Connection connect(String database);

    /**
     * Returns the servers from which to read the binlog of a database.
     *
     * @param connection an open connection to the database
     */
    List<BinlogAddress> addresses(String database, Connection connection) throws LoadException;

    /**
     * Returns the servers of a login. The connection defines what the login leaves out.
     *
     * @param connection an open connection to the database
     */
    static List<BinlogAddress> addresses(Connection connection, BinlogLogin login) throws LoadException {
        return addresses(connection, login.url(), login.user(), login.password());
    }

    /** Returns the servers at a URL. The connection defines the URL and the user if they are empty. */
    static List<BinlogAddress> addresses(
            Connection connection, Optional<String> url, Optional<String> user, Supplier<String> password)
            throws LoadException {
        try {
            String own = String.valueOf(connection.getMetaData().getURL());
            return BinlogAddress.of(url.orElse(own), user.orElseGet(() -> user(connection)), password);
        } catch (SQLException | IllegalArgumentException e) {
            throw new LoadException("The database cannot be followed: " + e.getMessage(), e);
        }
    }

    private static String user(Connection connection) {
        try {
            String user = connection.getMetaData().getUserName(); // with the host name that the server sees
            return user.contains("@") ? user.substring(0, user.lastIndexOf('@')) : user;
        } catch (SQLException e) {
            return "";
        }
    }
}
