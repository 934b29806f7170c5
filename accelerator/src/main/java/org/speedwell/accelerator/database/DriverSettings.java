package org.speedwell.accelerator.database;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A check of the settings of the user's JDBC driver. A setting that hides rows, or replaces values, makes a load fail.
 */
public final class DriverSettings {
    private static final Pattern REFUSED =
            Pattern.compile("\\b(emulateLocators|blobsAreStrings)=(true|yes)", Pattern.CASE_INSENSITIVE);

    /** The form in which a driver receives values. */
    public enum Form {
        /** The driver returns the text of values as the server sent it. */
        TEXT,
        /** Connector/J reads the values from the binary protocol. */
        BINARY,
        /** Any form, because the driver is not Connector/J. */
        UNKNOWN
    }

    private DriverSettings() {}

    /**
     * Checks a connection before a load.
     *
     * @throws LoadException if a setting makes queries return other rows or values than the table has; the message
     *     names it
     */
    public static void check(Connection connection) throws SQLException, LoadException {
        Optional<String> refused = inUrl(connection);
        if (refused.isEmpty()) {
            refused = limit(connection);
        }
        if (refused.isPresent()) {
            throw new LoadException("The connection is set to " + refused.get()
                    + ", so queries may return other rows or values than the table has. Remove it from the connection's"
                    + " URL or the server's configuration.");
        }
    }

    private static Optional<String> inUrl(Connection connection) throws SQLException {
        String url = connection.getMetaData().getURL();
        Matcher refused = REFUSED.matcher(url == null ? "" : url);
        return refused.find() ? Optional.of(refused.group()) : Optional.empty();
    }

    private static Optional<String> limit(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (statement.getMaxRows() > 0) {
                return Optional.of("maxRows=" + statement.getMaxRows());
            }
            try (ResultSet row = statement.executeQuery("SELECT @@sql_select_limit")) {
                row.next();
                BigDecimal limit = row.getBigDecimal(1);
                return limit.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) < 0
                        ? Optional.of("sql_select_limit=" + limit)
                        : Optional.empty();
            }
        }
    }

    /**
     * Returns the form in which the driver receives values. Connector/J receives text, unless it prepares statements on
     * the server: then the server sends values in binary form, and a FLOAT with all its digits.
     */
    public static Form form(Connection connection) throws SQLException {
        String driver = connection.getMetaData().getDriverName();
        if (driver == null || !driver.startsWith("MySQL Connector/J")) {
            return Form.UNKNOWN;
        }
        try (PreparedStatement statement = connection.prepareStatement("SELECT 1");
                ResultSet row = statement.executeQuery()) {
            row.next();
            return Arrays.equals(row.getBytes(1), new byte[] {'1'}) ? Form.TEXT : Form.BINARY;
        }
    }
}
