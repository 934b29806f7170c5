package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.groupingBy;
import static org.speedwell.accelerator.query.ColumnCollectors.summingInt;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.predicate.Inclusion;
import com.speedment.runtime.field.trait.HasComparableOperators;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.column.AbsentColumn;
import org.speedwell.accelerator.column.AbsentColumnException;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.query.ColumnFunctions;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;

/** Columns of every kind that were not loaded. A pipeline that reads them fails or is sent to the database. */
@Tag("oracle")
class AbsentColumnTest {
    private static final Speedment APP = EntityTable.offline(new SakilaApplicationBuilder());
    private static final List<Film> FILMS;
    private static final TableStore<Film> PARTIAL;

    static {
        FilmManager manager = APP.getOrThrow(FilmManager.class);
        EntityTable.Shape shape = EntityTable.Shape.of(APP, manager, 2);
        FILMS = new RandomEntities<>(manager, shape, new SplittableRandom(3)).list(200, 10);
        TableStore<Film> whole = EntityTable.of(APP, manager, shape, FILMS, true, 10);
        PARTIAL = without(whole, manager, List.of(Film.LENGTH, Film.RATING, Film.RENTAL_DURATION, Film.LAST_UPDATE));
    }

    private static TableStore<Film> without(TableStore<Film> whole, FilmManager manager, List<Field<Film>> absent) {
        TableStore.Builder<Film> partial = TableStore.builder(whole.identifier(), whole.entities(), new Lease())
                .primaryKey(whole.primaryKey());
        for (Field<Film> field : manager.fields().toList()) {
            int place = whole.indexOf(field.identifier());
            if (absent.contains(field)) {
                partial.column(
                        SpeedmentIds.of(field.identifier()), new AbsentColumn(whole.rows(), whole.columnName(place)));
            } else {
                partial.column(SpeedmentIds.of(field.identifier()), whole.column(place), whole.index(place));
            }
        }
        return partial.build();
    }

    @AfterAll
    static void stop() {
        APP.stop();
    }

    private static List<Function<Stream<Film>, Object>> pipelines() {
        List<Function<Stream<Film>, Object>> pipelines = new ArrayList<>();
        compare(Film.LENGTH, 60, pipelines);
        compare(Film.RENTAL_DURATION, (short) 3, pipelines);
        compare(Film.RATING, Rating.PG, pipelines);
        compare(Film.LAST_UPDATE, new Timestamp(0), pipelines);
        pipelines.add(films -> films.filter(Film.LENGTH.isNull()).count());
        pipelines.add(films -> films.filter(Film.RATING.isNotNull()).count());
        pipelines.add(films -> films.mapToInt(Film.RENTAL_DURATION.asInt()).sum());
        pipelines.add(films -> films.mapToLong(Film.RENTAL_DURATION.asLong()).max());
        pipelines.add(films ->
                films.map(ColumnFunctions.value(Film.RATING)).distinct().count());
        pipelines.add(films -> films.collect(groupingBy(Film.RENTAL_DURATION, HashMap::new, counting())));
        pipelines.add(films -> films.collect(summingInt(Film.RENTAL_DURATION.asInt())));
        pipelines.add(Stream::toList);
        return pipelines;
    }

    private static <V extends Comparable<? super V>> void compare(
            HasComparableOperators<Film, V> field, V value, List<Function<Stream<Film>, Object>> pipelines) {
        pipelines.add(films -> films.filter(field.equal(value)).count());
        pipelines.add(films -> films.filter(field.notEqual(value)).count());
        pipelines.add(films -> films.filter(field.greaterThan(value)).count());
        pipelines.add(films ->
                films.filter(field.lessOrEqual(value)).map(Film::getFilmId).toList());
        pipelines.add(films -> films.filter(field.in(value)).findFirst().isPresent());
        pipelines.add(films -> films.filter(Film.FILM_ID.greaterThan(0).and(field.notIn(value)))
                .count());
        pipelines.add(films -> films.filter(field.between(value, value, Inclusion.START_INCLUSIVE_END_INCLUSIVE))
                .count());
        pipelines.add(films -> films.anyMatch(field.equal(value)));
        pipelines.add(films -> films.skip(1).filter(field.equal(value)).count());
        pipelines.add(
                films -> films.sorted(field.comparator()).skip(3).findFirst().map(Film::getFilmId));
    }

    @Test
    void readingAnAbsentColumnFails() {
        List<Function<Stream<Film>, Object>> pipelines = pipelines();
        for (int i = 0; i < pipelines.size(); i++) {
            Function<Stream<Film>, Object> pipeline = pipelines.get(i);
            assertThat(catchThrowable(() -> pipeline.apply(EntityStream.of(PARTIAL, false))))
                    .as("pipeline %d", i)
                    .isInstanceOf(AbsentColumnException.class)
                    .hasMessageContaining("is not loaded");
        }
    }

    @Test
    void routedStreamReadsAbsentColumnsFromTheDatabase() {
        List<Function<Stream<Film>, Object>> pipelines = pipelines();
        for (int i = 0; i < pipelines.size(); i++) {
            Function<Stream<Film>, Object> pipeline = pipelines.get(i);
            assertThat(pipeline.apply(RoutedStream.of(EntityStream.of(PARTIAL, false), FILMS::stream)))
                    .as("pipeline %d", i)
                    .isEqualTo(pipeline.apply(FILMS.stream()));
        }
    }

    @Test
    void otherColumnsCanBeRead() {
        assertThat(EntityStream.of(PARTIAL, false)
                        .filter(Film.FILM_ID.greaterThan(0))
                        .mapToInt(Film.FILM_ID)
                        .sum())
                .isEqualTo(FILMS.stream()
                        .filter(Film.FILM_ID.greaterThan(0))
                        .mapToInt(Film.FILM_ID)
                        .sum());
    }
}
