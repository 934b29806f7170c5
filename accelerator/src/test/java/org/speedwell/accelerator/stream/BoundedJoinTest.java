package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.common.tuple.Tuple2;
import com.speedment.common.tuple.Tuples;
import com.speedment.runtime.core.Speedment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.ForkedJvm;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.eval.BlockConditions;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expression.FilterResolver;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.join.MatchRule;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.memory.MemoryBudgetException;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.plan.JoinQuery;
import org.speedwell.accelerator.plan.JoinedTable;
import org.speedwell.accelerator.plan.JoinedTable.Kind;
import org.speedwell.accelerator.plan.JoinedTable.Link;
import org.speedwell.accelerator.query.Aggregation;
import org.speedwell.accelerator.query.ColumnCollectors;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Tables;
import org.speedwell.accelerator.stream.TupleMaker.Shape;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.SakilaApplicationBuilder;

/**
 * The memory of a join of many tuples. If a limit follows a sort, the join keeps the first tuples only. The memory
 * budget counts everything else that it keeps, and refuses too much.
 */
@Tag("oracle")
@Tag("fault")
@Tag("forked")
class BoundedJoinTest {
    private static final Speedment APP = EntityTable.offline(new SakilaApplicationBuilder());

    /** The memory budget in bytes. A sort or set of 160,000 tuples takes more than three times as much. */
    private static final int BUDGET = 1 << 20;

    private static final int ROWS = 400;

    private static final TupleMaker<Tuple2<Film, Film>> PAIRS =
            new TupleMaker<>(of -> Tuples.of((Film) present(of[0]), (Film) present(of[1])), Shape.TUPLE, 2);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @AfterAll
    static void stop() {
        APP.stop();
    }

    private static Stream<Tuple2<Film, Film>> pairs(TableStore<Film> films, long budget) {
        return pairs(films, null, budget);
    }

    /** Joins each film with itself. */
    private static Stream<Tuple2<Film, Film>> joined(TableStore<Film> films, long budget) {
        ColumnRef.Ordered id = (ColumnRef.Ordered) Objects.requireNonNull(films.ref(Film.FILM_ID.identifier()));
        return pairs(films, new Link(id, ComparisonOperator.EQUAL, 0, id, MatchRule.OfValues.DATABASE), budget);
    }

    private static Stream<Tuple2<Film, Film>> pairs(TableStore<Film> films, @Nullable Link link, long budget) {
        JoinedTable table = new JoinedTable(films, Kind.INNER, null, null);
        JoinedTable other = new JoinedTable(films, Kind.INNER, link, null);
        JoinQuery query = new JoinQuery(List.of(table, other), new MemoryBudget(budget));
        return JoinStream.of(query, PAIRS, FallbackListener.SILENT, null);
    }

    private static Object present(@Nullable Object entity) {
        return Objects.requireNonNull(entity);
    }

    private static Comparator<Tuple2<Film, Film>> byExpression() {
        return Film.RENTAL_DURATION.asInt().compose(Tuple2.<Film, Film>getter1());
    }

    private static Comparator<Tuple2<Film, Film>> opaque() {
        AtomicInteger compared = new AtomicInteger();
        return (a, b) -> {
            compared.getAndIncrement();
            return Integer.compare(a.get1().getFilmId() % 90, b.get1().getFilmId() % 90);
        };
    }

    private static <R> Function<Stream<Tuple2<Film, Film>>, Stream<R>> query(
            Function<Stream<Tuple2<Film, Film>>, Stream<R>> query) {
        return query;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void topTuplesAreSortedWithinASmallBudget(boolean isParallel) {
        TableStore<Film> films = SakilaFilms.table(APP, ROWS);
        List<Tuple2<Film, Film>> all = pairs(films, Long.MAX_VALUE).toList();

        for (var query : List.of(
                query(s -> s.sorted(byExpression()).limit(3)),
                query(s -> s.sorted(byExpression()).skip(20).limit(30).skip(2)),
                query(s -> s.sorted(byExpression()).findFirst().stream()),
                query(s -> s.sorted(opaque()).limit(3)),
                query(s -> s.sorted(opaque()).skip(20).limit(30)),
                query(s -> s.sorted(opaque()).map(Tuple2.getter1()).limit(3)),
                query(s -> s.map(Tuple2.<Film, Film>getter1())
                        .sorted(Film.RENTAL_DURATION.asInt())
                        .limit(5)),
                query(s -> s.map(Tuple2.<Film, Film>getter1()).distinct()),
                query(s ->
                        s.map(tuple -> tuple.get0().getFilmId() % 70).sorted().limit(5)),
                query(s -> s.map(tuple -> tuple.get0().getFilmId() % 70).distinct()))) {
            Stream<Tuple2<Film, Film>> pairs = pairs(films, BUDGET);
            assertThat(query.apply(isParallel ? pairs.parallel() : pairs).<Object>map(of -> of))
                    .containsExactlyElementsOf(
                            query.apply(all.stream()).<Object>map(of -> of).toList());
        }
    }

    /**
     * Runs a plan that starts the join at the second table, which has few rows. Without the limit it would have to sort
     * all tuples.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void joinInAnotherOrderKeepsOnlyTheTopTuples(boolean isParallel) {
        TableStore<Film> films = numbered(20_000);
        ColumnRef.Ordered rating = (ColumnRef.Ordered) Objects.requireNonNull(films.ref(Film.RATING.identifier()));
        Filter few = Objects.requireNonNull(
                FilterResolver.resolve(films, Film.FILM_ID.lessThan(5), new BlockConditions(Tables.NONE)));
        JoinQuery query = new JoinQuery(
                List.of(
                        new JoinedTable(films, Kind.INNER, null, null),
                        new JoinedTable(
                                films,
                                Kind.INNER,
                                new Link(rating, ComparisonOperator.EQUAL, 0, rating, MatchRule.OfValues.DATABASE),
                                few)),
                new MemoryBudget(BUDGET / 8));
        ExecutionTrace trace = new ExecutionTrace();
        Comparator<Tuple2<Film, Film>> order = byExpression();
        Stream<Tuple2<Film, Film>> stream = JoinStream.of(query, PAIRS, FallbackListener.SILENT, trace);

        List<Tuple2<Film, Film>> first = (isParallel ? stream.parallel() : stream)
                .sorted(order)
                .skip(2)
                .limit(7)
                .toList();

        assertThat(first)
                .isEqualTo(JoinStream.of(
                                new JoinQuery(query.tables(), MemoryBudget.UNLIMITED),
                                PAIRS,
                                FallbackListener.SILENT,
                                null)
                        .toList()
                        .stream()
                        .sorted(order)
                        .skip(2)
                        .limit(7)
                        .toList());
        ExecutionTrace.Ran limited = Objects.requireNonNull(trace.tree());
        ExecutionTrace.Ran sorted = limited.inputs().getFirst().inputs().getFirst();
        assertThat(sorted.what()).isEqualTo("sorted by film.rental_duration, the first 9");
        assertThat(sorted.expected()).isEqualTo(9);
        assertThat(sorted.rows()).isEqualTo(9);
    }

    @Test
    void throwingSortThrowsEvenIfNoElementIsNeeded() {
        TableStore<Film> films = SakilaFilms.table(APP, ROWS);
        Comparator<Tuple2<Film, Film>> throwing = (_, _) -> {
            throw new IllegalStateException("compared");
        };

        assertThatThrownBy(() ->
                        pairs(films, Long.MAX_VALUE).sorted(throwing).limit(0).toList())
                .isInstanceOf(IllegalStateException.class);
        assertThat(pairs(films, Long.MAX_VALUE).sorted(byExpression()).limit(0)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void pipelineThatKeepsAllTuplesIsRefused(boolean isParallel) {
        TableStore<Film> films = SakilaFilms.table(APP, ROWS);
        Map<String, Consumer<Stream<Tuple2<Film, Film>>>> pipelines = Map.of(
                "sorted", s -> s.sorted(byExpression()).forEach(_ -> {}),
                "sorted, filter",
                        s -> s.sorted(byExpression())
                                .filter(_ -> false)
                                .limit(3)
                                .forEach(_ -> {}),
                "sorted opaque", s -> s.sorted(opaque()).forEach(_ -> {}),
                "sorted opaque, long limit",
                        s -> s.sorted(opaque()).limit(100_000).forEach(_ -> {}),
                "distinct", s -> s.distinct().forEach(_ -> {}),
                "iterator", s -> s.sorted(opaque()).iterator().next(),
                "getter",
                        s -> s.map(Tuple2.<Film, Film>getter1())
                                .sorted(Film.RENTAL_DURATION.asInt())
                                .forEach(_ -> {}),
                "numbers", s -> s.mapToLong(tuple -> tuple.hashCode()).sorted().forEach(_ -> {}),
                "distinct numbers",
                        s -> s.mapToInt(System::identityHashCode).distinct().forEach(_ -> {}));

        pipelines.forEach((name, pipeline) -> {
            Stream<Tuple2<Film, Film>> pairs = pairs(films, BUDGET);
            assertThatThrownBy(() -> pipeline.accept(isParallel ? pairs.parallel() : pairs))
                    .as(name)
                    .isInstanceOf(MemoryBudgetException.class)
                    .hasMessageContaining("the memory budget allows 1,048,576");
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void budgetCountsGroupsOfTupleByTuplePipelines(boolean isParallel) {
        TableStore<Film> films = numbered(ROWS);
        Stream<Tuple2<Film, Film>> pairs = pairs(films, BUDGET).limit(1_000_000);

        assertThatThrownBy(() -> aggregate(isParallel ? pairs.parallel() : pairs))
                .isInstanceOf(MemoryBudgetException.class)
                .hasMessageContaining("the memory budget allows 1,048,576");
        assertThat(aggregate(pairs(films, bytesOfGroups(ROWS * ROWS)).limit(1_000_000)))
                .hasSize(ROWS * ROWS);
    }

    @Test
    void budgetCountsTheGroupsOfAllThreads() {
        TableStore<Film> films = numbered(60_000);
        long alone = leastBudget(films);

        // this would suffice for the groups of each of two threads
        assertThatThrownBy(() -> aggregate(joined(films, alone * 3 / 4).parallel()))
                .isInstanceOf(MemoryBudgetException.class);
        assertThat(aggregate(joined(films, 2 * bytesOfGroups(films.rows())).parallel()))
                .hasSize(films.rows());
    }

    /** Returns the smallest budget for the groups of one thread, with an error of at most 10,000 bytes. */
    private static long leastBudget(TableStore<Film> films) {
        long tooSmall = 0;
        long enough = bytesOfGroups(films.rows());
        while (enough - tooSmall > 10_000) {
            long budget = (tooSmall + enough) / 2;
            try {
                aggregate(joined(films, budget));
                enough = budget;
            } catch (MemoryBudgetException e) {
                tooSmall = budget;
            }
        }
        return enough;
    }

    /** Returns films with distinct numbers. */
    private static TableStore<Film> numbered(int rows) {
        List<Film> films = SakilaFilms.list(APP, 1, rows, 10);
        for (int i = 0; i < rows; i++) {
            films.get(i).setFilmId(i);
        }
        return SakilaFilms.of(APP, films, new EntityTable.Layout(true, 10, false))
                .table();
    }

    /** Returns an upper bound for the bytes of groups of one tuple each. */
    private static long bytesOfGroups(int groups) {
        return 64L * groups + (1 << 20);
    }

    private static List<Group> aggregate(Stream<Tuple2<Film, Film>> pairs) {
        return pairs.collect(Aggregation.by(Film.FILM_ID.asInt().compose(Tuple2.<Film, Film>getter0()))
                .by(Film.FILM_ID.asInt().compose(Tuple2.<Film, Film>getter1()))
                .with(ColumnCollectors.counting())
                .into(Group.class));
    }

    /** A group of pairs. */
    record Group(int first, int second, long count) {}

    @Test
    void pipelineIsUsedAndClosedOnce() {
        TableStore<Film> films = SakilaFilms.table(APP, 5);
        List<String> closed = new ArrayList<>();
        Stream<Tuple2<Film, Film>> pairs = pairs(films, BUDGET).onClose(() -> closed.add("first"));
        Stream<Tuple2<Film, Film>> sorted = pairs.sorted(opaque()).onClose(() -> closed.add("second"));
        Stream<Tuple2<Film, Film>> limited = sorted.limit(3).parallel();

        assertThat(pairs.isParallel()).isTrue();
        assertThatThrownBy(sorted::count).isInstanceOf(IllegalStateException.class);
        assertThat(limited.sequential().onClose(() -> closed.add("third")).toList())
                .hasSize(3);
        limited.close();
        limited.close();
        assertThat(closed).containsExactly("first", "second", "third");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseG1GC", "-XX:+UseSerialGC"})
    void joinThatWouldFillTheHeapIsRefusedAndTheNextRuns(String collector) throws IOException, InterruptedException {
        assertThat(ForkedJvm.run(folder, List.of("-Xmx96m", collector), Crowded.class, List.of(), 300))
                .contains("3 by an expression", "3 by a lambda", "refused sort: The query has collected about")
                .contains("refused set: The query has collected about", "3 once more");
    }

    /** A program whose joins have nine million tuples, far more than its heap can hold. */
    static final class Crowded {
        private static final int FILM_COUNT = 3_000;

        private Crowded() {}

        public static void main(String[] arguments) {
            Speedment app = EntityTable.offline(new SakilaApplicationBuilder());
            TableStore<Film> films = SakilaFilms.table(app, FILM_COUNT);
            print(films, "by an expression", s -> s.sorted(byExpression()).limit(3));
            print(films, "by a lambda", s -> s.sorted(opaque()).limit(3));
            print(films, "sort", s -> s.sorted(opaque()));
            print(films, "set", Stream::distinct);
            print(films, "once more", s -> s.sorted(byExpression()).limit(3));
            System.exit(0);
        }

        private static void print(
                TableStore<Film> films,
                String what,
                Function<Stream<Tuple2<Film, Film>>, Stream<Tuple2<Film, Film>>> query) {
            try {
                long count = query.apply(pairs(films, Long.MAX_VALUE))
                        .peek(_ -> {})
                        .map(_ -> 1)
                        .reduce(0, Integer::sum);
                System.out.println(count + " " + what);
            } catch (MemoryBudgetException e) {
                System.out.println("refused " + what + ": " + e.getMessage());
            }
        }
    }
}
