package org.speedwell.accelerator.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.core.Speedment;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.aggregate.Aggregate;
import org.speedwell.accelerator.aggregate.Aggregator;
import org.speedwell.accelerator.aggregate.ValueAggregate;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.eval.Scope;
import org.speedwell.accelerator.kernel.RowBlock;
import org.speedwell.accelerator.query.Aggregation;
import org.speedwell.accelerator.query.ColumnCollectors;
import org.speedwell.accelerator.query.PartialCollector;
import org.speedwell.accelerator.stream.EntityStream;
import org.speedwell.accelerator.stream.FallbackListener;
import org.speedwell.accelerator.stream.SakilaFilms;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.SakilaApplicationBuilder;

/**
 * Compares every collector on columns with the same collector over entities. The rows come in blocks of any size, in
 * merged parts, and with retracted rows.
 */
@Tag("oracle")
class CollectorPlanTest {
    private static final Speedment APP = EntityTable.offline(new SakilaApplicationBuilder());
    private static final SakilaFilms FILMS =
            SakilaFilms.of(APP, SakilaFilms.list(APP, 20_261_125, 5_000, 0), new EntityTable.Layout(true, 10, false));

    /** The collectors whose results do not depend on the rounding of doubles. */
    private static final Map<String, Collector<Film, ?, ?>> EXACT = exact();

    private static final Map<String, Collector<Film, ?, ?>> ROUNDED = Map.of(
            "sum of doubles",
                    ColumnCollectors.summingDouble(Film.FILM_ID.asDouble().divide(7)),
            "average of doubles",
                    ColumnCollectors.averagingDouble(Film.FILM_ID.asDouble().divide(7)),
            "statistics of doubles",
                    ColumnCollectors.summarizingDouble(Film.FILM_ID.asDouble().divide(7)),
            "variance", ColumnCollectors.sampleVariance(Film.FILM_ID.asDouble()),
            "variance of all", ColumnCollectors.populationVariance(Film.FILM_ID.asDouble()));

    private record All(@Nullable Object one, @Nullable Object two) {}

    @AfterAll
    static void stop() {
        APP.stop();
    }

    private static Map<String, Collector<Film, ?, ?>> exact() {
        Map<String, Collector<Film, ?, ?>> all = new LinkedHashMap<>();
        Map<String, Collector<Film, ?, ?>> values = new LinkedHashMap<>();
        values.put("count", ColumnCollectors.counting());
        values.put("sum of ints", ColumnCollectors.summingInt(Film.FILM_ID.multiply(1_000_003)));
        values.put("sum of longs", ColumnCollectors.summingLong(Film.FILM_ID.asLong()));
        values.put("average of ints", ColumnCollectors.averagingInt(Film.FILM_ID));
        values.put("average of longs", ColumnCollectors.averagingLong(Film.FILM_ID.asLong()));
        values.put("statistics of ints", ColumnCollectors.summarizingInt(Film.FILM_ID));
        values.put(
                "statistics of longs",
                ColumnCollectors.summarizingLong(Film.FILM_ID.asLong().multiply(-7)));
        values.put("sum of decimals", ColumnCollectors.summingDecimal(Film.RENTAL_RATE));
        values.put("average of decimals", ColumnCollectors.averagingDecimal(Film.REPLACEMENT_COST, 5));
        values.put("least text", ColumnCollectors.minimum(Film.TITLE));
        values.put("greatest date", ColumnCollectors.maximum(Film.LAST_UPDATE));
        values.put("least int", ColumnCollectors.minimum(Film.FILM_ID.plus(3)));
        values.put(
                "greatest double",
                ColumnCollectors.maximum(Film.FILM_ID.asDouble().divide(-3)));
        values.put("distinct numbers", ColumnCollectors.countingDistinct(Film.RENTAL_DURATION));
        values.put("distinct texts", ColumnCollectors.countingDistinct(Film.DESCRIPTION));
        values.put("mode of numbers", ColumnCollectors.mode(Film.FILM_ID.plus(0)));
        values.put("mode of texts", ColumnCollectors.mode(Film.TITLE));
        values.put("mode of enums", ColumnCollectors.mode(Film.RATING));
        values.put("median", ColumnCollectors.median(Film.FILM_ID.asDouble()));
        values.put("percentile", ColumnCollectors.percentile(Film.FILM_ID.asDouble(), 0.83));
        values.put("list", ColumnCollectors.mapping(Film.TITLE, Collectors.toList()));
        values.forEach((name, of) -> {
            all.put(name, of);
            all.put("filtered " + name, ColumnCollectors.filtering(Film.RENTAL_DURATION.greaterThan((short) 4), of));
            all.put("no " + name, ColumnCollectors.filtering(Film.FILM_ID.lessThan(0), of));
            all.put("parts of " + name, ColumnCollectors.partitioningBy(Film.FILM_ID.lessThan(2_000), of));
            all.put("groups of " + name, ColumnCollectors.groupingBy(Film.RATING, of));
            all.put(
                    "groups of groups of " + name,
                    ColumnCollectors.groupingBy(
                            Film.RENTAL_DURATION.asInt(),
                            TreeMap::new,
                            ColumnCollectors.groupingBy(Film.RATING, LinkedHashMap::new, of)));
            all.put(
                    "groups in any case of " + name,
                    ColumnCollectors.groupingBy(Film.TITLE, () -> new TreeMap<>(String.CASE_INSENSITIVE_ORDER), of));
            all.put(
                    "records of " + name,
                    Aggregation.by(Film.RATING)
                            .by(Film.RENTAL_DURATION)
                            .with(ColumnCollectors.counting(), of)
                            .rollup()
                            .into(Levels.class));
        });
        all.put(
                "aggregates of a filter that lets nothing pass",
                ColumnCollectors.groupingBy(
                        Film.RATING,
                        ColumnCollectors.filtering(
                                Film.FILM_ID.lessThan(0),
                                Aggregation.of(ColumnCollectors.<Film>counting(), ColumnCollectors.maximum(Film.TITLE))
                                        .into(All.class))));
        return all;
    }

    /** Fails if a new aggregate lacks a collector in this test. */
    @Test
    void everyAggregateIsCompared() {
        List<Class<?>> compared = Stream.concat(exact().values().stream(), ROUNDED.values().stream())
                .map(CollectorShape::of)
                .flatMap(shape -> Stream.of(shape, PartialCollection.of(shape).part()))
                .filter(CollectorShape.OfValues.class::isInstance)
                .<Class<?>>map(
                        shape -> ((CollectorShape.OfValues) shape).aggregate().getClass())
                .toList();
        assertThat(compared).containsAll(leaves(ValueAggregate.class).toList());
    }

    private static SakilaFilms films(int from, int end) {
        return SakilaFilms.of(APP, FILMS.list().subList(from, end), new EntityTable.Layout(true, 10, false));
    }

    /** Collects in parts. Each part has its own table and dictionaries, and serialises its partial result. */
    @Test
    void everyCollectorWorksInParts() {
        List<Film> list = FILMS.list().subList(0, 1_200);
        List<SakilaFilms> parts = List.of(films(0, 1), films(1, 1), films(1, 500), films(500, 1_200));
        Map<String, Collector<Film, ?, ?>> all = new LinkedHashMap<>(EXACT);
        all.putAll(ROUNDED);
        all.forEach((name, collector) -> {
            Object onColumns = inParts(
                    collector,
                    parts.stream()
                            .map(part -> EntityStream.of(part.table(), false, refused(name)))
                            .toList());
            Object overLists = inParts(
                    collector, parts.stream().map(part -> part.list().stream()).toList());
            Object expected = list.stream().collect(collector);
            if (ROUNDED.containsKey(name)) {
                assertThat(numbers(onColumns)).as(name).containsExactly(numbers(expected), offset());
                assertThat(numbers(overLists)).as(name).containsExactly(numbers(expected), offset());
            } else {
                assertThat(text(onColumns)).as(name).isEqualTo(text(expected));
                assertThat(text(overLists)).as(name).isEqualTo(text(expected));
            }
            assertThat(text(PartialCollector.of(collector).result(List.of())))
                    .as("no part: " + name)
                    .isEqualTo(text(Stream.<Film>empty().collect(collector)));
        });
    }

    private static Offset<Double> offset() {
        return Offset.offset(1e-6);
    }

    private static double[] numbers(@Nullable Object result) {
        return switch (result) {
            case Double number -> new double[] {number};
            case DoubleSummaryStatistics of ->
                new double[] {of.getCount(), of.getMin(), of.getMax(), of.getSum(), of.getAverage()};
            case null, default -> throw new AssertionError(result);
        };
    }

    private static FallbackListener refused(String name) {
        return (_, operation, reason, _) -> {
            throw new AssertionError(name + ": " + operation + " leaves columns: " + reason);
        };
    }

    private static <R> R inParts(Collector<Film, ?, R> collector, List<Stream<Film>> parts) {
        PartialCollector<Film, R> partial = PartialCollector.of(collector);
        return partial.result(
                parts.stream().map(part -> sent(partial.collect(part))).toList());
    }

    @SuppressWarnings("unchecked") // the type that was written
    private static <V> V sent(V value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
            out.flush();
            return (V) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void conditionsApplyToAllPartsTogether() {
        List<Film> list = FILMS.list().subList(0, 1_200);
        List<Stream<Film>> parts = Stream.of(films(0, 700), films(700, 1_200))
                .map(part -> EntityStream.of(part.table(), false, refused("having")))
                .toList();
        Collector<Film, ?, Long> count = ColumnCollectors.counting();
        Collector<Film, ?, List<Levels>> collector = Aggregation.by(Film.RATING)
                .by(Film.RENTAL_DURATION)
                .with(count, ColumnCollectors.median(Film.FILM_ID.asDouble()))
                .having(count, films -> films > 40)
                .into(Levels.class);

        List<Levels> expected = list.stream().collect(collector);
        assertThat(expected).isNotEmpty();
        assertThat(inParts(collector, parts)).isEqualTo(expected);
        assertThat(inParts(
                        ColumnCollectors.greatest(
                                3, ColumnCollectors.groupingBy(Film.TITLE, ColumnCollectors.<Film>counting())),
                        List.of(films(0, 700).list().stream(), films(700, 1_200).list().stream())))
                .isEqualTo(list.stream()
                        .collect(ColumnCollectors.greatest(
                                3, ColumnCollectors.groupingBy(Film.TITLE, ColumnCollectors.<Film>counting()))));
    }

    @Test
    void statisticsOfPartsEqualTheWholeForSpecialDoubles() {
        ToDoubleFunction<Double> itself = number -> number;
        for (List<Double> numbers : List.of(
                List.of(Double.NEGATIVE_INFINITY, 1.0, Double.POSITIVE_INFINITY, 2.0),
                List.of(Double.NaN, 1.0, -0.0, 0.0),
                List.of(-0.0, -0.0, Double.MAX_VALUE, Double.MIN_VALUE))) {
            DoubleSummaryStatistics whole = numbers.stream().collect(ColumnCollectors.summarizingDouble(itself));
            assertThat(numbers(inPartsOf(ColumnCollectors.summarizingDouble(itself), numbers)))
                    .containsExactly(numbers(whole));
        }
    }

    private static DoubleSummaryStatistics inPartsOf(
            Collector<Double, ?, DoubleSummaryStatistics> collector, List<Double> numbers) {
        PartialCollector<Double, DoubleSummaryStatistics> partial = PartialCollector.of(collector);
        return partial.result(List.of(
                sent(partial.collect(numbers.subList(0, 2).stream())),
                sent(partial.collect(numbers.subList(2, numbers.size()).stream()))));
    }

    @Test
    void collectorWithoutPartsIsRefused() {
        assertThatThrownBy(() -> PartialCollector.of(Collectors.<Film>toList()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot collect in parts");
        assertThatThrownBy(() -> PartialCollector.of(ColumnCollectors.groupingBy(Film.RATING, Collectors.toList())))
                .isInstanceOf(IllegalArgumentException.class);
        PartialCollector<Film, String> joined =
                PartialCollector.of(ColumnCollectors.mapping(Film.TITLE, Collectors.joining(", ")));
        assertThatThrownBy(() -> joined.collect(FILMS.list().stream()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.util.StringJoiner");
    }

    private static Stream<Class<?>> leaves(Class<?> type) {
        return type.isSealed()
                ? Stream.of(type.getPermittedSubclasses()).flatMap(CollectorPlanTest::leaves)
                : Stream.of(type);
    }

    private record Levels(
            @Nullable Object rating,
            @Nullable Object duration,
            long films,
            @Nullable Object of) {}

    private static CollectorPlan.Columns plan(String what, Collector<Film, ?, ?> collector) {
        CollectorPlan plan =
                CollectorPlan.of(CollectorShape.of(collector), Scope.of(FILMS.table()), function -> function);
        assertThat(plan).as(what).isInstanceOf(CollectorPlan.Columns.class);
        return (CollectorPlan.Columns) plan;
    }

    private static void add(Aggregator to, int from, int end, SplittableRandom random) {
        blocks(from, end, random).forEach(to::accept);
    }

    private static List<RowBlock> blocks(int from, int end, SplittableRandom random) {
        return IntStream.iterate(from, start -> start < end, start -> start + 977)
                .mapToObj(start -> {
                    RowBlock block = new RowBlock(1);
                    block.size = Math.min(977, end - start);
                    block.fillings = random.nextLong();
                    for (int i = 0; i < block.size; i++) {
                        block.rows[0][i] = start + i;
                    }
                    return block;
                })
                .toList();
    }

    private static Object expected(Collector<Film, ?, ?> collector, int from, int end) {
        return text(FILMS.list().subList(from, end).stream().collect(collector));
    }

    /** Returns the result as text. The entries of a map are sorted by key unless it is a {@link LinkedHashMap}. */
    private static String text(@Nullable Object of) {
        if (!(of instanceof Map<?, ?> map)) {
            return String.valueOf(of);
        }
        return map.getClass().getSimpleName()
                + (map instanceof HashMap && !(map instanceof LinkedHashMap)
                                ? map.entrySet().stream()
                                        .sorted(Comparator.comparing(entry -> String.valueOf(entry.getKey())))
                                : map.entrySet().stream())
                        .map(entry -> entry.getKey() + "=" + text(entry.getValue()))
                        .toList();
    }

    @Test
    void everyCollectorEqualsItsResultOverEntities() {
        Map<String, Collector<Film, ?, ?>> all = new LinkedHashMap<>(EXACT);
        all.putAll(ROUNDED);
        int rows = FILMS.list().size();
        SplittableRandom random = new SplittableRandom(1);
        all.forEach((name, collector) -> {
            Aggregator whole = plan(name, collector).aggregators().get();
            add(whole, 0, rows, random);
            assertThat(text(whole.<Object>result())).as(name).isEqualTo(expected(collector, 0, rows));
            Aggregator none = plan(name, collector).aggregators().get();
            assertThat(text(none.<Object>result())).as("none: " + name).isEqualTo(expected(collector, 0, 0));
        });
    }

    @Test
    void partsAreMerged() {
        int rows = FILMS.list().size();
        SplittableRandom random = new SplittableRandom(2);
        EXACT.forEach((name, collector) -> {
            Supplier<Aggregator> aggregators = plan(name, collector).aggregators();
            int one = random.nextInt(rows);
            int other = random.nextInt(one, rows);
            Aggregator first = aggregators.get();
            Aggregator second = aggregators.get();
            Aggregator third = aggregators.get();
            add(first, 0, one, random);
            add(second, one, other, random);
            add(third, other, rows, random);
            Object merged = first.isOrdered()
                    ? first.append(second.append(third)).result()
                    : third.inAnyOrder().append(first).append(second).result();
            assertThat(text(merged)).as(name).isEqualTo(expected(collector, 0, rows));
        });
    }

    @Test
    void retractedRowsLeaveNoTrace() {
        int rows = FILMS.list().size();
        int end = 1_900;
        SplittableRandom random = new SplittableRandom(3);
        int[] retractable = {0};
        EXACT.forEach((name, collector) -> {
            Aggregate aggregate = plan(name, collector).aggregate();
            Aggregator aggregator = Aggregator.retracting(1, aggregate);
            if (aggregator.retractionRefusal().isPresent()) {
                assertThatThrownBy(() -> aggregator.retract(new RowBlock(1)))
                        .isInstanceOf(UnsupportedOperationException.class)
                        .hasMessage(aggregator.retractionRefusal().orElseThrow());
                return;
            }
            retractable[0]++;
            add(aggregator, 0, end, random);
            add(aggregator, end, rows, random);
            blocks(end, rows, random).forEach(aggregator::retract);
            assertThat(text(aggregator.<Object>result())).as(name).isEqualTo(expected(collector, 0, end));
            assertThat(aggregator.rows()).as(name).isEqualTo(end);
        });
        assertThat(retractable[0]).isGreaterThan(60);
        ROUNDED.forEach((name, collector) -> assertThat(
                        Aggregator.retracting(1, plan(name, collector).aggregate())
                                .retractionRefusal())
                .as(name)
                .isPresent());
    }

    @Test
    void unsupportedCollectorHasAReason() {
        assertThat(CollectorPlan.of(
                        CollectorShape.of(Collectors.toList()), Scope.of(FILMS.table()), function -> function))
                .isEqualTo(new CollectorPlan.Unsupported(
                        "uses a collector of the unknown class java.util.stream.Collectors$CollectorImpl"));
        assertThat(CollectorPlan.of(
                        CollectorShape.of(ColumnCollectors.<Film>summingInt(Film::hashCode)),
                        Scope.of(FILMS.table()),
                        function -> function))
                .isEqualTo(new CollectorPlan.Unsupported("uses a function that cannot be read from columns"));
        assertThat(CollectorPlan.of(
                        CollectorShape.of(ColumnCollectors.<Film, Long>filtering(
                                film -> film.hashCode() > 3, ColumnCollectors.counting())),
                        Scope.of(FILMS.table()),
                        function -> function))
                .isEqualTo(new CollectorPlan.Unsupported("uses a predicate that cannot be read from columns"));
    }
}
