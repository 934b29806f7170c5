package org.speedwell.init;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The address of the database and the credentials. Both commands share these options. */
final class Login {
    private static final Pattern URL = Pattern.compile(
            "jdbc:mysql://(?<host>[^:/?,]+)(:(?<port>\\d{1,5}))?(/(?<schema>[^?]*))?(?<options>\\?.*)?");
    private static final int DEFAULT_PORT = 3306;
    private static final int TIMEOUT_MILLIS = 10_000;

    @Option(
            names = "--url",
            required = true,
            description = "jdbc:mysql://host[:port]/schema[?options], also for MariaDB")
    private String url = "";

    @Option(names = "--user", required = true, description = "the database user")
    private String user = "";

    @Option(
            names = "--password",
            arity = "0..1",
            interactive = true,
            description = "without a value, prompts for the password; default: DATABASE_PASSWORD of the environment")
    private char @Nullable [] password;

    @Option(names = "--password-file", description = "a file with the password in its first line")
    private @Nullable Path passwordFile;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this help")
    private boolean help;

    String host() {
        return parsed().group("host");
    }

    int port() {
        String port = parsed().group("port");
        return port == null ? DEFAULT_PORT : Integer.parseInt(port);
    }

    String user() {
        return user;
    }

    String schema() {
        String schema = parsed().group("schema");
        if (schema == null || schema.isEmpty()) {
            throw new ToolException("The URL " + url + " does not name a schema: write jdbc:mysql://" + host() + ":"
                    + port() + "/SCHEMA.");
        }
        return schema;
    }

    /** Returns the URL with the option that MySQL's driver needs to log in without TLS. */
    String url() {
        String options = parsed().group("options");
        if (options != null && options.contains("allowPublicKeyRetrieval")) {
            return url;
        }
        return url + (options == null ? "?" : "&") + "allowPublicKeyRetrieval=true";
    }

    private Matcher parsed() {
        Matcher parts = URL.matcher(url);
        if (!parts.matches()) {
            throw new ToolException(
                    "The URL " + url + " is not valid: write jdbc:mysql://host:port/schema, also for MariaDB.");
        }
        return parts;
    }

    private String password() {
        if (passwordFile != null) {
            try {
                return Files.readString(passwordFile).lines().findFirst().orElse("");
            } catch (IOException e) {
                throw new ToolException("Cannot read the file of --password-file: " + e, e);
            }
        }
        String environment = System.getenv("DATABASE_PASSWORD");
        return password != null ? new String(password) : environment == null ? "" : environment;
    }

    /** @throws ToolException if the connection fails. The message contains the reason and a remedy */
    Connection connect() {
        String schema = schema();
        Properties properties = new Properties();
        properties.put("user", user);
        properties.put("password", password());
        properties.put("connectTimeout", Integer.toString(TIMEOUT_MILLIS));
        try {
            return DriverManager.getConnection(url(), properties);
        } catch (SQLException e) {
            throw new ToolException(problem(e, schema), e);
        }
    }

    private String problem(SQLException failure, String schema) {
        return switch (failure.getErrorCode()) {
            case 1044 ->
                "The user " + user + " may not use the schema " + schema + ": GRANT SELECT ON `" + schema
                        + "`.* TO the user, or name another user by --user.";
            case 1045, 1698 ->
                "The server at " + host() + ":" + port() + " refuses the user " + user
                        + ": check --user and the password (--password, --password-file or DATABASE_PASSWORD).";
            case 1049 ->
                "There is no schema " + schema + " at " + host() + ":" + port()
                        + ": check the last part of --url. SHOW DATABASES lists the schemas.";
            default ->
                isUnreachable(failure)
                        ? "No database answers at " + host() + ":" + port()
                                + ": check host and port of --url, and that the server runs and listens there."
                        : "No connection to " + host() + ":" + port() + ": " + failure.getMessage();
        };
    }

    private static boolean isUnreachable(SQLException failure) {
        return failure.getSQLState() != null && failure.getSQLState().startsWith("08");
    }
}
