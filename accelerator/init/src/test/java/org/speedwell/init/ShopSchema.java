package org.speedwell.init;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.speedwell.schema.Database;
import picocli.CommandLine;

/** The schema of a small shop on a server. It also runs the tool on that schema. */
final class ShopSchema implements AutoCloseable {
    final Database database;
    final String name;

    /**
     * Creates the schema. Replaces a schema of the same name.
     *
     * @param name begins with {@code speedwell_test_}
     */
    ShopSchema(Database database, String name) throws SQLException {
        this.database = database;
        this.name = name;
        String sql = resource("shop.sql")
                .lines()
                .filter(line -> !line.startsWith("--"))
                .collect(Collectors.joining("\n"));
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + name);
            statement.execute("CREATE DATABASE " + name + " CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci");
            statement.execute("USE " + name);
            statement.execute("SET sql_mode = ''"); // allows zero dates
            for (String each : sql.split(";", -1)) {
                if (!each.isBlank()) {
                    statement.execute(each);
                }
            }
        }
    }

    private static String resource(String file) {
        try (var in = Objects.requireNonNull(ShopSchema.class.getResourceAsStream(file))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = database.connect(name);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    boolean mayGrant() throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet grants = statement.executeQuery("SHOW GRANTS")) {
            while (grants.next()) {
                if (grants.getString(1).contains("ON *.*")
                        && grants.getString(1).contains("GRANT OPTION")) {
                    return true;
                }
            }
            return false;
        }
    }

    /** The exit code of the tool, and its output on both streams. */
    record Run(int exitCode, String said) {}

    /** Runs the tool on this schema as the user of the server, with further arguments. */
    Run run(String command, String... further) {
        List<String> arguments = new ArrayList<>(List.of(
                command,
                "--url=" + database.url(name),
                "--user=" + database.user(),
                "--password=" + database.password()));
        arguments.addAll(List.of(further));
        return tool(arguments.toArray(String[]::new));
    }

    static Run tool(String... arguments) {
        StringWriter said = new StringWriter();
        CommandLine tool = SpeedwellInit.commandLine();
        tool.setOut(new PrintWriter(said, true)).setErr(new PrintWriter(said, true));
        return new Run(tool.execute(arguments), said.toString());
    }

    @Override
    public void close() throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + name);
        }
    }
}
