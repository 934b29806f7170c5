package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.speedwell.accelerator.query.ColumnCollectors.averagingDecimal;
import static org.speedwell.accelerator.query.ColumnCollectors.averagingInt;
import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.countingDistinct;
import static org.speedwell.accelerator.query.ColumnCollectors.filtering;
import static org.speedwell.accelerator.query.ColumnCollectors.groupingBy;
import static org.speedwell.accelerator.query.ColumnCollectors.mapping;
import static org.speedwell.accelerator.query.ColumnCollectors.maximum;
import static org.speedwell.accelerator.query.ColumnCollectors.median;
import static org.speedwell.accelerator.query.ColumnCollectors.minimum;
import static org.speedwell.accelerator.query.ColumnCollectors.percentile;
import static org.speedwell.accelerator.query.ColumnCollectors.summingDecimal;
import static org.speedwell.accelerator.query.ColumnCollectors.summingInt;
import static org.speedwell.accelerator.query.ColumnCollectors.summingLong;
import static org.speedwell.accelerator.query.Expressions.compare;
import static org.speedwell.accelerator.query.Expressions.lookUpDouble;

import com.speedment.runtime.compute.ToInt;
import com.speedment.runtime.core.Speedment;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
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
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.query.Aggregation;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;

/** Groups by several keys, collected into records. {@link RandomPipelineTest} tests random ones. */
@Tag("oracle")
class AggregationTest {
    private static final Speedment APP = EntityTable.offline(new SakilaApplicationBuilder());
    private static final SakilaFilms FILMS = SakilaFilms.random(APP, 17, 9_000, 20);
    private static final SakilaFilms WITHOUT_NULL = SakilaFilms.random(APP, 18, 9_000, 0);

    record Summary(
            @Nullable Rating rating,
            int duration,
            long films,
            double length,
            @Nullable BigDecimal dearest,
            long years) {}

    private static final Aggregation.Keys<Film> KEYS =
            Aggregation.by(Film.RATING).by(Film.RENTAL_DURATION);
    private static final Collector<Film, ?, Long> COUNT = counting();
    private static final Collector<Film, ?, List<Summary>> SUMMARIES = KEYS.with(
                    COUNT,
                    averagingInt(Film.FILM_ID),
                    maximum(Film.REPLACEMENT_COST),
                    countingDistinct(Film.RELEASE_YEAR))
            .into(Summary.class);

    @AfterAll
    static void stop() {
        APP.stop();
    }

    private static Stream<Film> columns() {
        return EntityStream.of(FILMS.table(), false);
    }

    private static void assertSame(Function<Stream<Film>, @Nullable Object> pipeline) {
        assertSame(FILMS, pipeline);
        assertSame(WITHOUT_NULL, pipeline);
    }

    private static void assertSame(SakilaFilms of, Function<Stream<Film>, @Nullable Object> pipeline) {
        Object expected = pipeline.apply(of.list().stream());
        assertThat(pipeline.apply(EntityStream.of(of.table(), false))).isEqualTo(expected);
        assertThat(pipeline.apply(EntityStream.of(of.table(), true))).isEqualTo(expected);
        ExecutionTrace trace = new ExecutionTrace();
        assertThat(pipeline.apply(EntityStream.traced(of.table(), trace, FallbackListener.SILENT)))
                .isEqualTo(expected);
        assertThat(trace.entities()).isZero();
    }

    @Test
    void recordsHaveKeysAndAggregatesInGroupOrder() {
        List<Summary> summaries = FILMS.list().stream().collect(SUMMARIES);
        assertThat(summaries).isNotEmpty();
        Summary first = summaries.getFirst();
        Film film = FILMS.list().getFirst();
        assertThat(first.rating).isEqualTo(film.getRating().orElse(null));
        assertThat(first.duration).isEqualTo(film.getRentalDuration());
        assertThat(summaries.stream().mapToLong(Summary::films).sum())
                .isEqualTo(FILMS.list().size());
        assertThat(summaries).anyMatch(summary -> summary.rating == null);
        assertSame(films -> films.collect(SUMMARIES));
        assertSame(films -> films.filter(Film.LENGTH.greaterThan(60)).collect(SUMMARIES));
        assertSame(films -> films.filter(Film.FILM_ID.equal(-1)).collect(SUMMARIES));
        assertSame(films -> films.sorted(Film.TITLE).skip(10).limit(500).collect(SUMMARIES));
        assertSame(
                films -> films.sorted(Film.RELEASE_YEAR.comparator().reversed()).collect(SUMMARIES));
    }

    record Length(
            @Nullable Integer length,
            @Nullable Double median,
            @Nullable Double high,
            @Nullable BigDecimal rate) {}

    @Test
    void percentilesAveragesAndExpressionsAreExact() {
        assertSame(
                WITHOUT_NULL,
                films -> films.collect(Aggregation.by(Film.LENGTH.asInt())
                        .with(
                                median(Film.FILM_ID.asDouble()),
                                percentile(Film.FILM_ID.asDouble(), 0.9),
                                averagingDecimal(Film.RENTAL_RATE, 6))
                        .into(Length.class)));
        record Extremes(
                long films,
                @Nullable Integer least,
                @Nullable String title) {}
        assertSame(films -> films.collect(Aggregation.of(counting(), minimum(Film.FILM_ID.asInt()), maximum(Film.TITLE))
                .into(Extremes.class)));
        assertThat(columns()
                        .filter(Film.FILM_ID.equal(-1))
                        .collect(Aggregation.of(counting(), minimum(Film.FILM_ID.asInt()), maximum(Film.TITLE))
                                .into(Extremes.class)))
                .containsExactly(new Extremes(0, null, null));
    }

    /** Selects nearly all rows. The others are scattered among them, make no group, and count in no group. */
    @Test
    void filteredRowsCountInNoGroup() {
        record Totals(
                @Nullable Object key,
                long films,
                int ids,
                @Nullable BigDecimal rate,
                @Nullable BigDecimal cost,
                @Nullable String title) {}
        List<Predicate<Film>> filters = List.of(
                Film.FILM_ID.notEqual(WITHOUT_NULL.list().getFirst().getFilmId()),
                Film.RENTAL_DURATION.notEqual(WITHOUT_NULL.list().getFirst().getRentalDuration()),
                Film.RATING.notEqual(Rating.PG13),
                Film.TITLE.notEqual("none"));
        List<Aggregation.Keys<Film>> keys = List.of(
                Aggregation.by(Film.RATING), Aggregation.by(Film.RENTAL_DURATION), Aggregation.by(Film.FILM_ID));
        for (Predicate<Film> filter : filters) {
            for (Aggregation.Keys<Film> by : keys) {
                Collector<Film, ?, List<Totals>> totals = by.with(
                                counting(),
                                summingInt(Film.FILM_ID),
                                averagingDecimal(Film.RENTAL_RATE, 6),
                                summingDecimal(Film.RENTAL_RATE),
                                maximum(Film.TITLE))
                        .into(Totals.class);
                assertSame(WITHOUT_NULL, films -> films.filter(filter).collect(totals));
            }
            Collector<Film, ?, List<Totals>> all = Aggregation.of(
                            summingInt(Film.RENTAL_DURATION.asInt()),
                            counting(),
                            summingInt(Film.FILM_ID),
                            averagingDecimal(Film.RENTAL_RATE, 6),
                            summingDecimal(Film.RENTAL_RATE),
                            maximum(Film.TITLE))
                    .into(Totals.class);
            assertSame(WITHOUT_NULL, films -> films.filter(filter).collect(all));
        }
    }

    @Test
    void distinctValuesAreCountedOncePerGroup() {
        record Variety(@Nullable Rating rating, long films, long titles, long lengths) {}
        assertSame(films -> films.collect(Aggregation.by(Film.RATING)
                .with(
                        countingDistinct(Film.FILM_ID),
                        countingDistinct(Film.TITLE),
                        filtering(Film.FILM_ID.notEqual(3), countingDistinct(Film.LENGTH)))
                .into(Variety.class)));
    }

    @Test
    void conditionsSelectGroups() {
        double average = columns().collect(SUMMARIES).stream()
                .mapToLong(Summary::films)
                .average()
                .orElseThrow();
        Collector<Film, ?, List<Summary>> large = KEYS.with(
                        COUNT,
                        averagingInt(Film.FILM_ID),
                        maximum(Film.REPLACEMENT_COST),
                        countingDistinct(Film.RELEASE_YEAR))
                .having(COUNT, films -> films > average)
                .into(Summary.class);
        List<Summary> some = columns().collect(large);
        assertThat(some).isNotEmpty().allMatch(summary -> summary.films > average);
        assertThat(some.size()).isLessThan(columns().collect(SUMMARIES).size());
        assertSame(films -> films.collect(large));
        record Rate(int film, BigDecimal rate) {}
        Collector<Film, ?, BigDecimal> rate = summingDecimal(Film.RENTAL_RATE);
        assertSame(
                WITHOUT_NULL,
                films -> films.collect(Aggregation.by(Film.FILM_ID)
                        .with(rate)
                        .having(rate, sum -> sum.signum() > 0)
                        .having(rate, sum -> sum.compareTo(BigDecimal.TWO) < 0)
                        .into(Rate.class)));
        assertThatThrownBy(() -> KEYS.with(COUNT).having(counting(), films -> films > 20))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("an aggregate that this aggregation does not have");
    }

    record Choice(@Nullable Short duration, @Nullable Rating rating, BigDecimal rates, long films, double length) {}

    @Test
    void greatestAggregatesSelectGroupsWithTies() {
        Collector<Film, ?, BigDecimal> rates = summingDecimal(Film.RENTAL_RATE);
        Collector<Film, ?, Double> length = averagingInt(Film.LENGTH.asInt().orElse(0));
        Aggregation<Film> all =
                Aggregation.by(Film.RENTAL_DURATION).by(Film.RATING).with(rates, COUNT, length);
        List<Choice> groups = WITHOUT_NULL.list().stream().collect(all.into(Choice.class));
        long few = groups.get(groups.size() / 2).films;
        List<Choice> large = groups.stream().filter(group -> group.films > few).toList();
        for (int limit : new int[] {0, 1, 2, 7, groups.size() - 1, groups.size(), 1_000}) {
            assertGreatest(all.greatest(limit, rates), greatest(limit, groups, Choice::rates));
            assertGreatest(all.greatest(limit, COUNT), greatest(limit, groups, Choice::films));
            assertGreatest(all.greatest(limit, length), greatest(limit, groups, Choice::length));
            List<Choice> expected = greatest(limit, large, Choice::rates);
            assertGreatest(all.having(COUNT, films -> films > few).greatest(limit, rates), expected);
            assertGreatest(all.greatest(limit, rates).having(COUNT, films -> films > few && films % 2 < 2), expected);
            assertGreatest(
                    all.greatest(2 * limit, COUNT).greatest(limit, length),
                    greatest(limit, greatest(2 * limit, groups, Choice::films), Choice::length));
        }
        assertThatThrownBy(() -> all.greatest(-1, rates))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("but is -1");
        assertThatThrownBy(() -> all.greatest(3, rates).rollup())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Leave out rollup(), or greatest(…)");
        assertThatThrownBy(() -> all.greatest(3, counting())).hasMessageContaining("does not have");
    }

    private static void assertGreatest(Aggregation<Film> some, List<Choice> expected) {
        Collector<Film, ?, List<Choice>> collector = some.into(Choice.class);
        assertThat(EntityStream.of(WITHOUT_NULL.table(), false).collect(collector))
                .isEqualTo(expected);
        assertSame(WITHOUT_NULL, films -> films.collect(collector));
    }

    /** Returns the groups than which fewer groups than the limit are greater. A null value is the least. */
    private static <G, V extends Comparable<? super V>> List<G> greatest(
            int limit, List<G> groups, Function<G, @Nullable V> by) {
        Comparator<G> order = Comparator.comparing(by, Comparator.nullsFirst(Comparator.naturalOrder()));
        return groups.stream()
                .filter(group -> groups.stream()
                                .filter(other -> order.compare(other, group) > 0)
                                .count()
                        < limit)
                .toList();
    }

    record Longest(
            @Nullable Short duration,
            @Nullable Rating rating,
            @Nullable Integer length) {}

    @Test
    void nullAggregatesAreTheLeast() {
        Collector<Film, ?, Integer> longest = filtering(Film.RATING.equal(Rating.PG13), maximum(Film.LENGTH));
        Aggregation<Film> all =
                Aggregation.by(Film.RENTAL_DURATION).by(Film.RATING).with(longest);
        List<Longest> groups = FILMS.list().stream().collect(all.into(Longest.class));
        assertThat(groups).anyMatch(group -> group.length == null).anyMatch(group -> group.length != null);
        for (int limit : new int[] {1, 3, groups.size() - 1, groups.size()}) {
            Collector<Film, ?, List<Longest>> collector =
                    all.greatest(limit, longest).into(Longest.class);
            assertThat(columns().collect(collector)).isEqualTo(greatest(limit, groups, Longest::length));
            assertSame(FILMS, films -> films.collect(collector));
        }
    }

    record Rates(
            @Nullable Short duration,
            @Nullable Rating rating,
            BigDecimal rates,
            long films,
            long years,
            long lengths) {}

    @Test
    void comparisonsKeepTheGroupsThatMeetThem() {
        Collector<Film, ?, BigDecimal> rates = summingDecimal(Film.RENTAL_RATE);
        Collector<Film, ?, Long> years = countingDistinct(Film.RELEASE_YEAR);
        Collector<Film, ?, Long> lengths = summingLong(Film.LENGTH.asLong().orElse(0L));
        for (long seed = 1; seed <= 60; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            BigDecimal rate = BigDecimal.valueOf(random.nextInt(-10, 60_000), random.nextInt(-2, 5));
            long few = random.nextLong(200);
            long length = random.nextBoolean() ? Long.MIN_VALUE : random.nextLong(60_000);
            Aggregation<Film> all =
                    Aggregation.by(Film.RENTAL_DURATION).by(Film.RATING).with(rates, COUNT, years, lengths);
            List<Aggregation<Film>> some = List.of(
                    all.having(rates, sum -> sum.compareTo(rate) > 0),
                    all.having(rates, sum -> rate.compareTo(sum) >= 0),
                    all.having(rates, sum -> sum.compareTo(rate) == 0),
                    all.having(COUNT, films -> films >= few).having(lengths, sum -> sum > length),
                    all.having(COUNT, films -> films > few && films < 2 * few),
                    all.having(years, films -> films == few).rollup(),
                    all.having(lengths, sum -> length <= sum && sum < 2 * length));
            for (Aggregation<Film> of : some) {
                Collector<Film, ?, List<Rates>> collector = of.into(Rates.class);
                assertSame(WITHOUT_NULL, films -> films.collect(collector));
                assertSame(
                        WITHOUT_NULL,
                        films -> films.filter(Film.FILM_ID.equal(-1)).collect(collector));
            }
        }
    }

    record Level(@Nullable Rating rating, @Nullable Short duration, long films, BigDecimal rates) {}

    record Total(@Nullable Rating rating, long length) {}

    @Test
    void conditionsCompareWithAllGroups() {
        Collector<Film, ?, Long> length = summingLong(Film.LENGTH.asLong().orElse(0L));
        Aggregation<Film> totals = Aggregation.by(Film.RATING).with(length);
        Collector<Film, ?, List<Total>> greatest = totals.having(
                        length, Collectors.reducing(0L, Math::max), (total, max) -> total.equals(max))
                .into(Total.class);
        Collector<Film, ?, List<Total>> aboveAverage = totals.having(length, total -> total > 0)
                .having(length, Collectors.averagingLong(total -> total), (total, average) -> total > average)
                .into(Total.class);
        assertThat(FILMS.list().stream().collect(greatest)).hasSize(1);
        assertSame(films -> films.collect(greatest));
        assertSame(films -> films.filter(Film.FILM_ID.equal(-1)).collect(greatest));
        assertSame(films -> films.collect(aboveAverage));
        assertSame(films -> films.sorted(Film.TITLE).limit(700).collect(aboveAverage));
        assertThatThrownBy(
                        () -> totals.having(length, counting(), (_, _) -> true).rollup())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rollup()");
    }

    @Test
    void predicateUsesTheAggregateOfItsGroup() {
        assertSame(films -> {
            Map<Short, Double> averages = FILMS.list().stream()
                    .collect(groupingBy(
                            Film.RENTAL_DURATION,
                            averagingInt(Film.LENGTH.asInt().orElse(0))));
            var average =
                    lookUpDouble(Film.RENTAL_DURATION, averages).orElse(0.0).multiply(1.2);
            return films.filter(compare(Film.LENGTH.asDouble()).greaterThan(compare(average)))
                    .collect(SUMMARIES);
        });
        var none = lookUpDouble(Film.RENTAL_DURATION, Map.of((short) -1, 1.0));
        assertSame(films -> films.filter(compare(none).lessThan(9.0)).count());
        assertSame(films -> films.filter(compare(none).lessThan(9.0).negate()).count());
        assertSame(films -> films.filter(none.isNull()).count());
    }

    @Test
    void subtotalsFollowTheGroups() {
        Collector<Film, ?, List<Level>> rollup = Aggregation.by(Film.RATING)
                .by(Film.RENTAL_DURATION)
                .with(counting(), summingDecimal(Film.RENTAL_RATE))
                .rollup()
                .into(Level.class);
        List<Level> levels = EntityStream.of(WITHOUT_NULL.table(), false).collect(rollup);
        Level all = levels.getLast();
        assertThat(all.rating).isNull();
        assertThat(all.duration).isNull();
        assertThat(all.films).isEqualTo(WITHOUT_NULL.list().size());
        assertThat(levels.stream().mapToLong(Level::films).sum()).isEqualTo(3L * all.films);
        assertSame(WITHOUT_NULL, films -> films.collect(rollup));
        assertThat(columns().filter(Film.FILM_ID.equal(-1)).collect(rollup))
                .containsExactly(new Level(null, null, 0, BigDecimal.ZERO));
    }

    record Nested(@Nullable Rating rating, int adults, List<String> titles) {}

    @Test
    void otherCollectorsCanBeAggregates() {
        assertSame(films -> films.collect(Aggregation.by(Film.RATING)
                .with(
                        filtering(Film.LENGTH.greaterThan(100), summingInt(Film.FILM_ID)),
                        mapping(Film.TITLE, Collectors.toList()))
                .into(Nested.class)));
        List<Nested> byEntities = columns()
                .collect(Aggregation.by(Film.RATING)
                        .with(summingInt(Film.FILM_ID), Collectors.mapping(Film::getTitle, Collectors.toList()))
                        .into(Nested.class));
        assertThat(byEntities)
                .isEqualTo(FILMS.list().stream()
                        .collect(Aggregation.by(Film.RATING)
                                .with(summingInt(Film.FILM_ID), mapping(Film.TITLE, Collectors.toList()))
                                .into(Nested.class)));
    }

    record Primitive(Rating rating, int films) {}

    record Picky(Rating rating, long films) {
        Picky {
            throw new IllegalStateException("not " + rating);
        }
    }

    record TooShort(int films) {}

    @Test
    void unsuitableRecordIsRefusedByComponent() {
        assertThatThrownBy(() -> Aggregation.by(Film.RATING).with(counting()).into(TooShort.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has 1 components. The aggregation has 1 keys and 1 aggregates");
        var tooNarrow = Aggregation.by(Film.RATING).with(COUNT).into(Primitive.class);
        assertThatThrownBy(() -> columns().collect(tooNarrow))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("films of ")
                .hasMessageContaining("has the type int, but aggregate 1 is java.lang.Long");
        var noPlaceForNull = Aggregation.by(Film.LENGTH).with(COUNT).into(Lengths.class);
        assertThatThrownBy(() -> columns().collect(noPlaceForNull))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("length of ")
                .hasMessageContaining("key 1 is null");
        assertThatThrownBy(() -> columns()
                        .collect(Aggregation.by(Film.RATING).with(COUNT).into(Picky.class)))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> percentile(Film.FILM_ID.asDouble(), 1.5)).isInstanceOf(IllegalArgumentException.class);
    }

    record Lengths(int length, long films) {}

    @Test
    void aggregationCanBeReusedAndNested() {
        record Pair(@Nullable Rating rating, List<Lengths> lengths) {}
        Collector<Film, ?, List<Pair>> nested = Aggregation.by(Film.RATING)
                .with(Aggregation.by(Film.FILM_ID.asInt()).with(COUNT).into(Lengths.class))
                .into(Pair.class);
        List<Object> results = new ArrayList<>();
        for (int time = 0; time < 2; time++) {
            results.add(columns()
                    .sorted(Comparator.comparing(Film::getFilmId))
                    .limit(50)
                    .collect(nested));
        }
        assertThat(results.getFirst()).isEqualTo(results.getLast());
        assertSame(films -> films.limit(100).collect(nested));
    }

    /** Checks that the exception of the first row is thrown when each key and each aggregate throws for another row. */
    @Test
    void exceptionOfTheFirstFailingRowIsThrown() {
        for (int first = 0; first < 3; first++) {
            int of = first;
            Collector<Film, ?, List<Level>> failing = Aggregation.by(failing(100 + (of == 0 ? 0 : 9), "a key"))
                    .by(failing(100 + (of == 1 ? 0 : 8), "another key"))
                    .with(counting(), mapping(failing(100 + (of == 2 ? 0 : 7), "an aggregate"), Collectors.counting()))
                    .into(Level.class);
            Throwable expected =
                    catchThrowable(() -> WITHOUT_NULL.list().stream().collect(failing));
            assertThat(expected)
                    .hasMessage(List.of("a key", "another key", "an aggregate").get(of));
            assertThatThrownBy(
                            () -> EntityStream.of(WITHOUT_NULL.table(), false).collect(failing))
                    .hasMessage(expected.getMessage());
        }
    }

    /** Returns an expression that throws for the title of a row. */
    private static ToInt<Film> failing(int row, String what) {
        String title = WITHOUT_NULL.list().get(row).getTitle();
        return Film.TITLE
                .mapToIntIfPresent(text -> {
                    if (text.equals(title)) {
                        throw new IllegalStateException(what);
                    }
                    return 1;
                })
                .orElse(0);
    }

    record Titles(@Nullable Rating rating, List<String> titles) {}

    /** Checks the order of the values of a group. The table has enough rows for several threads. */
    @Test
    void valuesKeepTheirOrderInParallel() {
        SakilaFilms many = SakilaFilms.random(APP, 19, 300_000, 0);
        Collector<Film, ?, List<Titles>> titles = Aggregation.by(Film.RATING)
                .with(mapping(Film.TITLE, Collectors.toList()))
                .into(Titles.class);
        List<Titles> expected = many.list().stream().collect(titles);
        for (int time = 0; time < 5; time++) {
            assertThat(EntityStream.of(many.table(), true).collect(titles)).isEqualTo(expected);
        }
    }

    /** Checks that the map decides which keys are equal, and that it refuses null. */
    @Test
    void mapDecidesTheGroups() {
        Collector<Film, ?, TreeMap<String, Long>> byLength =
                groupingBy(Film.TITLE, () -> new TreeMap<>(Comparator.comparing(String::length)), counting());
        assertSame(WITHOUT_NULL, films -> films.collect(byLength));
        assertSame(
                WITHOUT_NULL,
                films -> films.collect(groupingBy(Film.RATING, () -> new EnumMap<>(Rating.class), counting())));
        for (Collector<Film, ?, ?> ofNull : List.<Collector<Film, ?, ?>>of(
                groupingBy(Film.RATING, minimum(Film.TITLE)), groupingBy(Film.TITLE, LinkedHashMap::new, counting()))) {
            Throwable expected = catchThrowable(() -> FILMS.list().stream().collect(ofNull));
            if (expected == null) {
                continue;
            }
            assertThatThrownBy(() -> columns().collect(ofNull))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage(expected.getMessage());
        }
    }

    @Test
    void fallbackReasonIsReported() {
        List<String> reasons = new ArrayList<>();
        FallbackListener listener = (table, operation, reason, function) -> reasons.add(operation + ": " + reason);
        assertThat(EntityStream.of(WITHOUT_NULL.table(), false, listener)
                        .collect(groupingBy(Film.RATING, Collectors.counting())))
                .isNotEmpty();
        assertThat(reasons)
                .singleElement()
                .asString()
                .startsWith("collect: uses a collector of the unknown class java.util.stream.Coll");
    }
}
