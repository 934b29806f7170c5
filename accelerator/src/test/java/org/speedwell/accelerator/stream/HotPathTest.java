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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.speedwell.accelerator.ForkedJvm;

/**
 * The contract of the hot path: what the compiler makes of {@link HotQueries}, as it tells itself, in a JVM of its own that has
 * also run every other kind of pipeline.
 */
class HotPathTest {
    private static final String ROOT = "org.speedwell.accelerator.";

    /** Up to here a method is inlined however seldom the compiler has seen its call: HotSpot's {@code MaxInlineSize}. */
    private static final int INLINED_BYTES = 35;

    private static final int QUERIES = 1_000;
    private static final int ROUNDS = 200;

    /** The head of what is told of a method compiled by C2: its own name. */
    private static final Pattern COMPILED = Pattern.compile(" 4 +\\S+\\.HotQueries::(\\w+) \\(\\d+ bytes\\)");

    /** A call in a compiled method: whose it is, and what became of it. */
    private static final Pattern CALL = Pattern.compile(" @ \\d+ +(\\S+)::(\\S+) \\(.*?\\) +(.*)");

    /** Where streams and predicates are handed on: one call that is left a call, and they must be made. */
    private static final Pattern GIVEN_THEM =
            Pattern.compile("^org\\.speedwell\\.accelerator\\.(stream|filter|plan)\\.");

    /** What each query allocates, in bytes, and what was inlined into it, line by line. */
    private static final Map<String, Long> BYTES = new HashMap<>();

    private static final Map<String, List<String>> CALLS = new HashMap<>();

    @BeforeAll
    static void compile(@TempDir Path folder) throws IOException, InterruptedException {
        String queries = HotQueries.class.getName() + "::*";
        List<String> flags = List.of(
                "-Xbatch", // what is inlined must not depend on when the compiler finds the time
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
                CALLS.put(compiled.group(1), calls); // in place of a former compilation
            } else if (CALL.matcher(line).find()) {
                calls.add(line);
            } else {
                calls = new ArrayList<>();
            }
        }
    }

    /** Prints what each query allocates, once compiled. */
    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            NoEntityTest.PIPELINES
                    .values()
                    .forEach(pipeline ->
                            assertThat(pipeline.apply(NoEntityTest.films())).isNotNull());
        }
        tell(HotQueries.FAST);
        tell(HotQueries.SLOW);
        System.exit(0);
    }

    private static void tell(Map<String, Runnable> queries) {
        Map<String, Long> bytes = new TreeMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            queries.forEach((name, query) -> bytes.merge(name, bytes(query), Math::min));
        }
        bytes.forEach((name, least) -> System.out.println("bytes " + name + " " + least / QUERIES));
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
    void aQueryAllocatesItsResultAndNothingElse(String query, long bytes) {
        assertThat(BYTES.get(query)).as(() -> told(query)).isLessThanOrEqualTo(bytes);
    }

    @Test
    void theFirstRowIsAllThatIsMade() {
        assertThat(BYTES.get("first")).as(() -> told("first")).isLessThanOrEqualTo(BYTES.get("entity"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            count       | EntityStream::filter KeyComparison::column KeyComparison::key FilteredStream::count KeyQuery::count
            countOfEnum | EntityStream::filter KeyComparison::column KeyComparison::key FilteredStream::count KeyQuery::count
            first       | EntityStream::filter KeyComparison::column KeyComparison::key FilteredStream::findFirst
            window      | EntityStream::sorted EntityStream::skip EntityStream::limit IntColumnStream::summaryStatistics
            """)
    void aQueryIsCompiledIntoTheCodeOfItsUser(String query, String methods) {
        assertThat(calls(query).filter(HotPathTest::isInlined).map(HotPathTest::name))
                .as(() -> told(query))
                .contains(methods.split(" ", -1));
        assertThat(calls(query).filter(call -> GIVEN_THEM.matcher(call.group(1)).find() && !isInlined(call)))
                .as(() -> told(query))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "slowCount, NonInlinedCalls::count, PlannedTerminals::count",
        "slowFirst, NonInlinedCalls::first, PlannedTerminals::first",
        "slowRange, NonInlinedCalls::countRange, KeyQuery::countRange",
        "window, IntColumnStream::acceptBySlowPath, IntColumnStream::acceptOrdered"
    })
    void aSlowPathStaysACall(String query, String way, String target) {
        List<String> names = calls(query).map(HotPathTest::name).toList();

        assertThat(names).as(() -> told(query)).contains(way);
        assertThat(names).as(() -> told(query)).doesNotContain(target);
    }

    /** Shared by many pipelines, of which the compiler may find this one a seldom one; no methods named: all of the class. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            expression.KeyComparison |
            stream.EntityStream      | <init> of filter skip limit next linkTo
            stream.FilteredStream    | isShort
            stream.TableStream       | <init> link requireUnlinked
            stream.SingleUseStage    | <init> link requireUnlinked
            stream.StreamState       | <init> isParallel profile
            stream.NonInlinedCalls          | count first countRange
            stream.IntColumnStream   | <init> acceptBySlowPath
            plan.Logical             | isWhole hasWindow
            store.TableStore         | indexOf place index ref rows keepAlive
            index.SortedIndex        | count through row
            """)
    void whatEveryPipelineCallsIsSmall(String type, @Nullable String names) throws IOException {
        Map<String, Integer> sizes = sizes(ROOT + type);
        Set<String> small = names == null ? sizes.keySet() : Set.of(names.split(" ", -1));

        assertThat(sizes).containsKeys(small.toArray(String[]::new));
        sizes.keySet().retainAll(small);
        assertThat(sizes).allSatisfy((_, size) -> assertThat(size).isLessThanOrEqualTo(INLINED_BYTES));
    }

    /** The bytes of code of each method, of overloads those of the largest. */
    private static Map<String, Integer> sizes(String type) throws IOException {
        try (InputStream in = HotPathTest.class.getResourceAsStream("/" + type.replace('.', '/') + ".class")) {
            return ClassFile.of().parse(requireNonNull(in).readAllBytes()).methods().stream()
                    .flatMap(method -> method.findAttribute(Attributes.code()).stream()
                            .map(code -> Map.entry(method.methodName().stringValue(), code.codeLength())))
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Math::max, TreeMap::new));
        }
    }

    /** The calls in a query that are of this project's methods. */
    private static Stream<Matcher> calls(String query) {
        return CALLS.getOrDefault(query, List.of()).stream()
                .map(CALL::matcher)
                .filter(call -> call.find() && call.group(1).startsWith(ROOT));
    }

    private static boolean isInlined(Matcher call) {
        return !call.group(3).startsWith("failed");
    }

    /** Class and method. */
    private static String name(Matcher call) {
        return call.group(1).substring(call.group(1).lastIndexOf('.') + 1) + "::" + call.group(2);
    }

    private static String told(String query) {
        return query + " allocates " + BYTES.get(query) + " bytes\n"
                + String.join("\n", CALLS.getOrDefault(query, List.of("and is not compiled")));
    }
}
