package org.speedwell.demo;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TimeZone;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.demo.live.RoundTrip;
import org.speedwell.demo.shop.Failures;
import org.speedwell.demo.shop.Figures;
import org.speedwell.demo.shop.Query;
import org.speedwell.demo.shop.Shop;
import org.speedwell.demo.shop.Verdict;
import org.speedwell.demo.shop.VideoShop;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParseResult;

/** The demo: a database with Sakila, two applications on it, and the same queries to both. */
@Command(
        name = "demo",
        sortOptions = false,
        usageHelpWidth = 100,
        headerHeading = "%n",
        header = "Runs a video-rental shop's queries twice, over SQL and from memory, and compares answers and times.",
        descriptionHeading = "%n",
        description = {
            "Without --url it starts its own MariaDB, with rows that it creates once and keeps.",
            "The demo never changes a schema that it did not create."
        },
        optionListHeading = "%nOptions:%n",
        commandListHeading = "%nCommands; write options after the name of the command:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all answers agree",
            "1:an answer differs",
            "2:the command line is wrong",
            "3:the demo cannot run; the message says why"
        },
        subcommands = {
            QueryCommand.class,
            ExplainCommand.class,
            LoadCommand.class,
            ServeCommand.class,
            HelpCommand.class
        })
public final class SakilaDemo implements Callable<Integer> {
    private static final int CANNOT_RUN = 3;

    @Mixin
    private DemoOptions options = new DemoOptions();

    private final Function<VideoShop, List<Query>> queries;

    /**
     * Creates a demo.
     *
     * @param queries selects queries of a shop, or supplies others
     */
    SakilaDemo(Function<VideoShop, List<Query>> queries) {
        this.queries = queries;
    }

    public static void main(String[] arguments) {
        // one time zone without daylight saving for the program and its rows: in other zones one hour of autumn occurs
        // twice
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        System.exit(commandLine(new SakilaDemo(VideoShop::queries)).execute(arguments));
    }

    static CommandLine commandLine(SakilaDemo demo) {
        return new CommandLine(demo)
                .setExecutionExceptionHandler(SakilaDemo::explain)
                .setExecutionStrategy(SakilaDemo::runTheLast);
    }

    /** Rejects options before a command's name, because no command would read them. */
    private static int runTheLast(ParseResult arguments) {
        if (arguments.hasSubcommand() && !arguments.matchedOptions().isEmpty()) {
            throw new CommandLine.ParameterException(
                    arguments.commandSpec().commandLine(),
                    "Write " + arguments.matchedOptions().getFirst().longestName() + " after the command: demo "
                            + arguments.subcommand().commandSpec().name() + " "
                            + arguments.matchedOptions().getFirst().longestName() + " ...");
        }
        return new CommandLine.RunLast().execute(arguments);
    }

    @Override
    public Integer call() {
        return options.inShop((shop, terminal) -> {
            printState(shop, terminal);
            terminal.line("");
            terminal.line("The article's program, over SQL:");
            shop.overSql().article(line -> terminal.line("  " + line));
            terminal.line("The same program, from memory:");
            shop.fromMemory().article(line -> terminal.line("  " + line));
            terminal.line("");
            int code = compare(shop, queries, terminal);
            terminal.line("");
            return Math.max(code, proveFollowing(shop, terminal));
        });
    }

    static void printState(Shop shop, Terminal terminal) {
        DataStoreComponent store = shop.store();
        terminal.line(
                String.format(Locale.ROOT, "In memory: %,d rows in %,.1f MB.", store.rows(), store.bytes() / 1e6));
        String trouble = shop.applications().replicationProblem();
        if (trouble != null) {
            terminal.line("Memory does not follow the database, and shows its state at the load:");
            trouble.lines().forEach(terminal::line);
        }
    }

    /** Changes the database, and prints how soon memory shows the change. Returns the exit code. */
    private static int proveFollowing(Shop shop, Terminal terminal) {
        if (shop.applications().replicationProblem() != null) {
            terminal.line("Memory does not show rows inserted by SQL, as it does not follow the database (see above).");
            return 0;
        }
        if (!shop.isWritable()) {
            terminal.line("Memory follows the database. The demo inserts no row to show it, but only reads.");
            return 0;
        }
        RoundTrip trip = RoundTrip.measure(shop);
        terminal.line(
                trip.isSeen()
                        ? String.format(
                                "A row inserted by SQL appears in memory after %s,"
                                        + " and a deleted one disappears after %s; medians of %d.",
                                Figures.time(trip.insertedNanos()), Figures.time(trip.deletedNanos()), RoundTrip.TIMES)
                        : "DIFFERENT: a row inserted by SQL does not appear in memory: " + trip.trouble());
        return trip.isSeen() ? 0 : 1;
    }

    /** Compares the queries and prints the results. Returns the exit code. */
    static int compare(Shop shop, Function<VideoShop, List<Query>> queries, Terminal terminal) {
        Set<Verdict> verdicts =
                new Comparison(terminal).run(queries.apply(shop.overSql()), queries.apply(shop.fromMemory()));
        return verdicts.contains(Verdict.DIFFERENT) ? 1 : 0;
    }

    /** Prints an explanation of a failure. The demo's own exceptions contain it in their messages. */
    private static int explain(Exception failure, CommandLine commandLine, @Nullable ParseResult arguments) {
        if (isStopping()) {
            return CANNOT_RUN; // Ctrl-C has stopped the database, so failures are expected
        }
        PrintWriter err = commandLine.getErr();
        err.println("demo: "
                + (Failures.isSelfExplanatory(failure)
                        ? failure.getMessage()
                        : "The demo failed: " + Failures.text(failure) + " (-v shows where)."));
        if (commandLine.getParseResult().hasMatchedOption("--verbose")) {
            failure.printStackTrace(err);
        }
        err.flush();
        return CANNOT_RUN;
    }

    /** Returns whether the JVM is shutting down. */
    private static boolean isStopping() {
        try {
            Runtime.getRuntime().removeShutdownHook(new Thread());
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }
}
