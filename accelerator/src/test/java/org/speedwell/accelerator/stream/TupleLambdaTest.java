package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.groupingByKey;
import static org.speedwell.accelerator.query.ColumnCollectors.median;
import static org.speedwell.accelerator.query.ColumnCollectors.summingLong;

import com.speedment.common.tuple.Tuple2;
import com.speedment.common.tuple.Tuples;
import com.speedment.common.tuple.TuplesOfNullables;
import com.speedment.common.tuple.nullable.Tuple2OfNullables;
import com.speedment.runtime.compute.ToInt;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.field.Field;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.join.MatchRule;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.plan.JoinQuery;
import org.speedwell.accelerator.plan.JoinedTable;
import org.speedwell.accelerator.plan.JoinedTable.Kind;
import org.speedwell.accelerator.query.Aggregation;
import org.speedwell.accelerator.query.ColumnCollectors;
import org.speedwell.accelerator.query.Expressions;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.TupleMaker.Shape;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.SakilaApplicationBuilder;

/**
 * Lambdas on the tuples of a join. They run on columns and make no entity. The results equal those of the same pipeline
 * over a list.
 */
@Tag("oracle")
class TupleLambdaTest {
    private static final Speedment APP = EntityTable.offline(new SakilaApplicationBuilder());
    private static final TableStore<Film> FILMS = SakilaFilms.of(
                    APP, SakilaFilms.list(APP, 1, 60, 10), new EntityTable.Layout(true, 10, true))
            .table();

    private static final TupleMaker<Tuple2<Film, Film>> PAIRS = new TupleMaker<>(
            of -> Tuples.of((Film) Objects.requireNonNull(of[0]), (Film) Objects.requireNonNull(of[1])),
            Shape.TUPLE,
            2);
    private static final TupleMaker<Tuple2OfNullables<Film, Film>> NULLABLE = new TupleMaker<>(
            of -> TuplesOfNullables.ofNullables((Film) of[0], (Film) of[1]), Shape.TUPLE_OF_NULLABLES, 2);

    private interface Pipeline<T> extends Function<Stream<T>, @Nullable Object> {}

    @AfterAll
    static void stop() {
        APP.stop();
    }

    private static JoinQuery query(Kind kind, Field<Film> field) {
        ColumnRef.Ordered column = (ColumnRef.Ordered) Objects.requireNonNull(FILMS.ref(field.identifier()));
        return new JoinQuery(
                List.of(
                        new JoinedTable(FILMS, Kind.INNER, null, null),
                        new JoinedTable(
                                FILMS,
                                kind,
                                new JoinedTable.Link(
                                        column, ComparisonOperator.EQUAL, 0, column, MatchRule.OfValues.DATABASE),
                                null)),
                MemoryBudget.UNLIMITED);
    }

    private static <T> void check(JoinQuery query, TupleMaker<T> maker, List<Pipeline<T>> pipelines) {
        List<T> list =
                JoinStream.of(query, maker, FallbackListener.SILENT, null).toList();
        for (int i = 0; i < pipelines.size(); i++) {
            for (boolean isParallel : new boolean[] {false, true}) {
                ExecutionTrace trace = new ExecutionTrace();
                List<String> reasons = new ArrayList<>();
                FallbackListener fallbacks = (_, operation, reason, _) -> reasons.add(operation + ": " + reason);
                Stream<T> stream = JoinStream.of(query, maker, fallbacks, trace);
                assertThat(pipelines.get(i).apply(isParallel ? stream.parallel() : stream))
                        .as("pipeline %d", i)
                        .isEqualTo(pipelines.get(i).apply(list.stream()));
                assertThat(trace.entities())
                        .as("entities of pipeline %d, %s", i, reasons)
                        .isZero();
            }
        }
    }

    @Test
    void lambdasOnTuplesRunOnColumns() {
        int least = 70;
        check(
                query(Kind.INNER, Film.RATING),
                PAIRS,
                List.of(
                        s -> s.filter(t -> t.get0().getFilmId() < t.get1().getFilmId())
                                .count(),
                        s -> s.filter(t -> t.get0().getFilmId() > least
                                        && Objects.equals(
                                                t.get1().getTitle(), t.get0().getTitle()))
                                .count(),
                        s -> s.filter(t -> t.get0().getLength().orElse(0) > 100
                                        || t.get1().getRentalDuration() == 3)
                                .mapToInt(t ->
                                        t.get0().getFilmId() * 1_000 + t.get1().getFilmId())
                                .boxed()
                                .toList(),
                        s -> s.map(t -> t.get1().getTitle()).toList(),
                        s -> s.mapToLong(t -> t.get0().getFilmId() * 3L
                                        + t.get1().getLength().orElse(7))
                                .sum(),
                        s -> s.mapToDouble(t -> t.get0().getFilmId() / 2.0).max(),
                        s -> s.sorted(Comparator.comparing((Tuple2<Film, Film> t) ->
                                                t.get1().getRentalDuration())
                                        .reversed()
                                        .thenComparing(t -> t.get0().getFilmId()))
                                .map(t -> t.get0().getFilmId())
                                .limit(20)
                                .toList(),
                        s -> s.sorted((a, b) -> Integer.compare(
                                        b.get1().getFilmId(), a.get1().getFilmId()))
                                .mapToInt(t -> t.get1().getFilmId())
                                .boxed()
                                .toList(),
                        s -> s.anyMatch(t ->
                                Objects.equals(t.get0().getTitle(), t.get1().getTitle())),
                        s -> s.takeWhile(t -> t.get1().getFilmId() - t.get0().getFilmId() < 9)
                                .count()));
    }

    @Test
    void equalityOfTwoTablesJoinsThem() {
        JoinQuery cross = new JoinQuery(
                List.of(new JoinedTable(FILMS, Kind.INNER, null, null), new JoinedTable(FILMS, Kind.INNER, null, null)),
                MemoryBudget.UNLIMITED);
        List<Pipeline<Tuple2<Film, Film>>> pipelines = List.of(
                s -> s.filter(t -> t.get0().getFilmId() == t.get1().getRentalDuration())
                        .map(t -> t.get1().getTitle())
                        .toList(),
                s -> s.filter(t -> t.get1().getRentalDuration() == t.get0().getRentalDuration()
                                && t.get0().getFilmId() == t.get1().getFilmId())
                        .count());
        check(cross, PAIRS, pipelines);
        for (Pipeline<Tuple2<Film, Film>> pipeline : pipelines) {
            ExecutionTrace trace = new ExecutionTrace();
            var _ = pipeline.apply(JoinStream.of(cross, PAIRS, FallbackListener.SILENT, trace));
            assertThat(String.valueOf(trace.tree())).contains("join film on ").doesNotContain("cross product");
        }
    }

    @Test
    void tupleOfNullablesGivesOptionals() {
        check(
                query(Kind.LEFT, Film.ORIGINAL_LANGUAGE_ID),
                NULLABLE,
                List.of(
                        s -> s.filter(t -> t.get1().isPresent()).count(),
                        s -> s.filter(t -> t.get1().isEmpty()).count(),
                        s -> s.filter(t -> t.getOrNull1() == null).count(),
                        s -> s.map(t -> t.getOrNull0().getTitle()).toList(),
                        s -> s.filter(t -> t.get1().map(f -> f.getFilmId() > 9).orElse(false))
                                .count(),
                        s -> s.filter(t -> t.get0().get().getFilmId()
                                        <= t.get1().map(Film::getFilmId).orElse(40))
                                .mapToInt(t -> t.get0().get().getFilmId())
                                .boxed()
                                .toList(),
                        s -> s.filter(t -> t.get1()
                                        .filter(f -> f.getFilmId() % 2 == 0)
                                        .isPresent())
                                .count(),
                        s -> s.map(t -> t.get1().map(Film::getTitle).orElse("none"))
                                .toList(),
                        s -> s.map(t -> t.get1().map(Film::getTitle)).toList()));
        check(
                query(Kind.INNER, Film.RATING),
                NULLABLE,
                List.of(
                        s -> s.filter(t -> t.get0().get().getFilmId()
                                        < t.get1().orElseThrow().getFilmId())
                                .count(),
                        s -> s.filter(t -> t.get1().isPresent()).count()));
    }

    @Test
    void composedExpressionsAreCollectedOnColumns() {
        ToInt<Tuple2<Film, Film>> known = Film.RENTAL_DURATION
                .asInt()
                .compose(Tuple2.<Film, Film>getter1())
                .orElse(7)
                .multiply(30);
        check(
                query(Kind.INNER, Film.RATING),
                PAIRS,
                List.of(
                        s -> s.collect(ColumnCollectors.summingInt(known.plus(3))),
                        s -> s.collect(ColumnCollectors.groupingBy(known, ColumnCollectors.counting())),
                        s -> s.collect(ColumnCollectors.median(known.asDouble())),
                        s -> s.collect(ColumnCollectors.filtering(
                                Expressions.compare(known).greaterThan(90), ColumnCollectors.counting()))));
    }

    record Summary(
            @Nullable Object key,
            @Nullable Object other,
            long pairs,
            @Nullable Double median,
            int sum) {}

    @Test
    void aggregatesAndKeysOfSeveralTablesAreCollectedOnColumns() {
        ToInt<Tuple2<Film, Film>> first = Film.RENTAL_DURATION
                .asInt()
                .compose(Tuple2.<Film, Film>getter0())
                .orElse(7);
        ToInt<Tuple2<Film, Film>> second = Film.RENTAL_DURATION
                .asInt()
                .compose(Tuple2.<Film, Film>getter1())
                .orElse(7);
        int factor = 3;
        check(
                query(Kind.INNER, Film.RATING),
                PAIRS,
                List.of(
                        s -> s.collect(ColumnCollectors.summingInt(first.plus(second))),
                        s -> s.collect(ColumnCollectors.groupingBy(first.multiply(second), TreeMap::new, counting())),
                        s -> s.collect(summingLong(
                                t -> t.get0().getFilmId() * 3L - t.get1().getFilmId())),
                        s -> s.collect(ColumnCollectors.summingDouble(
                                t -> t.get0().getFilmId() / 4.0 + t.get1().getFilmId())),
                        s -> s.collect(
                                median(t -> t.get0().getFilmId() * t.get1().getFilmId())),
                        s -> s.collect(ColumnCollectors.minimum((Tuple2<Film, Film> t) ->
                                t.get0().getFilmId() - t.get1().getFilmId())),
                        s -> s.collect(ColumnCollectors.maximum(
                                (Tuple2<Film, Film> t) -> t.get0().getFilmId() * 0.5)),
                        s -> s.collect(ColumnCollectors.mode((Tuple2<Film, Film> t) ->
                                (t.get0().getFilmId() + t.get1().getFilmId()) % 5)),
                        s -> s.collect(ColumnCollectors.filtering(
                                t -> t.get0().getFilmId() < t.get1().getFilmId(), counting())),
                        s -> s.collect(ColumnCollectors.partitioningBy(
                                t -> t.get0().getFilmId() < t.get1().getFilmId(),
                                summingLong(t -> t.get0().getFilmId() - t.get1().getFilmId()))),
                        s -> s.collect(groupingByKey(t -> t.get0().getRentalDuration(), counting())),
                        s -> s.collect(groupingByKey(
                                t -> (t.get0().getFilmId() + t.get1().getFilmId()) % factor,
                                summingLong(t -> t.get0().getFilmId() * t.get1().getFilmId()))),
                        s -> s.collect(groupingByKey(
                                t -> Objects.equals(
                                        t.get0().getTitle(), t.get1().getTitle()),
                                counting())),
                        s -> s.collect(groupingByKey(
                                t -> t.get0().getFilmId() % 3,
                                groupingByKey(
                                        t -> t.get1().getFilmId() - t.get0().getFilmId(),
                                        TreeMap::new,
                                        median(t -> t.get1().getFilmId())))),
                        s -> s.collect(Aggregation.<Tuple2<Film, Film>>byKey(
                                        t -> t.get0().getFilmId() % 4 + t.get1().getFilmId() % 4)
                                .by(Film.RATING.compose(Tuple2.<Film, Film>getter1()))
                                .with(
                                        counting(),
                                        median(t ->
                                                t.get0().getFilmId() + t.get1().getFilmId()),
                                        ColumnCollectors.summingInt(
                                                first.minus(second).asInt()))
                                .rollup()
                                .into(Summary.class)),
                        s -> s.filter(t -> t.get0().getFilmId() != t.get1().getFilmId())
                                .sorted(Comparator.comparing(
                                        (Tuple2<Film, Film> t) -> t.get0().getFilmId()))
                                .limit(50)
                                .collect(groupingByKey(
                                        t -> t.get0().getFilmId() - t.get1().getFilmId(), counting()))));
        check(
                query(Kind.LEFT, Film.ORIGINAL_LANGUAGE_ID),
                NULLABLE,
                List.of(
                        s -> s.collect(groupingByKey(t -> t.get1().isPresent(), counting())),
                        s -> s.collect(
                                groupingByKey(t -> t.get1().map(Film::getFilmId).orElse(-1), TreeMap::new, counting())),
                        s -> s.collect(summingLong(t -> t.get0().get().getFilmId()
                                + t.get1().map(Film::getFilmId).orElse(40)))));
    }

    @Test
    void opaqueLambdaInACollectorIsCalledAndReported() {
        JoinQuery query = query(Kind.INNER, Film.RATING);
        List<String> reasons = new ArrayList<>();
        FallbackListener fallbacks = (_, operation, reason, _) -> reasons.add(operation + ": " + reason);
        List<Tuple2<Film, Film>> list =
                JoinStream.of(query, PAIRS, FallbackListener.SILENT, null).toList();
        Pipeline<Tuple2<Film, Film>> pipeline =
                s -> s.collect(groupingByKey(t -> distance(t.get0(), t.get1()), counting()));
        assertThat(pipeline.apply(JoinStream.of(query, PAIRS, fallbacks, null)))
                .isEqualTo(pipeline.apply(list.stream()));
        assertThat(reasons).singleElement().asString().startsWith("collect: uses a function that calls");
    }

    private static int distance(Film one, Film other) {
        return one.getFilmId()
                - other.getFilmId()
                + Thread.currentThread().getName().length() * 0;
    }

    @Test
    void nullNumberOfAComposedExpressionThrowsAsOverAList() {
        ToInt<Tuple2<Film, Film>> length =
                Film.LENGTH.asInt().compose(Tuple2.<Film, Film>getter1()).orElse(7);
        List<Tuple2<Film, Film>> list = JoinStream.of(
                        query(Kind.INNER, Film.RATING), PAIRS, FallbackListener.SILENT, null)
                .toList();
        assertThatThrownBy(() -> list.stream().mapToInt(length).sum()).isInstanceOf(RuntimeException.class);
        assertThatThrownBy(() -> JoinStream.of(query(Kind.INNER, Film.RATING), PAIRS, FallbackListener.SILENT, null)
                        .mapToInt(length)
                        .sum())
                .isInstanceOf(RuntimeException.class);
    }

    @Test
    void exceptionOfTheLambdaIsPassedOn() {
        JoinQuery query = query(Kind.INNER, Film.RATING);
        assertThatThrownBy(() -> JoinStream.of(query, PAIRS, FallbackListener.SILENT, null)
                        .filter(t -> t.get0().getFilmId()
                                        / (t.get1().getFilmId() - t.get0().getFilmId())
                                > 0)
                        .count())
                .isInstanceOf(ArithmeticException.class)
                .hasMessage("/ by zero");
        assertThatThrownBy(() -> JoinStream.of(query, PAIRS, FallbackListener.SILENT, null)
                        .collect(groupingByKey(
                                t -> t.get0().getFilmId()
                                        / (t.get1().getFilmId() - t.get0().getFilmId()),
                                counting())))
                .isInstanceOf(ArithmeticException.class)
                .hasMessage("/ by zero");
        assertThatThrownBy(() -> JoinStream.of(query, PAIRS, FallbackListener.SILENT, null)
                        .collect(summingLong(t -> t.get0().getLength().getAsInt())))
                .isInstanceOf(java.util.NoSuchElementException.class)
                .hasMessage("No value present");
        assertThatThrownBy(() -> JoinStream.of(query, PAIRS, FallbackListener.SILENT, null)
                        .mapToInt(t -> t.get0().getLength().getAsInt())
                        .sum())
                .isInstanceOf(java.util.NoSuchElementException.class);
        assertThatThrownBy(() -> JoinStream.of(query, PAIRS, FallbackListener.SILENT, null)
                        .mapToLong(t -> 1L / (t.get1().getFilmId() - t.get0().getFilmId()))
                        .sum())
                .isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> JoinStream.of(query, PAIRS, FallbackListener.SILENT, null)
                        .mapToDouble(t -> 1 / (t.get1().getFilmId() - t.get0().getFilmId()))
                        .sum())
                .isInstanceOf(ArithmeticException.class);
    }
}
