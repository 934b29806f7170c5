package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.speedwell.sakila.Film;

/**
 * What the hottest queries allocate, once compiled, in a JVM of their own that has also run every other kind of pipeline:
 * what the compiler leaves out then, it leaves out in an application.
 */
class AllocationTest {
    private static final int QUERIES = 50_000;
    private static final int ROUNDS = 100;

    /** The article's kind of queries. */
    enum Query {
        COUNT(() -> EntityStream.of(NoEntityTest.TABLE, false)
                .filter(Film.LENGTH.greaterThan(60))
                .count()),
        /** Its statistics, which are the result, take 40 bytes. */
        WINDOW(() -> EntityStream.of(NoEntityTest.TABLE, false)
                .sorted(Film.LENGTH.reversed())
                .skip(745)
                .limit(5)
                .mapToInt(Film.RENTAL_DURATION.asInt())
                .summaryStatistics()
                .getSum()),
        /** A thousand titles, read as strings, would take ten times as much. */
        DISTINCT(() -> EntityStream.of(NoEntityTest.TABLE, false)
                .map(Film.TITLE)
                .distinct()
                .count()),
        /** A list of the thousand rows would take as much by itself. */
        SUM(() -> EntityStream.of(NoEntityTest.TABLE, false)
                .filter(Film.LENGTH.notEqual(7))
                .mapToInt(Film.FILM_ID)
                .summaryStatistics()
                .getCount());

        @SuppressWarnings("ImmutableEnumChecker") // reads a table
        private final LongSupplier run;

        Query(LongSupplier run) {
            this.run = run;
        }
    }

    @ParameterizedTest
    @CsvSource({"COUNT, 90", "WINDOW, 80", "DISTINCT, 4000", "SUM, 4000"})
    void aHotQueryAllocatesNothingButItsResult(Query query, double bound) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--"))
                .forEach(command::add);
        command.add("-Xbatch"); // what is inlined must not depend on when the compiler finds the time
        command.addAll(List.of("-cp", System.getProperty("surefire.test.class.path", classPath())));
        command.addAll(List.of(AllocationTest.class.getName(), query.name(), String.valueOf(bound)));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<String> output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();

        assertThat(process.waitFor()).as("%s", output).isZero();
        assertThat(Double.parseDouble(output.getLast())).as("%s", output).isLessThan(bound);
    }

    private static String classPath() {
        return System.getProperty("java.class.path");
    }

    /** Prints, last, the bytes that a query allocates; arguments are the query and the bytes that are few enough. */
    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            NoEntityTest.PIPELINES
                    .values()
                    .forEach(pipeline ->
                            assertThat(pipeline.apply(NoEntityTest.films())).isNotNull());
        }
        System.out.println(bytesPerQuery(Double.parseDouble(args[1]), Query.valueOf(args[0]).run));
        System.exit(0);
    }

    private static double bytesPerQuery(double bound, LongSupplier query) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        double least = Double.MAX_VALUE;
        long sum = 0;
        // The least of the rounds is that of compiled code
        for (int round = 0; round < ROUNDS && least >= bound; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < QUERIES; i++) {
                sum += query.getAsLong();
            }
            least = Math.min(least, (double) (threads.getCurrentThreadAllocatedBytes() - before) / QUERIES);
        }
        System.out.println(sum); // a result that nobody uses need not be computed
        return least;
    }
}
