package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.speedwell.accelerator.query.ColumnCollectors.averagingInt;
import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.greatest;
import static org.speedwell.accelerator.query.ColumnCollectors.groupingBy;
import static org.speedwell.accelerator.query.ColumnCollectors.summingInt;
import static org.speedwell.accelerator.query.ColumnFunctions.value;

import com.speedment.runtime.compute.expression.Expressions;
import com.speedment.runtime.core.Speedment;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.query.RowEncoder;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;

/** Pipelines that columns can evaluate. They make no entity. */
@Tag("oracle")
class NoEntityTest {
    private static final Speedment APP = EntityTable.offline(new SakilaApplicationBuilder());
    private static final LongAdder MADE = new LongAdder();
    private static final List<Film> FILMS;
    static final TableStore<Film> TABLE;

    /** The same table without indexes. */
    static final TableStore<Film> SCANNED;

    static {
        FilmManager manager = APP.getOrThrow(FilmManager.class);
        EntityTable.Shape shape = EntityTable.Shape.of(APP, manager, 2);
        FILMS = new RandomEntities<>(manager, shape, new SplittableRandom(3)).list(1_000, 10);
        TABLE = EntityTable.of(APP, manager, shape, FILMS, new EntityTable.Layout(true, 10, false), MADE::increment);
        SCANNED = EntityTable.of(APP, manager, shape, FILMS, false, 10);
    }

    /** The pipelines of every kind that columns can evaluate. */
    static final Map<String, Function<Stream<Film>, Object>> PIPELINES = new TreeMap<>(Map.ofEntries(
            Map.entry(
                    "the article's first",
                    s -> s.filter(Film.RATING.equal(Rating.PG13)).count()),
            Map.entry(
                    "the article's second",
                    s -> s.sorted(Film.LENGTH.reversed())
                            .skip(745)
                            .limit(5)
                            .mapToInt(Film.RENTAL_DURATION.asInt())
                            .summaryStatistics()
                            .toString()),
            Map.entry(
                    "several filters",
                    s -> s.filter(Film.FILM_ID.greaterThan(10))
                            .filter(Film.TITLE.startsWith("A").or(Film.RATING.equal(Rating.R)))
                            .count()),
            Map.entry(
                    "a filter behind a window",
                    s -> s.skip(10)
                            .limit(500)
                            .filter(Film.LENGTH.greaterThan(20))
                            .count()),
            Map.entry(
                    "a test of an expression",
                    s -> s.filter(Film.LENGTH.asInt().isNotNull().and(Film.FILM_ID.greaterThan(7)))
                            .count()),
            Map.entry(
                    "an order of an expression",
                    s -> s.sorted(Film.FILM_ID.map(id -> id % 10))
                            .skip(5)
                            .mapToInt(Film.FILM_ID)
                            .limit(20)
                            .boxed()
                            .toList()),
            Map.entry(
                    "takeWhile, dropWhile",
                    s -> s.takeWhile(Film.FILM_ID.notEqual(12))
                            .dropWhile(Film.FILM_ID.notEqual(8))
                            .count()),
            Map.entry(
                    "map to titles", s -> s.map(Film.TITLE).distinct().limit(3).collect(Collectors.toList())),
            Map.entry(
                    "map to a getter",
                    s -> s.map(Film.RENTAL_RATE.getter()).distinct().collect(Collectors.toList())),
            Map.entry(
                    "map to dates",
                    s -> s.filter(Film.LAST_UPDATE.isNotNull())
                            .map(value(Film.LAST_UPDATE))
                            .sorted()
                            .distinct()
                            .limit(4)
                            .toList()),
            Map.entry(
                    "map to boxed numbers behind a window",
                    s -> s.skip(3)
                            .takeWhile(Film.FILM_ID.notEqual(40))
                            .map(value(Film.FILM_ID))
                            .toList()),
            Map.entry(
                    "groups by a date",
                    s -> s.filter(Film.LAST_UPDATE.isNotNull()).collect(groupingBy(Film.LAST_UPDATE, counting()))),
            Map.entry("map to ratings", s -> s.map(Film.RATING).distinct().count()),
            Map.entry(
                    "map to sorted ratings",
                    s -> s.filter(Film.RATING.isNotNull())
                            .map(Film.RATING)
                            .sorted()
                            .distinct()
                            .toList()),
            Map.entry(
                    "the longest lengths",
                    s -> s.filter(Film.LENGTH.isNotNull())
                            .map(Film.LENGTH.asInt())
                            .sorted(Comparator.reverseOrder())
                            .limit(7)
                            .toList()),
            Map.entry(
                    "the last title",
                    s -> s.filter(Film.TITLE.isNotNull()).map(Film.TITLE).max(Comparator.naturalOrder())),
            Map.entry(
                    "sums of a field",
                    s -> s.filter(Film.LENGTH.greaterThan(40))
                            .mapToInt(Film.RENTAL_DURATION.asInt())
                            .summaryStatistics()
                            .toString()),
            Map.entry(
                    "averages of a field",
                    s -> s.filter(Film.LENGTH.greaterThan(40))
                            .mapToDouble(Film.RENTAL_DURATION.asDouble())
                            .average()),
            Map.entry(
                    "the groups with the greatest sums",
                    s -> s.filter(Film.RATING.isNotNull())
                            .collect(greatest(2, groupingBy(Film.RATING, summingInt(Film.FILM_ID))))),
            Map.entry("map to an expression", s -> s.map(Film.LENGTH.asInt()).collect(Collectors.toList())),
            Map.entry(
                    "map to a text",
                    s -> s.map(Expressions.joining(" ", Film.TITLE.orElse("?"), Film.DESCRIPTION.orElse("?")))
                            .collect(Collectors.toList())),
            Map.entry(
                    "sums of an expression",
                    s -> s.mapToInt(Film.LENGTH.asInt().orElse(0).plus(3).multiply(Film.FILM_ID))
                            .sum()),
            Map.entry(
                    "longs",
                    s -> s.mapToLong(Film.FILM_ID.asLong()).mapToObj(v -> v).toList()),
            Map.entry("doubles", s -> s.mapToDouble(Film.FILM_ID.divide(3)).max()),
            Map.entry("matches", s -> s.anyMatch(Film.FILM_ID.equal(3))),
            Map.entry(
                    "toArray of numbers",
                    s -> s.mapToInt(Film.FILM_ID).distinct().sorted().toArray().length),
            Map.entry(
                    "groups",
                    s -> s.filter(Film.RATING.isNotNull())
                            .collect(groupingBy(
                                    Film.RATING,
                                    averagingInt(Film.LENGTH.asInt().orElse(0))))),
            Map.entry(
                    "groups of groups",
                    s -> s.collect(groupingBy(
                            Film.FILM_ID.map(id -> id % 3),
                            TreeMap::new,
                            groupingBy(Film.RENTAL_DURATION, HashMap::new, summingInt(Film.FILM_ID))))),
            Map.entry("counts", s -> s.collect(counting())),
            Map.entry("encoded", s -> encoded(s.sorted(Film.TITLE).limit(50))),
            Map.entry("encoded behind a window", s -> encoded(s.skip(3).filter(Film.FILM_ID.greaterThan(7))))));

    @AfterAll
    static void stop() {
        APP.stop();
    }

    private static String encoded(Stream<Film> films) {
        RowEncoder<Film> json = RowEncoder.json(APP.getOrThrow(FilmManager.class))
                .putExpression("double", Film.FILM_ID.plus(Film.FILM_ID))
                .putFunction("updated", value(Film.LAST_UPDATE));
        return new String(films.collect(json.toBytes()), StandardCharsets.UTF_8);
    }

    static Stream<Film> films() {
        return EntityStream.of(TABLE, false, (table, operation, reason, function) -> {
            throw new AssertionError(operation + ": " + reason);
        });
    }

    @Test
    void columnPipelinesMakeNoEntity() {
        PIPELINES.forEach((name, pipeline) -> {
            MADE.reset();
            assertThat(pipeline.apply(films())).as(name).isEqualTo(pipeline.apply(FILMS.stream()));
            assertThat(pipeline.apply(films().parallel()))
                    .as("%s, in parallel", name)
                    .isNotNull();
            assertThat(MADE.sum()).as(name).isZero();
        });
    }

    @Test
    void searchMakesOneEntity() {
        Map<String, Function<Stream<Film>, Object>> searches = Map.of(
                "findFirst", s -> s.filter(Film.FILM_ID.greaterThan(3)).findFirst(),
                "findFirst behind a window",
                        s -> s.skip(2).filter(Film.FILM_ID.greaterThan(3)).findFirst(),
                "findAny", s -> s.sorted(Film.TITLE).findAny(),
                "min", s -> s.min(Film.TITLE.reversed()),
                "max", s -> s.max(Film.LENGTH));
        searches.forEach((name, search) -> {
            MADE.reset();
            assertThat(search.apply(films())).as(name).isEqualTo(search.apply(FILMS.stream()));
            assertThat(MADE.sum()).as(name).isEqualTo(1);
        });
    }
}
