package org.speedwell.demo;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TimeZone;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.schema.Database;
import org.speedwell.schema.DatabaseException;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The demo: a database with Sakila in it, two applications on it, and the same queries to both. */
@Command(
        name = "demo",
        sortOptions = false,
        usageHelpWidth = 100,
        headerHeading = "%n",
        header = "Asks a video-rental shop's queries twice, over SQL and from memory, and compares answers and times.",
        descriptionHeading = "%n",
        description = {
            "Without --url it starts a MariaDB of its own, on rows that it makes once and keeps.",
            "A schema that the demo did not make is never changed."
        },
        optionListHeading = "%nOptions:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all answers agree",
            "1:an answer differs",
            "2:the command line is wrong",
            "3:the demo cannot run; the message says why"
        })
public final class SakilaDemo implements Callable<Integer> {
    private static final int CANNOT_RUN = 3;

    @Spec
    private @Nullable CommandSpec spec;

    @ArgGroup(exclusive = false)
    private @Nullable Server server;

    @Option(
            names = "--scale",
            paramLabel = "N",
            defaultValue = "1",
            description = "N times as many films, customers, copies, rentals and payments as Sakila has, 1 to 10000."
                    + " Default: ${DEFAULT-VALUE}.")
    private int scale;

    @Option(names = "--fresh", description = "Make the rows anew, even if they are there.")
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

    private final Function<VideoShop, List<Query>> queries;

    /** @param queries which of a shop's queries to ask, or others */
    SakilaDemo(Function<VideoShop, List<Query>> queries) {
        this.queries = queries;
    }

    /** A server of the user's. */
    private static final class Server {
        @Option(
                names = "--url",
                required = true,
                paramLabel = "URL",
                description =
                        "Use this MySQL 8, MySQL 9 or MariaDB: jdbc:mysql://host[:port][?options], for MariaDB too."
                                + " The schema is always sakila; if there is none, the demo makes it.")
        private String url = "";

        @Option(names = "--user", paramLabel = "NAME", description = "Login name. Default: root.")
        private String user = "root";

        @Option(
                names = "--password",
                paramLabel = "WORD",
                arity = "0..1",
                interactive = true,
                description = "Password. Without WORD the demo asks for it. Default: none.")
        private String password = "";
    }

    public static void main(String[] arguments) {
        // one zone for the program and its rows: elsewhere an hour of autumn has two places in the order of time
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        System.exit(commandLine(new SakilaDemo(VideoShop::queries)).execute(arguments));
    }

    static CommandLine commandLine(SakilaDemo demo) {
        return new CommandLine(demo).setExecutionExceptionHandler(SakilaDemo::explain);
    }

    @Override
    public Integer call() {
        CommandLine commandLine =
                Objects.requireNonNull(spec, "picocli starts it").commandLine();
        if (scale < 1 || scale > Sakila.MAX_SCALE) {
            throw new ParameterException(commandLine, "--scale goes from 1 to " + Sakila.MAX_SCALE + ", not " + scale);
        }
        if (!verbose) {
            QuietLogs.warningsOnly();
        }
        Terminal terminal = Terminal.of(commandLine.getOut());
        try (Database database = database(terminal)) {
            terminal.line("Database: " + database);
            SakilaRows.provide(database, scale, fresh, terminal);
            return compare(database, terminal);
        }
    }

    private Database database(Terminal terminal) {
        if (server != null) {
            return Database.at(server.url, server.user, server.password);
        }
        terminal.line("Starting the embedded database ...");
        return Database.embedded(Database.cache().resolve("demo").resolve("scale-" + scale));
    }

    private int compare(Database database, Terminal terminal) {
        try (SakilaApplications applications = new SakilaApplications(database)) {
            long begin = System.nanoTime();
            DataStoreComponent store = applications.load(Progress.console(terminal.width(), terminal.unicode()));
            terminal.line(String.format(
                    Locale.ROOT,
                    "In memory: %,d rows in %,.1f MB, loaded in %.1f s.",
                    store.rows(),
                    store.bytes() / 1e6,
                    (System.nanoTime() - begin) / 1e9));

            VideoShop overSql = new VideoShop(applications.sql());
            VideoShop fromMemory = new VideoShop(applications.memory());
            if (!fromMemory.hasFilms()) {
                throw new DemoException(
                        "The schema " + Sakila.SCHEMA + " of " + database + " has no films: it looks half"
                                + " loaded. Load its rows, or drop it if nobody needs it, and the demo makes its own.");
            }
            terminal.line("");
            terminal.line("The article's program, over SQL:");
            overSql.article(line -> terminal.line("  " + line));
            terminal.line("The same program, from memory:");
            fromMemory.article(line -> terminal.line("  " + line));
            terminal.line("");
            Set<Verdict> verdicts = new Comparison(terminal).run(queries.apply(overSql), queries.apply(fromMemory));
            return verdicts.contains(Verdict.DIFFERENT) ? 1 : 0;
        }
    }

    /** Says what is wrong in a paragraph; our own exceptions do so in their messages. */
    private static int explain(Exception failure, CommandLine commandLine, ParseResult arguments) {
        if (isStopping()) {
            return CANNOT_RUN; // of course it fails: Ctrl-C has stopped the database
        }
        PrintWriter err = commandLine.getErr();
        boolean told = failure instanceof DemoException
                || failure instanceof DatabaseException
                || failure instanceof DataStoreException;
        err.println("demo: "
                + (told ? failure.getMessage() : "The demo failed: " + rootMessage(failure) + " (-v shows where)."));
        if (arguments.hasMatchedOption("--verbose")) {
            failure.printStackTrace(err);
        }
        err.flush();
        return CANNOT_RUN;
    }

    /** Whether the JVM is on its way out. */
    private static boolean isStopping() {
        try {
            Runtime.getRuntime().removeShutdownHook(new Thread());
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    private static String rootMessage(Throwable failure) {
        Throwable root = failure;
        for (Throwable cause = root.getCause(); cause != null; cause = cause.getCause()) {
            root = cause;
        }
        return root.getClass().getSimpleName() + ": " + root.getMessage();
    }
}
