package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.speedwell.accelerator.query.ColumnCollectors.countingDistinct;
import static org.speedwell.accelerator.query.ColumnCollectors.groupingBy;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.speedwell.sakila.Film;

/**
 * The memory that the most frequent queries allocate once they are compiled. A separate JVM measures them after it has
 * run every other kind of pipeline. Its compiler therefore inlines what it would inline in an application.
 */
@Tag("forked")
class AllocationTest {
    private static final int QUERIES = 50_000;
    private static final int ROUNDS = 100;

    /** The queries of the article. */
    enum Query {
        COUNT(
                90,
                () -> EntityStream.of(NoEntityTest.TABLE, false)
                        .filter(Film.LENGTH.greaterThan(60))
                        .count()),
        /** The statistics of a window. They are the result and take 40 bytes. */
        WINDOW(
                80,
                () -> EntityStream.of(NoEntityTest.TABLE, false)
                        .sorted(Film.LENGTH.reversed())
                        .skip(745)
                        .limit(5)
                        .mapToInt(Film.RENTAL_DURATION.asInt())
                        .summaryStatistics()
                        .getSum()),
        /** A count of distinct titles. A thousand titles, read as strings, would take ten times as much. */
        DISTINCT(
                4_000,
                () -> EntityStream.of(NoEntityTest.TABLE, false)
                        .map(Film.TITLE)
                        .distinct()
                        .count()),
        /** A sum over a thousand rows. A list of these rows alone would take as much. */
        SUM(
                4_000,
                () -> EntityStream.of(NoEntityTest.TABLE, false)
                        .filter(Film.LENGTH.notEqual(7))
                        .mapToInt(Film.FILM_ID)
                        .summaryStatistics()
                        .getCount()),
        /** Groups of two rows. Buffers for a thousand rows would take six times as much. */
        GROUPS_OF_FEW_ROWS(
                10_000,
                () -> EntityStream.ofRows(NoEntityTest.TABLE, new int[] {2, 3}, FallbackListener.SILENT)
                        .collect(groupingBy(Film.RATING, countingDistinct(Film.LENGTH)))
                        .size());

        /** The limit of the allocated bytes per query. */
        private final double bound;

        @SuppressWarnings("ImmutableEnumChecker") // the query reads a table
        private final LongSupplier run;

        Query(double bound, LongSupplier run) {
            this.bound = bound;
            this.run = run;
        }
    }

    /** The bytes that each query allocates. */
    private static final Map<Query, Double> BYTES = new EnumMap<>(Query.class);

    @BeforeAll
    static void run() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--"))
                .forEach(command::add);
        command.add("-Xbatch"); // inlining must not depend on the time of compilation
        command.addAll(List.of("-cp", System.getProperty("surefire.test.class.path", classPath())));
        command.add(AllocationTest.class.getName());
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<String> output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();

        assertThat(process.waitFor()).as("%s", output).isZero();
        for (String line : output) {
            String[] words = line.split(" ", -1);
            if (words[0].equals("bytes")) {
                BYTES.put(Query.valueOf(words[1]), Double.valueOf(words[2]));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void hotQueryAllocatesOnlyItsResult(Query query) {
        assertThat(BYTES.get(query)).isLessThan(query.bound);
    }

    private static String classPath() {
        return System.getProperty("java.class.path");
    }

    /** Prints the bytes that each query allocates. */
    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            NoEntityTest.PIPELINES
                    .values()
                    .forEach(pipeline ->
                            assertThat(pipeline.apply(NoEntityTest.films())).isNotNull());
        }
        for (Query query : Query.values()) {
            System.out.println("bytes " + query + " " + bytesPerQuery(query));
        }
        System.exit(0);
    }

    private static double bytesPerQuery(Query query) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        double least = Double.MAX_VALUE;
        long sum = 0;
        // The smallest round measures compiled code
        for (int round = 0; round < ROUNDS && least >= query.bound; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < QUERIES; i++) {
                sum += query.run.getAsLong();
            }
            least = Math.min(least, (double) (threads.getCurrentThreadAllocatedBytes() - before) / QUERIES);
        }
        System.out.println("sum " + sum); // the compiler could drop an unused result
        return least;
    }
}
