package org.speedwell.demo;

import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.speedwell.demo.shop.SakilaRows;
import org.speedwell.demo.shop.Shop;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;
import org.speedwell.schema.SakilaArchive;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of every command: the database, the rows, and the amount of output. */
final class DemoOptions {
    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @ArgGroup(exclusive = false)
    private @Nullable Server server;

    @ArgGroup
    private @Nullable Rows rows;

    @Option(names = "--fresh", description = "Create the rows again, even if they exist.")
    private boolean fresh;

    @Option(
            names = {"-v", "--verbose"},
            description = "Show the libraries' logs, and the stack trace of an error.")
    private boolean verbose;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    @SuppressWarnings("unused") // picocli reads it
    private boolean help;

    /** The options of a server that the user provides. */
    private static final class Server {
        @Option(
                names = "--url",
                required = true,
                paramLabel = "URL",
                description =
                        "Use this MySQL 8, MySQL 9 or MariaDB: jdbc:mysql://host[:port][?options], also for MariaDB."
                                + " The schema is always sakila. If it does not exist, the demo creates it.")
        private String url = "";

        @Option(names = "--user", paramLabel = "NAME", description = "Login name. Default: root.")
        private String user = "root";

        @Option(
                names = "--password",
                paramLabel = "WORD",
                arity = "0..1",
                interactive = true,
                description = "Password. Without WORD the demo prompts for it. Default: the environment's"
                        + " SPEEDWELL_PASSWORD, or none.")
        private String password = System.getenv().getOrDefault("SPEEDWELL_PASSWORD", "");

        @Option(
                names = "--wait",
                paramLabel = "SECONDS",
                description = "Wait up to this time for a server that is starting. Default: 0.")
        private int wait;
    }

    /** The options of the rows in a schema that the demo creates. */
    private static final class Rows {
        @Option(
                names = "--scale",
                paramLabel = "N",
                description = "N times as many films, customers, copies, rentals and payments as Sakila has, 1 to"
                        + " 10000. Default: the environment's SAKILA_SCALE, or 1.")
        private int scale = 1;

        @ArgGroup(exclusive = false)
        private @Nullable Archive archive;

        /**
         * Returns the options from the environment. A container has its command line in a file and uses these variables
         * instead.
         */
        static Rows ofEnvironment() {
            Rows rows = new Rows();
            String file = environment("SAKILA_ARCHIVE");
            if (!file.isEmpty()) {
                rows.archive = new Archive();
                rows.archive.file = Path.of(file);
                String digest = environment("SAKILA_SHA256");
                rows.archive.sha256 = digest.isEmpty() ? null : digest;
            }
            String scale = environment("SAKILA_SCALE");
            if (!scale.isEmpty()) {
                rows.scale = scale.matches("\\d{1,6}") ? Integer.parseInt(scale) : -1;
            }
            return rows;
        }

        private static String environment(String name) {
            return System.getenv().getOrDefault(name, "").strip();
        }
    }

    private static final class Archive {
        @Option(
                names = "--archive",
                required = true,
                paramLabel = "FILE",
                description = "Load the rows of the public Sakila from its file sakila-db.zip, downloaded from MySQL."
                        + " Default: the environment's SAKILA_ARCHIVE, if it is set.")
        private Path file = Path.of("");

        @Option(
                names = "--sha256",
                paramLabel = "HEX",
                description = "The archive's SHA-256, if it differs from that of the known version"
                        + " (environment: SAKILA_SHA256).")
        private @Nullable String sha256;
    }

    /** A task that uses an open shop and returns the exit code. */
    interface Work {
        int in(Shop shop, Terminal terminal);
    }

    /** Opens the shop that the options describe, runs the work, and closes the shop. */
    int inShop(Work work) {
        SakilaRows wanted = rows();
        if (!verbose) {
            QuietLogs.warningsOnly();
        }
        Terminal terminal = Terminal.of(command().commandLine().getOut());
        try (Database database = database(wanted, terminal);
                Shop shop = new Shop(database, wanted, progress(terminal), terminal::line)) {
            return work.in(shop, terminal);
        }
    }

    CommandSpec command() {
        return Objects.requireNonNull(command, "picocli sets it");
    }

    static Progress progress(Terminal terminal) {
        return Progress.console(terminal.width(), terminal.unicode());
    }

    /** Returns whether the user requested a stack trace. */
    boolean isVerbose() {
        return verbose;
    }

    private SakilaRows rows() {
        Rows given = rows == null ? Rows.ofEnvironment() : rows;
        int scale = given.scale;
        if (scale < 1 || scale > Sakila.MAX_SCALE) {
            throw new ParameterException(
                    command().commandLine(), "--scale is " + scale + ", but must be from 1 to " + Sakila.MAX_SCALE);
        }
        Archive archive = given.archive;
        return new SakilaRows(scale, archive == null ? null : SakilaArchive.read(archive.file, archive.sha256), fresh);
    }

    private Database database(SakilaRows wanted, Terminal terminal) {
        Server given = server;
        if (given != null) {
            return ServerStart.await(
                    () -> Database.at(given.url, given.user, given.password), given.wait, terminal::line);
        }
        terminal.line("Starting the embedded database ...");
        String kept = wanted.archive() == null ? "scale-" + wanted.scale() : "archive";
        return Database.starting(Database.cache().resolve("demo").resolve(kept));
    }
}
