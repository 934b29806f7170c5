package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.common.tuple.Tuple2;
import com.speedment.common.tuple.Tuple3;
import com.speedment.common.tuple.Tuples;
import com.speedment.common.tuple.TuplesOfNullables;
import com.speedment.common.tuple.nullable.Tuple2OfNullables;
import com.speedment.runtime.compute.ToIntNullable;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collector;
import java.util.stream.Collectors;
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
import org.speedwell.accelerator.query.RowEncoder;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.TupleMaker.Shape;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.SakilaApplicationBuilder;

/**
 * Random pipelines after joins, compared with the same pipelines over a list of all tuples. Operations on columns make
 * no entity.
 */
@Tag("oracle")
class JoinStreamTest {
    private static final int PIPELINES = Integer.getInteger("speedwell.pipelines", 1_500);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_123);

    private static final Speedment APP = EntityTable.offline(new SakilaApplicationBuilder());
    private static final TableStore<Film> FILMS = SakilaFilms.of(
                    APP, SakilaFilms.list(APP, 1, 60, 10), new EntityTable.Layout(true, 10, true))
            .table();

    private static final TupleMaker<Tuple2<Film, Film>> PAIRS =
            new TupleMaker<>(of -> Tuples.of((Film) present(of[0]), (Film) present(of[1])), Shape.TUPLE, 2);

    @AfterAll
    static void stop() {
        APP.stop();
    }

    /** Returns the entity, which must not be null. {@code Tuples.of} checks it too; this check is for the compiler. */
    private static Object present(@Nullable Object entity) {
        return Objects.requireNonNull(entity);
    }

    private static JoinedTable joined(Kind kind, JoinedTable.@Nullable Link link) {
        return new JoinedTable(FILMS, kind, link, null);
    }

    private static JoinedTable.Link link(Field<Film> field, ComparisonOperator operator) {
        ColumnRef.Ordered column = (ColumnRef.Ordered) Objects.requireNonNull(FILMS.ref(field.identifier()));
        return new JoinedTable.Link(column, operator, 0, column, MatchRule.OfValues.DATABASE);
    }

    private static JoinQuery query(Kind kind, Field<Film> field, ComparisonOperator operator) {
        return new JoinQuery(
                List.of(joined(Kind.INNER, null), joined(kind, link(field, operator))), MemoryBudget.UNLIMITED);
    }

    /**
     * A step of a pipeline.
     *
     * @param isKnown true if columns can evaluate the step
     */
    private record Step<S, R>(String description, boolean isKnown, Function<S, R> apply) {}

    private static Predicate<Tuple2<Film, Film>> predicate(SplittableRandom random) {
        int number = random.nextInt(40, 190);
        SpeedmentPredicate<Film> of = switch (random.nextInt(5)) {
            case 0 -> Film.LENGTH.greaterThan(number);
            case 1 -> Film.FILM_ID.lessThan(number - 40);
            case 2 -> Film.LENGTH.isNull();
            case 3 -> Film.TITLE.startsWith("A").or(Film.LENGTH.lessOrEqual(number));
            default -> Film.RENTAL_DURATION.greaterThan((short) 4);
        };
        return random.nextBoolean() ? of.compose(Tuple2.getter0()) : of.compose(Tuple2.getter1());
    }

    private static Step<Stream<Tuple2<Film, Film>>, Stream<Tuple2<Film, Film>>> operation(SplittableRandom random) {
        int number = random.nextInt(30);
        return switch (random.nextInt(12)) {
            case 9 ->
                new Step<>(
                        "sorted opaque",
                        false,
                        s -> s.sorted(Comparator.comparing(tuple -> tuple.get1().getFilmId() % 7)));
            case 10 -> new Step<>("distinct", false, Stream::distinct);
            case 11 -> {
                Comparator<Tuple2<Film, Film>> order =
                        Film.RENTAL_DURATION.asInt().compose(Tuple2.<Film, Film>getter0());
                yield new Step<>(
                        "sorted, skip, limit",
                        true,
                        s -> s.sorted(order).skip(number / 3).limit(40).skip(2).limit(number));
            }
            case 0 -> new Step<>("skip " + number, true, s -> s.skip(number));
            case 1 -> new Step<>("limit " + number, true, s -> s.limit(number));
            case 2 -> {
                Comparator<Tuple2<Film, Film>> order = Film.FILM_ID.asInt().compose(Tuple2.<Film, Film>getter1());
                yield new Step<>("sorted", true, s -> s.sorted(order));
            }
            case 3 -> {
                Predicate<Tuple2<Film, Film>> one = predicate(random);
                Predicate<Tuple2<Film, Film>> other = predicate(random);
                boolean isAnd = random.nextBoolean();
                Predicate<Tuple2<Film, Film>> both = isAnd ? one.and(other) : one.or(other);
                yield new Step<>("filter " + both, true, s -> s.filter(both));
            }
            case 4 -> {
                Predicate<Tuple2<Film, Film>> predicate = predicate(random);
                yield new Step<>("takeWhile", true, s -> s.takeWhile(predicate));
            }
            case 5 -> {
                Predicate<Tuple2<Film, Film>> predicate = predicate(random);
                yield new Step<>("dropWhile", true, s -> s.dropWhile(predicate));
            }
            case 6 ->
                new Step<>(
                        "filter opaque",
                        false,
                        s -> s.filter(tuple -> tuple.get0().getFilmId() % 3 != 1));
            default -> {
                Predicate<Tuple2<Film, Film>> predicate = predicate(random);
                yield new Step<>("filter " + predicate, true, s -> s.filter(predicate));
            }
        };
    }

    record Totals(@Nullable Integer duration, @Nullable Object rating, Long passed, Long titles, Object last) {}

    private static final RowEncoder<Tuple2<Film, Film>> ENCODER = RowEncoder.<Tuple2<Film, Film>>json()
            .put("title", Tuple2.getter0(), Film.TITLE)
            .put("rating", Tuple2.getter1(), Film.RATING)
            .put("updated", Tuple2.getter1(), Film.LAST_UPDATE)
            .putExpression("id", Film.FILM_ID.asInt().compose(Tuple2.<Film, Film>getter1()));

    private static Step<Stream<Tuple2<Film, Film>>, @Nullable Object> terminal(SplittableRandom random) {
        return switch (random.nextInt(18)) {
            case 15 ->
                new Step<>(
                        "map getter, sorted, limit, toList",
                        false,
                        s -> s.map(Tuple2.<Film, Film>getter1())
                                .sorted(Film.LENGTH.comparatorNullFieldsFirst())
                                .limit(7)
                                .toList());
            case 16 ->
                new Step<>(
                        "map opaque, sorted, map, skip, limit, toList",
                        false,
                        s -> s.map(tuple -> tuple.get0().getFilmId() % 7)
                                .sorted()
                                .map(String::valueOf)
                                .skip(3)
                                .limit(7)
                                .toList());
            case 17 ->
                new Step<>(
                        "mapToInt, distinct, sorted, toArray",
                        true,
                        s -> s.mapToInt(Film.FILM_ID.asInt().compose(Tuple2.<Film, Film>getter1()))
                                .distinct()
                                .sorted()
                                .boxed()
                                .toList());
            case 12 ->
                new Step<>("encode", true, s -> new String(s.collect(ENCODER.toBytes()), StandardCharsets.UTF_8));
            case 13 -> {
                int length = random.nextInt(40, 190);
                yield new Step<>(
                        "map getter, distinct, toList",
                        false,
                        s -> s.map(Tuple2.<Film, Film>getter1())
                                .filter(Film.LENGTH.greaterThan(length))
                                .distinct()
                                .distinct()
                                .toList());
            }
            case 14 ->
                new Step<>(
                        "map getter, distinct, count",
                        true,
                        s -> s.map(Tuple2.<Film, Film>getter0()).distinct().count());
            case 0 -> new Step<>("count", true, Stream::count);
            case 1 -> new Step<>("toList", false, Stream::toList);
            case 2 ->
                new Step<>("map getter", false, s -> s.map(Tuple2.getter1()).toList());
            case 3 ->
                new Step<>(
                        "map, map",
                        true,
                        s -> s.map(Tuple2.<Film, Film>getter0()).map(Film.TITLE).toList());
            case 4 ->
                new Step<>(
                        "mapToInt",
                        true,
                        s -> s.mapToInt(Film.FILM_ID.asInt().compose(Tuple2.<Film, Film>getter1()))
                                .boxed()
                                .toList());
            case 5 ->
                new Step<>(
                        "map expression",
                        true,
                        s -> s.map(Film.TITLE.asString().compose(Tuple2.<Film, Film>getter0()))
                                .toList());
            case 6 ->
                new Step<>(
                        "map, group",
                        true,
                        s -> s.map(Tuple2.<Film, Film>getter1())
                                .map(Film::getRentalDuration)
                                .collect(Collectors.groupingBy(d -> d, Collectors.counting())));
            case 7 -> {
                Predicate<Tuple2<Film, Film>> predicate = predicate(random);
                yield new Step<>("matches", true, s -> s.allMatch(predicate));
            }
            case 8, 9, 10 -> {
                boolean isOnColumns = random.nextBoolean();
                Aggregation<Tuple2<Film, Film>> aggregation = Aggregation.by(
                                Film.RENTAL_DURATION.asInt().compose(Tuple2.<Film, Film>getter0()))
                        .by(Film.RATING.compose(Tuple2.<Film, Film>getter1()))
                        .with(
                                ColumnCollectors.filtering(predicate(random), ColumnCollectors.counting()),
                                ColumnCollectors.countingDistinct(
                                        Film.TITLE.asString().compose(Tuple2.<Film, Film>getter1())),
                                isOnColumns
                                        ? ColumnCollectors.counting()
                                        : Collectors.mapping(
                                                tuple -> tuple.get0().getTitle(), Collectors.toList()));
                Aggregation<Tuple2<Film, Film>> wanted = random.nextBoolean() ? aggregation : aggregation.rollup();
                yield new Step<>("aggregate", isOnColumns, s -> s.collect(wanted.into(Totals.class)));
            }
            default -> {
                Comparator<Tuple2<Film, Film>> order = Film.FILM_ID.asInt().compose(Tuple2.<Film, Film>getter0());
                yield new Step<>("max", false, s -> s.max(order));
            }
        };
    }

    @Test
    void everyPipelineGivesTheResultOfAListOfTuples() {
        List<Field<Film>> fields = List.of(Film.LENGTH, Film.RENTAL_DURATION, Film.RATING, Film.FILM_ID);
        for (long seed = SEED; seed < SEED + PIPELINES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Field<Film> field = fields.get(random.nextInt(fields.size()));
            ComparisonOperator operator =
                    field == Film.FILM_ID ? ComparisonOperator.LESS_THAN : ComparisonOperator.EQUAL;
            JoinQuery query = query(Kind.INNER, field, operator);
            List<Tuple2<Film, Film>> list =
                    JoinStream.of(query, PAIRS, FallbackListener.SILENT, null).toList();
            List<Step<Stream<Tuple2<Film, Film>>, Stream<Tuple2<Film, Film>>>> operations = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                operations.add(operation(random));
            }
            Step<Stream<Tuple2<Film, Film>>, @Nullable Object> terminal = terminal(random);
            String what = "seed %d: %s %s, %s, %s"
                    .formatted(
                            seed,
                            field.identifier().getColumnId(),
                            operator,
                            operations.stream().map(Step::description).toList(),
                            terminal.description);
            ExecutionTrace trace = new ExecutionTrace();
            boolean isParallel = random.nextInt(4) == 0;
            Stream<Tuple2<Film, Film>> stream = JoinStream.of(query, PAIRS, FallbackListener.SILENT, trace);

            assertThat(run(isParallel ? stream.parallel() : stream, operations, terminal))
                    .as(what)
                    .isEqualTo(run(list.stream(), operations, terminal));
            if (terminal.isKnown && operations.stream().allMatch(Step::isKnown)) {
                assertThat(trace.entities()).as("entities, " + what).isZero();
            }
        }
    }

    private static @Nullable Object run(
            Stream<Tuple2<Film, Film>> of,
            List<Step<Stream<Tuple2<Film, Film>>, Stream<Tuple2<Film, Film>>>> operations,
            Step<Stream<Tuple2<Film, Film>>, @Nullable Object> terminal) {
        Stream<Tuple2<Film, Film>> stream = of;
        for (Step<Stream<Tuple2<Film, Film>>, Stream<Tuple2<Film, Film>>> operation : operations) {
            stream = operation.apply.apply(stream);
        }
        return terminal.apply.apply(stream);
    }

    @Test
    void missingEntityInANonNullTupleThrowsAsWithSql() {
        JoinQuery query = query(Kind.LEFT, Film.ORIGINAL_LANGUAGE_ID, ComparisonOperator.EQUAL);
        Predicate<Tuple2<Film, Film>> ofFirst = Film.FILM_ID.greaterThan(0).compose(Tuple2.getter0());

        assertThatThrownBy(() -> JoinStream.of(query, PAIRS, FallbackListener.SILENT, null)
                        .filter(ofFirst)
                        .toList())
                .isInstanceOf(NullPointerException.class);
    }

    /** Checks that a pipeline reports its operations when they are added, and its joins when it runs. */
    @Test
    void profileHasOperationsAfterTheJoin() {
        for (Kind kind : List.of(Kind.INNER, Kind.RIGHT)) {
            ExecutionTrace trace = new ExecutionTrace();
            long count = JoinStream.of(
                            query(kind, Film.FILM_ID, ComparisonOperator.EQUAL), PAIRS, FallbackListener.SILENT, trace)
                    .skip(12)
                    .count();
            ExecutionTrace.Ran last = requireNonNull(trace.tree());

            assertThat(last.what()).startsWith("skip");
            assertThat(last.rows()).isEqualTo(count).isPositive();
            assertThat(last.inputs().getFirst().rows()).isEqualTo(count + 12);
        }
    }

    @Test
    void missingEntitiesAreEmptyInTuplesOfNullables() {
        JoinQuery query = query(Kind.LEFT, Film.ORIGINAL_LANGUAGE_ID, ComparisonOperator.EQUAL);
        TupleMaker<Tuple2OfNullables<Film, Film>> maker = new TupleMaker<>(
                of -> TuplesOfNullables.ofNullables((Film) of[0], (Film) of[1]), Shape.TUPLE_OF_NULLABLES, 2);
        List<Tuple2OfNullables<Film, Film>> list =
                JoinStream.of(query, maker, FallbackListener.SILENT, null).toList();
        Predicate<Tuple2OfNullables<Film, Film>> ofFirst =
                Film.FILM_ID.lessThan(40).compose(Tuple2OfNullables.getterOrNull0());
        ExecutionTrace trace = new ExecutionTrace();

        assertThat(list).anyMatch(tuple -> tuple.get1().isEmpty());
        assertThat(JoinStream.of(query, maker, FallbackListener.SILENT, trace)
                        .filter(ofFirst)
                        .count())
                .isEqualTo(list.stream().filter(ofFirst).count());
        assertThat(trace.entities()).isZero();
        assertThat(JoinStream.of(query, maker, FallbackListener.SILENT, null)
                        .filter(ofFirst)
                        .map(Tuple2OfNullables.getter1())
                        .toList())
                .isEqualTo(list.stream()
                        .filter(ofFirst)
                        .map(Tuple2OfNullables.getter1())
                        .toList());
    }

    @Test
    void missingRowsAreEncodedAsNull() {
        JoinQuery query = query(Kind.LEFT, Film.ORIGINAL_LANGUAGE_ID, ComparisonOperator.EQUAL);
        TupleMaker<Tuple2OfNullables<Film, Film>> maker = new TupleMaker<>(
                of -> TuplesOfNullables.ofNullables((Film) of[0], (Film) of[1]), Shape.TUPLE_OF_NULLABLES, 2);
        RowEncoder<Tuple2OfNullables<Film, Film>> csv = RowEncoder.<Tuple2OfNullables<Film, Film>>csv()
                .put("one", Tuple2OfNullables.getterOrNull0(), Film.FILM_ID)
                .put("other", Tuple2OfNullables.getterOrNull1(), Film.FILM_ID);
        ExecutionTrace trace = new ExecutionTrace();
        List<Tuple2OfNullables<Film, Film>> list =
                JoinStream.of(query, maker, FallbackListener.SILENT, null).toList();

        byte[] encoded =
                JoinStream.of(query, maker, FallbackListener.SILENT, trace).collect(csv.toBytes());
        assertThat(encoded).isEqualTo(list.stream().collect(csv.toBytes()));
        assertThat(new String(encoded, StandardCharsets.UTF_8)).containsPattern("\\n\\d+,\\r");
        assertThat(trace.entities()).isZero();
    }

    @Test
    void lambdasOnTuplesAreEncodedFromColumns() {
        JoinQuery query = query(Kind.INNER, Film.RATING, ComparisonOperator.EQUAL);
        RowEncoder<Tuple2<Film, Film>> json = RowEncoder.<Tuple2<Film, Film>>jsonLines()
                .putFunction("title", t -> t.get0().getTitle())
                .putFunction("sum", t -> t.get0().getFilmId() + 2 * t.get1().getFilmId())
                .putFunction(
                        "length",
                        t -> t.get1().getLength().isPresent()
                                ? t.get1().getLength().getAsInt()
                                : null)
                .put("id", Tuple2.getter1(), Film.FILM_ID);
        ExecutionTrace trace = new ExecutionTrace();
        List<Tuple2<Film, Film>> list =
                JoinStream.of(query, PAIRS, FallbackListener.SILENT, null).toList();

        assertThat(JoinStream.of(query, PAIRS, FallbackListener.SILENT, trace).collect(json.toBytes()))
                .isEqualTo(list.stream().collect(json.toBytes()));
        assertThat(trace.entities()).isZero();
        assertThat(trace.functions()).hasSize(3);
        // the pipeline throws the function's exception
        RowEncoder<Tuple2<Film, Film>> throwing = RowEncoder.<Tuple2<Film, Film>>jsonLines()
                .putFunction(
                        "quotient",
                        t -> t.get0().getFilmId()
                                / (t.get0().getFilmId() - t.get1().getFilmId()));
        assertThatThrownBy(() -> JoinStream.of(query, PAIRS, FallbackListener.SILENT, null)
                        .collect(throwing.toBytes()))
                .isInstanceOf(ArithmeticException.class);
    }

    @Test
    void planOfAJoinShowsItsStepsWithoutRunning() {
        JoinQuery query = query(Kind.INNER, Film.RATING, ComparisonOperator.EQUAL);
        ExecutionTrace ran = new ExecutionTrace();
        ExecutionTrace planned = new ExecutionTrace(true);
        long tuples = JoinStream.of(query, PAIRS, FallbackListener.SILENT, ran).count();

        assertThatThrownBy(() -> JoinStream.of(query, PAIRS, FallbackListener.SILENT, planned)
                        .count())
                .isInstanceOf(ExecutionTrace.PlannedException.class);
        ExecutionTrace.Ran root = Objects.requireNonNull(planned.tree());
        assertThat(root.what()).isEqualTo(Objects.requireNonNull(ran.tree()).what());
        assertThat(root.rows()).isEqualTo(ExecutionTrace.UNKNOWN);
        assertThat(root.expected()).isPositive();
        assertThat(Objects.requireNonNull(ran.tree()).rows()).isEqualTo(tuples);
        assertThat(root.inputs()).hasSize(1);
    }

    @Test
    void userFunctionsAreCalledOncePerTuple() {
        List<Object> made = new ArrayList<>();
        TupleMaker<List<Object>> maker = new TupleMaker<>(
                of -> {
                    made.add(present(of[0]));
                    return List.of(present(of[0]), present(of[1]));
                },
                Shape.OPAQUE,
                2);
        JoinQuery query = query(Kind.INNER, Film.RATING, ComparisonOperator.EQUAL);

        long tuples = JoinStream.of(query, maker, FallbackListener.SILENT, null)
                .filter(tuple -> tuple.get(0) != null)
                .count();

        assertThat(made).hasSize((int) tuples);
    }

    @Test
    void oneQueryJoinsThreeTables() {
        JoinQuery query = new JoinQuery(
                List.of(
                        joined(Kind.INNER, null),
                        joined(Kind.INNER, link(Film.RATING, ComparisonOperator.EQUAL)),
                        joined(Kind.INNER, link(Film.FILM_ID, ComparisonOperator.EQUAL))),
                MemoryBudget.UNLIMITED);
        TupleMaker<Tuple3<Film, Film, Film>> maker = new TupleMaker<>(
                of -> Tuples.of((Film) present(of[0]), (Film) present(of[1]), (Film) present(of[2])), Shape.TUPLE, 3);

        assertThat(JoinStream.of(query, maker, FallbackListener.SILENT, null).toList())
                .isNotEmpty()
                .allMatch(tuple -> tuple.get0().getFilmId() == tuple.get2().getFilmId())
                .allMatch(tuple -> tuple.get0().getRating().equals(tuple.get1().getRating()));
    }

    private record Totals3(
            @Nullable Object rating,
            @Nullable Double high,
            @Nullable Double variance,
            long titles,
            Object ids,
            Object byDuration) {}

    private record ByDuration(@Nullable Integer duration, long tuples, int ids) {}

    @Test
    void everyCollectorOfThreeTablesRunsOnColumns() {
        JoinQuery query = new JoinQuery(
                List.of(
                        joined(Kind.INNER, null),
                        joined(Kind.INNER, link(Film.RATING, ComparisonOperator.EQUAL)),
                        joined(Kind.INNER, link(Film.FILM_ID, ComparisonOperator.EQUAL))),
                MemoryBudget.UNLIMITED);
        TupleMaker<Tuple3<Film, Film, Film>> maker = new TupleMaker<>(
                of -> Tuples.of((Film) present(of[0]), (Film) present(of[1]), (Film) present(of[2])), Shape.TUPLE, 3);
        ToIntNullable<Tuple3<Film, Film, Film>> id = Film.FILM_ID.asInt().compose(Tuple3.<Film, Film, Film>getter2());
        ToIntNullable<Tuple3<Film, Film, Film>> duration =
                Film.RENTAL_DURATION.asInt().compose(Tuple3.<Film, Film, Film>getter1());
        List<Collector<Tuple3<Film, Film, Film>, ?, ?>> collectors = List.of(
                Aggregation.by(Film.RATING.compose(Tuple3.<Film, Film, Film>getter0()))
                        .with(
                                ColumnCollectors.percentile(
                                        Film.FILM_ID.asDouble().compose(Tuple3.<Film, Film, Film>getter1()), 0.9),
                                ColumnCollectors.populationVariance(
                                        Film.RENTAL_DURATION.asDouble().compose(Tuple3.<Film, Film, Film>getter1())),
                                ColumnCollectors.countingDistinct(
                                        Film.TITLE.asString().compose(Tuple3.<Film, Film, Film>getter2())),
                                ColumnCollectors.summarizingInt(id),
                                Aggregation.by(duration)
                                        .with(ColumnCollectors.counting(), ColumnCollectors.summingInt(id))
                                        .rollup()
                                        .into(ByDuration.class))
                        .into(Totals3.class),
                ColumnCollectors.partitioningBy(
                        Film.FILM_ID.greaterThan(20).compose(Tuple3.<Film, Film, Film>getter2()),
                        ColumnCollectors.averagingInt(duration)),
                ColumnCollectors.counting());
        List<Tuple3<Film, Film, Film>> list =
                JoinStream.of(query, maker, FallbackListener.SILENT, null).toList();
        for (Collector<Tuple3<Film, Film, Film>, ?, ?> collector : collectors) {
            ExecutionTrace trace = new ExecutionTrace();
            String expected = String.valueOf(list.stream().collect(collector));
            assertThat(String.valueOf(JoinStream.of(query, maker, FallbackListener.SILENT, trace)
                            .collect(collector)))
                    .isEqualTo(expected);
            assertThat(String.valueOf(JoinStream.of(query, maker, FallbackListener.SILENT, trace)
                            .parallel()
                            .skip(0)
                            .collect(collector)))
                    .isEqualTo(expected);
            assertThat(trace.entities()).isZero();
        }
    }
}
