package org.speedwell.demo;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.speedwell.demo.shop.Query;
import org.speedwell.demo.shop.VideoShop;
import org.speedwell.schema.Database;
import picocli.CommandLine;

/**
 * A run of the demo in this JVM with a command line.
 *
 * @param code the exit code
 * @param out the standard output
 * @param err the standard error output
 */
record DemoRun(int code, String out, String err) {

    static DemoRun of(String... arguments) {
        return of(VideoShop::queries, arguments);
    }

    static DemoRun of(Function<VideoShop, List<Query>> queries, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine demo = SakilaDemo.commandLine(new SakilaDemo(queries))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err));
        int code = demo.execute(arguments);
        demo.getOut().flush();
        demo.getErr().flush();
        return new DemoRun(code, out.toString(), err.toString());
    }

    /** Returns the arguments that name a database, followed by {@code more}. */
    static String[] on(Database database, String... more) {
        return Stream.concat(
                        Stream.of(
                                "--url",
                                database.url(""),
                                "--user",
                                database.user(),
                                "--password",
                                database.password()),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    /** Returns a command, the arguments that name a database, and {@code more}. */
    static String[] with(String command, Database database, String... more) {
        return Stream.concat(Stream.of(command), Stream.of(on(database, more))).toArray(String[]::new);
    }

    /** Returns the column of verdicts in the printed table. */
    List<String> verdicts() {
        return out.lines()
                .map(line -> line.split("[|│]", -1))
                .filter(cells -> cells.length == 9)
                .map(cells -> cells[4].strip())
                .filter(verdict -> !verdict.equals("answers"))
                .toList();
    }
}
