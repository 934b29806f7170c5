package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import com.speedment.runtime.core.Speedment;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.Spliterator;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.BaseStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.StreamTwins.Arguments;
import org.speedwell.accelerator.stream.StreamTwins.Twin;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.SakilaApplicationBuilder;

/**
 * Every method of the four kinds of streams, on every stage, compared with the JDK's stream of the same list. It
 * includes stages that are unused, used twice, closed at any moment, refuse an argument, or fail.
 *
 * <p>{@code -Dspeedwell.contracts=N} sets the number of random scripts, {@code -Dspeedwell.seed=S} the first seed. A
 * failure names the seed of its script.
 */
@Tag("oracle")
@Tag("fault")
class StreamTwinsTest {
    private static final int SCRIPTS = Integer.getInteger("speedwell.contracts", 2_000);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_122);
    private static final int LONGEST_SCRIPT = 14;

    private static final Speedment APP = EntityTable.offline(new SakilaApplicationBuilder());
    private static final List<Film> FILMS;
    private static final TableStore<Film> TABLE;

    static {
        FILMS = SakilaFilms.list(APP, 5, 12, 10);
        for (int i = 0; i < FILMS.size(); i++) {
            FILMS.get(i).setFilmId(5 + 7 * i);
        }
        TABLE = SakilaFilms.of(APP, FILMS, new EntityTable.Layout(true, 10, true))
                .table();
    }

    private static final class Watch implements RecordedStream.Watch {
        @Override
        public <R extends @Nullable Object> R answer(String operations, boolean isParallel, Supplier<R> terminal) {
            return terminal.get();
        }
    }

    /** The source of our streams. */
    enum Source {
        TABLE(() -> EntityStream.of(StreamTwinsTest.TABLE, false)),
        WATCHED_AND_ROUTED(() -> RecordedStream.watched(
                RoutedStream.of(EntityStream.of(StreamTwinsTest.TABLE, false), FILMS::stream), new Watch()));

        @SuppressWarnings("ImmutableEnumChecker") // the source reads a table
        private final Supplier<Stream<Film>> films;

        Source(Supplier<Stream<Film>> films) {
            this.films = films;
        }

        StreamTwins twins() {
            return twins(0, null);
        }

        StreamTwins twins(int failAt, @Nullable Throwable failure) {
            return new StreamTwins(name(), films.get(), FILMS, failAt, failure);
        }
    }

    /** The first two calls of a script. */
    private interface Play {
        void play(boolean parallel, Arguments arguments, Method first, Method second);
    }

    @AfterAll
    static void stop() {
        APP.stop();
    }

    /** Plays every method, and after each method that returns a stage every method of that stage. */
    private static void everyPair(Source source, Play play) {
        int pair = 0;
        for (Method first : StreamTwins.METHODS.getOrDefault(Stream.class, List.of())) {
            for (Arguments arguments :
                    source == Source.TABLE ? Arguments.values() : new Arguments[] {Arguments.OPAQUE}) {
                StreamTwins twins = source.twins();
                Twin next = twins.call(twins.last(), first, arguments);
                for (Method second : next == null ? twins.last().methods() : next.methods()) {
                    play.play(pair++ % 3 == 0, arguments, first, second);
                }
            }
        }
    }

    private static StreamTwins start(Source source, boolean parallel) {
        StreamTwins twins = source.twins();
        if (parallel) {
            twins.call(twins.last(), "parallel");
        }
        return twins;
    }

    @ParameterizedTest
    @EnumSource
    void closeHandlersOfEveryStageRunInOrder(Source source) {
        everyPair(source, (parallel, arguments, first, second) -> {
            for (boolean fromTheStart : List.of(false, true)) {
                StreamTwins twins = start(source, parallel);
                Twin start = twins.last();
                twins.onClose(start, "a", false);
                twins.call(start, first, arguments);
                twins.onClose(twins.last(), "b", true);
                twins.call(twins.last(), second, arguments);
                twins.onClose(twins.last(), "c", true);
                twins.call(twins.last(), "iterator");
                twins.call(fromTheStart ? start : twins.last(), "close");
                twins.call(fromTheStart ? twins.last() : start, "close");
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void stageIsUsedOnce(Source source) {
        everyPair(source, (parallel, arguments, first, second) -> {
            StreamTwins twins = start(source, parallel);
            Twin start = twins.last();
            twins.call(start, first, arguments);
            if (start.methods().contains(second)) {
                twins.call(start, second, arguments);
            }
            twins.call(start, "sequential");
            twins.call(twins.last(), "iterator");
            twins.call(start, "count");
        });
    }

    @ParameterizedTest
    @EnumSource
    void exceptionOfAFunctionIsPassedOnUnchanged(Source source) {
        List<Throwable> failures = List.of(new Checked(), new Severe(), new Unchecked());
        everyPair(source, (parallel, arguments, first, second) -> {
            if (parallel
                    || first.getName().equals("parallel")
                    || second.getName().equals("parallel")) {
                return; // it is undefined which call fails
            }
            for (int failAt : List.of(1, 9)) {
                StreamTwins twins = source.twins(failAt, failures.get(failAt % failures.size()));
                twins.call(twins.last(), first, arguments);
                twins.call(twins.last(), second, arguments);
                twins.call(twins.last(), "count");
                twins.call(twins.last(), "close");
            }
        });
    }

    private static final class Checked extends Exception {
        private static final long serialVersionUID = 1L;

        Checked() {
            super("checked", null, false, false);
        }
    }

    private static final class Severe extends Error {
        private static final long serialVersionUID = 1L;

        Severe() {
            super("severe", null, false, false);
        }
    }

    private static final class Unchecked extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unchecked() {
            super("unchecked", null, false, false);
        }
    }

    @ParameterizedTest
    @EnumSource
    void exceptionInParallelKeepsItsType(Source source) {
        for (Throwable failure : List.of(new IOException("checked"), new AssertionError("severe"), new Unchecked())) {
            for (String terminal : List.of("toList", "toArray", "count", "findFirst", "findAny", "iterator")) {
                StreamTwins twins = source.twins(1, failure);
                Twin start = twins.last();
                twins.call(start, "parallel");
                twins.call(start, twins.method(start, "filter", java.util.function.Predicate.class), Arguments.OPAQUE);
                twins.call(twins.last(), terminal);
            }
        }
    }

    /**
     * Checks the stage after a refused argument. Our streams may remain usable when the JDK's do not, as after
     * {@code sorted(null)}.
     */
    @ParameterizedTest
    @EnumSource
    void refusedArgumentDoesNotChangeTheStage(Source source) {
        everyPair(source, (parallel, arguments, first, second) -> {
            for (int refused = 0; refused < second.getParameterCount(); refused++) {
                StreamTwins twins = start(source, parallel);
                twins.call(twins.last(), first, arguments);
                Twin stage = twins.last();
                if (!stage.methods().contains(second) || isUsed(first)) {
                    continue;
                }
                UserCode code = new UserCode(0, null);
                @Nullable Object[] values = new @Nullable Object[second.getParameterCount()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = code.argument(second, i);
                }
                Class<?> type = second.getParameterTypes()[refused];
                boolean isSize =
                        second.getName().equals("skip") || second.getName().equals("limit");
                if (type.isPrimitive() && !isSize || type == Object.class) {
                    continue; // an identity may be any value
                }
                values[refused] = isSize ? (Object) (-1L) : null;
                @Nullable Throwable expected = refusal(stage.jdk(), second, values);
                @Nullable Throwable actual = refusal(stage.ours(), second, values);
                if (expected == null) {
                    continue; // after gather, the JDK accepts collectors with missing parts
                }
                assertThat(actual)
                        .as("%s.%s refused %d", twins, second.getName(), refused)
                        .hasSameClassAs(expected);
                if (isUsable(stage.jdk())) {
                    assertThat(isUsable(stage.ours()))
                            .as("%s.%s refused %d", twins, second.getName(), refused)
                            .isTrue();
                }
            }
        });
    }

    private static boolean isUsed(Method terminal) {
        return !BaseStream.class.isAssignableFrom(terminal.getReturnType())
                && !terminal.getName().equals("isParallel");
    }

    /** Returns whether a method sorts entities by their natural order, which fails. */
    private static boolean isNaturalSort(Method method) {
        return method.getName().equals("sorted")
                && method.getParameterCount() == 0
                && method.getDeclaringClass() == Stream.class;
    }

    private static @Nullable Throwable refusal(BaseStream<?, ?> stream, Method method, @Nullable Object[] values) {
        try {
            method.invoke(stream, values);
            return null;
        } catch (InvocationTargetException e) {
            return e.getCause();
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isUsable(BaseStream<?, ?> stream) {
        try {
            var _ = stream.onClose(() -> {}).iterator();
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    /**
     * Checks that an iterator proceeds element by element. No function runs early, and closing the stream does not stop
     * it.
     */
    @ParameterizedTest
    @EnumSource
    void iteratorsAreLazy(Source source) {
        for (boolean cursor : List.of(true, false)) {
            for (Method operation : StreamTwins.METHODS.getOrDefault(Stream.class, List.of())) {
                if (isUsed(operation)
                        || isNaturalSort(operation)
                        || operation.getName().startsWith("flatMap")) {
                    continue; // films have no natural order, and the JDK's flatMap fills a buffer first
                }
                UserCode ours = new UserCode(0, null);
                UserCode theirs = new UserCode(0, null);
                try (Stream<Film> mine = source.films.get();
                        Stream<Film> yours = FILMS.stream()) {
                    Steps actual = Steps.of(stage(mine, operation, ours), cursor);
                    Steps expected = Steps.of(stage(yours, operation, theirs), cursor);
                    assertThat(ours.calls()).as(operation.toString()).isZero();
                    for (int i = 0; ; i++) {
                        Object element = expected.next();
                        assertThat(actual.next())
                                .as("%s, element %d", operation, i)
                                .isEqualTo(element);
                        assertThat(ours.calls())
                                .as("%s, element %d", operation, i)
                                .isLessThanOrEqualTo(theirs.calls());
                        if (element == null) {
                            break;
                        }
                        if (i == 1) {
                            mine.close();
                            yours.close();
                        }
                    }
                }
            }
        }
    }

    private static BaseStream<?, ?> stage(Stream<Film> films, Method operation, UserCode code) {
        try {
            Object[] arguments = IntStream.range(0, operation.getParameterCount())
                    .mapToObj(i -> code.argument(operation, i))
                    .toArray();
            Object result = operation.invoke(films, arguments);
            return result instanceof BaseStream<?, ?> stage ? stage : films;
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(operation.toString(), e);
        }
    }

    /** A source of elements as text. It returns null after the last. */
    private interface Steps {
        @Nullable
        String next();

        static Steps of(BaseStream<?, ?> stream, boolean cursor) {
            if (cursor) {
                Iterator<?> iterator = stream.iterator();
                return () -> iterator.hasNext() ? UserCode.text(iterator.next()) : null;
            }
            Spliterator<?> spliterator = stream.spliterator();
            return () -> {
                List<String> one = new ArrayList<>();
                return spliterator.tryAdvance(element -> one.add(UserCode.text(element))) ? one.getFirst() : null;
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings("NullAway") // on purpose
    void spliteratorsObeyTheirCharacteristics(Source source) {
        everyPair(source, (parallel, arguments, first, second) -> {
            if (isUsed(first) || isUsed(second) || isNaturalSort(first) || isNaturalSort(second)) {
                return;
            }
            StreamTwins twins = start(source, parallel);
            twins.call(twins.last(), first, arguments);
            twins.call(twins.last(), second, arguments);
            if (twins.isDiverged()) {
                return;
            }
            List<String> expected = new ArrayList<>();
            twins.last().jdk().spliterator().forEachRemaining(element -> expected.add(UserCode.text(element)));
            Spliterator<?> whole = twins.last().ours().spliterator();
            assertThatNullPointerException().isThrownBy(() -> whole.tryAdvance(null));
            assertThatNullPointerException().isThrownBy(() -> whole.forEachRemaining(null));
            List<@Nullable Object> all = new ArrayList<>();
            traverse(whole, all, 0, twins.toString());
            List<String> actual = all.stream().map(UserCode::text).toList();
            if (parallel && List.of(first.getName(), second.getName()).contains("unordered")) {
                return; // any elements are correct
            }
            assertThat(actual).as(twins::toString).isEqualTo(expected);
        });
    }

    private static <T> void traverse(Spliterator<T> of, List<@Nullable Object> all, int depth, String script) {
        long size = of.getExactSizeIfKnown();
        int before = all.size();
        Spliterator<T> prefix = depth < 3 ? of.trySplit() : null;
        if (prefix != null) {
            if (of.hasCharacteristics(Spliterator.SUBSIZED)) {
                assertThat(prefix.hasCharacteristics(Spliterator.SIZED | Spliterator.SUBSIZED))
                        .as(script)
                        .isTrue();
                assertThat(prefix.estimateSize() + of.estimateSize()).as(script).isEqualTo(size);
            }
            traverse(prefix, all, depth + 1, script);
            traverse(of, all, depth + 1, script);
        } else {
            of.tryAdvance(all::add);
            of.forEachRemaining(all::add);
        }
        assertThat(of.tryAdvance(element -> all.add("one too many"))).as(script).isFalse();
        List<@Nullable Object> mine = all.subList(before, all.size());
        if (size >= 0) {
            assertThat(mine).as(script).hasSize((int) size);
        }
        if (of.hasCharacteristics(Spliterator.NONNULL)) {
            assertThat(mine).as(script).doesNotContainNull();
        }
        if (of.hasCharacteristics(Spliterator.DISTINCT)) {
            Set<@Nullable Object> seen = new HashSet<>(mine);
            assertThat(seen).as(script).hasSameSizeAs(mine);
        }
        if (of.hasCharacteristics(Spliterator.SORTED)) {
            @SuppressWarnings("unchecked") // sorted elements are comparable
            Comparator<@Nullable Object> order = of.getComparator() == null
                    ? (Comparator<@Nullable Object>) (Comparator<?>) Comparator.naturalOrder()
                    : (Comparator<@Nullable Object>) of.getComparator();
            assertThat(mine).as(script).isSortedAccordingTo(order);
        }
    }

    @Test
    void randomScriptsHaveTheSameOutcomes() {
        for (long seed = SEED; seed < SEED + SCRIPTS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Source source = Source.values()[random.nextInt(Source.values().length)];
            boolean fails = random.nextInt(4) == 0;
            StreamTwins twins = source.twins(fails ? 1 + random.nextInt(20) : 0, fails ? new Checked() : null);
            try {
                play(twins, random, fails);
            } catch (AssertionError e) {
                throw new AssertionError("-Dspeedwell.contracts=1 -Dspeedwell.seed=" + seed, e);
            }
        }
    }

    private static void play(StreamTwins twins, SplittableRandom random, boolean fails) {
        int handlers = 0;
        for (int step = random.nextInt(LONGEST_SCRIPT); step >= 0; step--) {
            // Mostly the last stage, otherwise any, which may be used already
            List<Twin> stages = twins.stages();
            Twin on = random.nextInt(4) > 0 ? stages.getLast() : stages.get(random.nextInt(stages.size()));
            if (random.nextInt(5) == 0) {
                twins.onClose(on, "h" + handlers++, random.nextInt(3) == 0);
                continue;
            }
            Method method = on.methods().get(random.nextInt(on.methods().size()));
            boolean isEnd = isUsed(method) && random.nextInt(3) > 0;
            boolean isRefused = method.getName().equals("parallel") && fails; // it is undefined which call fails
            if (isEnd || isRefused) {
                continue; // makes pipelines longer
            }
            twins.call(on, method, random.nextBoolean() ? Arguments.OPAQUE : Arguments.FIELDS);
        }
        twins.call(twins.last(), "iterator");
        twins.call(twins.last(), "close");
    }
}
