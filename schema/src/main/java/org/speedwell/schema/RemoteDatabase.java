package org.speedwell.schema;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server that another program runs.
 *
 * @param options the URL's options, without the question mark
 */
record RemoteDatabase(String host, int port, String options, String user, String password, String version)
        implements Database {

    private static final Pattern URL = Pattern.compile(
            "jdbc:mysql://(?<host>\\[[^]]+]|[^/:?,()]+)(:(?<port>\\d{1,5}))?(/[^?]*)?(\\?(?<options>.*))?");
    private static final int DEFAULT_PORT = 3306;

    /** The SQL state of every rejected login. The error code depends on the server's authentication method. */
    private static final String ACCESS_DENIED = "28000";

    private static final int OLDEST_MYSQL = 8;

    static RemoteDatabase at(String url, String user, String password) {
        Matcher parts = URL.matcher(url);
        if (!parts.matches()) {
            throw new DatabaseException("Not a database URL: " + url
                    + ". Write jdbc:mysql://host[:port][/schema][?options], also for MariaDB.");
        }
        String port = Objects.requireNonNullElse(parts.group("port"), "" + DEFAULT_PORT);
        String options = Objects.requireNonNullElse(parts.group("options"), "");
        if (!options.contains("allowPublicKeyRetrieval=")) {
            options += (options.isEmpty() ? "" : "&") + "allowPublicKeyRetrieval=true";
        }
        RemoteDatabase unseen =
                new RemoteDatabase(parts.group("host"), Integer.parseInt(port), options, user, password, "");
        return new RemoteDatabase(unseen.host, unseen.port, options, user, password, unseen.readVersion());
    }

    private String readVersion() {
        try (Connection connection = DriverManager.getConnection(url(""), user, password);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT VERSION()")) {
            row.next();
            return product(row.getString(1), host + ":" + port);
        } catch (SQLException e) {
            throw new DatabaseException(reason(e), e);
        }
    }

    /** Returns the product of a server and its version string. */
    static String product(String version, String server) {
        boolean mariaDb = version.contains("MariaDB");
        if (!mariaDb && Integer.parseInt(version.substring(0, version.indexOf('.'))) < OLDEST_MYSQL) {
            throw new DatabaseException(
                    "The server at " + server + " is MySQL " + version + ". Use MySQL 8 or later, or MariaDB.");
        }
        return (mariaDb ? "MariaDB " : "MySQL ") + version;
    }

    private String reason(SQLException e) {
        String server = host + ":" + port;
        String message = Objects.requireNonNullElse(e.getMessage(), "nothing");
        if (ACCESS_DENIED.equals(e.getSQLState())) {
            return "The database at " + server + " refuses user \"" + user + "\" with this password (" + message + ").";
        }
        if (Objects.requireNonNullElse(e.getSQLState(), "").startsWith("08")) {
            return "No database answers at " + server
                    + ". Check that it runs and listens there. The driver reports: "
                    + message.lines().findFirst().orElse(message);
        }
        return "The database at " + server + " cannot be used: " + message;
    }

    @Override
    public String url(String schema) {
        return "jdbc:mysql://" + host + ":" + port + "/" + schema + "?" + options;
    }

    @Override
    public void close() {
        // The program that started the server stops it.
    }

    @Override
    public String toString() {
        return version + " at " + host + ":" + port;
    }
}
