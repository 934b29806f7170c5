package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.speedwell.accelerator.ForkedJvm;

/**
 * The contract of the hot path: the code that C2 compiles {@link HotQueries} to, according to its own log. A separate
 * JVM compiles them after it has run every other kind of pipeline.
 */
@Tag("forked")
class HotPathTest {
    private static final String ROOT = "org.speedwell.accelerator.";

    /** The size in bytes up to which HotSpot inlines a method even if its call is rare ({@code MaxInlineSize}). */
    private static final int INLINED_BYTES = 35;

    private static final int QUERIES = 1_000;
    private static final int ROUNDS = 200;

    /** The line of the log that names a method that C2 has compiled. */
    private static final Pattern COMPILED = Pattern.compile(" 4 +\\S+\\.HotQueries::(\\w+) \\(\\d+ bytes\\)");

    /** A call in a compiled method: its class, its name, and the decision of the compiler. */
    private static final Pattern CALL = Pattern.compile(" @ \\d+ +(\\S+)::(\\S+) \\(.*?\\) +(.*)");

    /**
     * The packages that receive streams and predicates. One call that is not inlined forces the JVM to allocate them.
     */
    private static final Pattern GIVEN_THEM =
            Pattern.compile("^org\\.speedwell\\.accelerator\\.(stream|filter|plan)\\.");

    /** The bytes that each query allocates. {@link #CALLS} has the log of inlining of each query, line by line. */
    private static final Map<String, Long> BYTES = new HashMap<>();

    private static final Map<String, List<String>> CALLS = new HashMap<>();

    @BeforeAll
    static void compile(@TempDir Path folder) throws IOException, InterruptedException {
        String queries = HotQueries.class.getName() + "::*";
        List<String> flags = List.of(
                "-Xbatch", // inlining must not depend on the time of compilation
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:CompileCommand=quiet",
                "-XX:CompileCommand=dontinline," + queries,
                "-XX:CompileCommand=PrintCompilation," + queries,
                "-XX:CompileCommand=PrintInlining," + queries);
        ForkedJvm.run(folder, flags, HotPathTest.class, List.of(), 300);
        List<String> calls = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("output"))) {
            Matcher compiled = COMPILED.matcher(line);
            if (line.startsWith("bytes ")) {
                String[] words = line.split(" ", -1);
                BYTES.put(words[1], Long.valueOf(words[2]));
            } else if (compiled.find()) {
                calls = new ArrayList<>();
                CALLS.put(compiled.group(1), calls); // replaces an earlier compilation
            } else if (CALL.matcher(line).find()) {
                calls.add(line);
            } else {
                calls = new ArrayList<>();
            }
        }
    }

    /** Prints the bytes that each compiled query allocates. */
    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            NoEntityTest.PIPELINES
                    .values()
                    .forEach(pipeline ->
                            assertThat(pipeline.apply(NoEntityTest.films())).isNotNull());
        }
        print(HotQueries.FAST);
        print(HotQueries.SLOW);
        System.exit(0);
    }

    private static void print(Map<String, Runnable> queries) {
        Map<String, Long> bytes = new TreeMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            queries.forEach((name, query) -> bytes.merge(name, bytes(query), Math::min));
        }
        bytes.forEach((name, min) -> System.out.println("bytes " + name + " " + min / QUERIES));
    }

    private static long bytes(Runnable query) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < QUERIES; i++) {
            query.run();
        }
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    @ParameterizedTest
    @CsvSource({"count, 0", "countOfEnum, 0", "window, 40"})
    void queryAllocatesOnlyItsResult(String query, long bytes) {
        assertThat(BYTES.get(query)).as(() -> report(query)).isLessThanOrEqualTo(bytes);
    }

    @Test
    void findFirstAllocatesOnlyOneEntity() {
        assertThat(BYTES.get("first")).as(() -> report("first")).isLessThanOrEqualTo(BYTES.get("entity"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            count       | EntityStream::filter KeyComparison::column KeyComparison::key FilteredStream::count KeyQuery::count
            countOfEnum | EntityStream::filter KeyComparison::column KeyComparison::key FilteredStream::count KeyQuery::count
            first       | EntityStream::filter KeyComparison::column KeyComparison::key FilteredStream::findFirst
            window      | EntityStream::sorted EntityStream::skip EntityStream::limit IntColumnStream::summaryStatistics
            """)
    void queryIsInlinedIntoItsCaller(String query, String methods) {
        assertThat(calls(query).filter(HotPathTest::isInlined).map(HotPathTest::name))
                .as(() -> report(query))
                .contains(methods.split(" ", -1));
        assertThat(calls(query).filter(call -> GIVEN_THEM.matcher(call.group(1)).find() && !isInlined(call)))
                .as(() -> report(query))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "slowCount, NonInlinedCalls::count, PlannedTerminals::count",
        "slowFirst, NonInlinedCalls::first, PlannedTerminals::first",
        "slowRange, NonInlinedCalls::countRange, KeyQuery::countRange",
        "window, IntColumnStream::acceptBySlowPath, IntColumnStream::acceptOrdered"
    })
    void slowPathIsNotInlined(String query, String way, String target) {
        List<String> names = calls(query).map(HotPathTest::name).toList();

        assertThat(names).as(() -> report(query)).contains(way);
        assertThat(names).as(() -> report(query)).doesNotContain(target);
    }

    /**
     * Checks the methods that many pipelines share. The compiler may regard their calls by one pipeline as rare. An
     * empty column means all methods.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            expression.KeyComparison |
            stream.EntityStream      | <init> of filter skip limit next linkTo
            stream.FilteredStream    | isShort
            stream.TableStream       | <init> link requireUnlinked
            stream.SingleUseStage    | <init> link requireUnlinked
            stream.StreamState       | <init> isParallel trace
            stream.NonInlinedCalls   | count first countRange
            stream.IntColumnStream   | <init> acceptBySlowPath
            plan.Logical             | isWhole hasWindow
            store.TableStore         | indexOf place index ref rows keepAlive
            index.SortedIndex        | count through row
            """)
    void sharedMethodsAreSmall(String type, @Nullable String names) throws IOException {
        Map<String, Integer> sizes = sizes(ROOT + type);
        Set<String> small = names == null ? sizes.keySet() : Set.of(names.split(" ", -1));

        assertThat(sizes).containsKeys(small.toArray(String[]::new));
        sizes.keySet().retainAll(small);
        assertThat(sizes).allSatisfy((_, size) -> assertThat(size).isLessThanOrEqualTo(INLINED_BYTES));
    }

    /** Returns the bytes of code of each method; for overloads, those of the largest. */
    private static Map<String, Integer> sizes(String type) throws IOException {
        try (InputStream in = HotPathTest.class.getResourceAsStream("/" + type.replace('.', '/') + ".class")) {
            return ClassFile.of().parse(requireNonNull(in).readAllBytes()).methods().stream()
                    .flatMap(method -> method.findAttribute(Attributes.code()).stream()
                            .map(code -> Map.entry(method.methodName().stringValue(), code.codeLength())))
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Math::max, TreeMap::new));
        }
    }

    /** Returns the calls of this project's methods in a query. */
    private static Stream<Matcher> calls(String query) {
        return CALLS.getOrDefault(query, List.of()).stream()
                .map(CALL::matcher)
                .filter(call -> call.find() && call.group(1).startsWith(ROOT));
    }

    private static boolean isInlined(Matcher call) {
        return !call.group(3).startsWith("failed");
    }

    /** Returns the class and the method of a call. */
    private static String name(Matcher call) {
        return call.group(1).substring(call.group(1).lastIndexOf('.') + 1) + "::" + call.group(2);
    }

    private static String report(String query) {
        return query + " allocates " + BYTES.get(query) + " bytes\n"
                + String.join("\n", CALLS.getOrDefault(query, List.of("and is not compiled")));
    }
}
