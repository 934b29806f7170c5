package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.core.Speedment;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.incremental.IncrementalQuery;
import org.speedwell.accelerator.incremental.NotIncrementalException;
import org.speedwell.accelerator.query.ColumnCollectors;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;

/**
 * Incremental queries whose results depend on an order, over a table with many random changes. After each change, the
 * test compares the result with the same pipeline over a plain list.
 */
@Tag("oracle")
class OrderedResultsTest {
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_128);
    private static final int ROWS = 2_000;
    private static final int VERSIONS = 300;
    private static final Speedment APP = EntityTable.offline(new SakilaApplicationBuilder());
    private static final FilmManager FILMS = APP.getOrThrow(FilmManager.class);

    private enum Query {
        TOP(of -> of.sorted(Film.LENGTH.comparator()).limit(10).toList()),
        TOP_OF_SOME(of -> of.filter(Film.RENTAL_DURATION.greaterThan((short) 4))
                .sorted(Film.RENTAL_RATE.reversed().thenComparing(Film.TITLE.comparator()))
                .limit(20)
                .map(Film.TITLE)
                .toList()),
        PAGE(of -> of.sorted(Film.TITLE.comparator())
                .skip(30)
                .limit(15)
                .map(Film::getTitle)
                .toList()),
        FIRST(of -> of.sorted(Film.TITLE.reversed()).findFirst().map(Film::getTitle)),
        LEAST(of -> of.min(Film.TITLE.comparator()).map(Film::getFilmId)),
        GREATEST(of -> of.max(Comparator.comparing(Film::getTitle)).map(Film::getFilmId)),
        TOP_BY_EXPRESSION(of -> of.filter(film -> film.getTitle().length() > 2)
                .sorted(Film.FILM_ID.asInt().negate())
                .limit(9)
                .toList()),
        GREATEST_BY_EXPRESSION(of -> of.max(Film.FILM_ID.asInt().negate()).map(Film::getFilmId)),
        FIRST_ROWS(of ->
                of.filter(Film.RENTAL_DURATION.lessThan((short) 5)).limit(7).toList()),
        NO_ROWS(of -> of.sorted(Film.TITLE.comparator()).limit(0).toList()),
        SUM_OF_TOP(of -> of.sorted(Film.TITLE.comparator())
                .limit(12)
                .mapToInt(Film.FILM_ID.asInt())
                .sum()),
        FEW(of -> of.filter(Film.TITLE.equal("T7")).map(Film::getFilmId).collect(Collectors.toList())),
        DISTINCT(of -> of.map(Film::getRating).distinct().toList()),
        DISTINCT_SORTED(of -> of.map(Film.TITLE).distinct().sorted().limit(5).toList()),
        DISTINCT_COUNT(of -> of.map(Film::getLength).distinct().count()),
        GREATEST_DOUBLE(of -> of.mapToDouble(Film.FILM_ID.asDouble()).max()),
        LEAST_DOUBLE(of -> of.mapToDouble(Film.FILM_ID.asDouble()).min()),
        PERCENTILE(of -> of.collect(ColumnCollectors.percentile(Film::getFilmId, 0.9))),
        MODE(of -> of.collect(ColumnCollectors.mode(Film.TITLE)));

        private final Function<Stream<Film>, @Nullable Object> function;

        Query(Function<Stream<Film>, @Nullable Object> function) {
            this.function = function;
        }
    }

    /** A version of the table, and the same films in a list. */
    private record Version(TableStore<Film> table, List<Film> films) {}

    /** Random changes of few rows. Some move rows to the front of the order, so that all rows of a result leave in time. */
    private static final class History {
        private final RandomGenerator random;
        private final TreeMap<Integer, Film> rows = new TreeMap<>();
        private int end;
        private TableStore<Film> table;

        History(long seed) {
            random = new SplittableRandom(seed);
            while (end < ROWS) {
                rows.put(end++, film());
            }
            table = EntityTable.of(
                    APP,
                    FILMS,
                    SakilaFilms.shape(APP),
                    List.copyOf(rows.values()),
                    new EntityTable.Layout(random.nextBoolean(), 10, true),
                    () -> {});
        }

        /** Returns a film without a length. */
        static Film film(int id, String title) {
            return FILMS.create()
                    .setFilmId(id)
                    .setTitle(title)
                    .setRentalRate(BigDecimal.valueOf(99, 2))
                    .setReplacementCost(BigDecimal.ONE.setScale(2))
                    .setLastUpdate(Timestamp.valueOf("2026-01-01 00:00:00"));
        }

        private Film film() {
            Film film = film(random.nextInt(1_000_000), "T" + random.nextInt(400))
                    .setRentalDuration((short) random.nextInt(8))
                    .setRentalRate(BigDecimal.valueOf(random.nextInt(5) * 100L + 99, 2));
            if (random.nextInt(10) > 0) {
                film.setLength(random.nextInt(180)).setRating(Rating.values()[random.nextInt(5)]);
            }
            return film;
        }

        Version version() {
            return new Version(table, List.copyOf(rows.values()));
        }

        void change() {
            List<Integer> present = List.copyOf(rows.keySet());
            TreeSet<Integer> removed = new TreeSet<>();
            TreeMap<Integer, Film> changed = new TreeMap<>();
            for (int i = random.nextInt(5); i >= 0; i--) {
                int row = random.nextBoolean() ? least(random.nextInt(40)) : pick(present);
                switch (random.nextInt(3)) {
                    case 0 -> removed.add(row);
                    case 1 -> changed.put(row, film());
                    default -> changed.put(end++, film());
                }
            }
            removed.forEach(changed::remove);
            removed.forEach(rows::remove);
            rows.putAll(changed);
            table = EntityTable.edit(
                    APP,
                    FILMS,
                    SakilaFilms.shape(APP),
                    table,
                    10,
                    ids(changed.keySet()),
                    List.copyOf(changed.values()),
                    ids(removed));
        }

        /** Returns the row with a place in the order of titles. */
        private int least(int place) {
            return rows.entrySet().stream()
                    .sorted(Comparator.comparing(row -> row.getValue().getTitle()))
                    .skip(place)
                    .findFirst()
                    .orElseThrow()
                    .getKey();
        }

        private int pick(List<Integer> from) {
            return from.get(random.nextInt(from.size()));
        }

        private static int[] ids(Collection<Integer> rows) {
            return rows.stream().mapToInt(Integer::intValue).toArray();
        }
    }

    @ParameterizedTest
    @EnumSource
    void resultEqualsThatOfTheList(Query query) {
        History history = new History(SEED + query.ordinal());
        Version former = history.version();
        IncrementalQuery<Film, @Nullable Object> maintained = maintained(query, former.table);
        int fromScratch = 0;
        for (int i = 0; i < VERSIONS; i++) {
            history.change();
            Version latter = history.version();
            try {
                update(maintained, former.table, latter.table);
            } catch (NotIncrementalException e) {
                maintained = maintained(query, latter.table);
                fromScratch++;
            }
            assertThat(maintained.result())
                    .as("%s, version %d", query, i)
                    .isEqualTo(query.function.apply(latter.films.stream()));
            former = latter;
        }
        assertThat(fromScratch).as(query + " from scratch").isLessThan(VERSIONS / 4);
    }

    @Test
    void sortThatThrowsForARowThatALaterFilterRejectsThrowsAgain() {
        List<Film> films = IntStream.range(0, 100)
                .mapToObj(i -> History.film(i, "T").setLength(i))
                .toList();
        EntityTable.Shape shape = SakilaFilms.shape(APP);
        TableStore<Film> former =
                EntityTable.of(APP, FILMS, shape, films, new EntityTable.Layout(false, 10, true), () -> {});
        TableStore<Film> latter = EntityTable.edit(
                APP, FILMS, shape, former, 10, new int[] {7}, List.of(History.film(7, "T")), new int[0]);
        for (Function<Stream<Film>, @Nullable Object> query : List.<Function<Stream<Film>, @Nullable Object>>of(
                of -> of.sorted(Film.LENGTH.asInt().orThrow())
                        .filter(Film.TITLE.equal("none"))
                        .toList(),
                of -> of.filter(Film.TITLE.equal("T"))
                        .sorted(Film.LENGTH.asInt().orThrow())
                        .count())) {
            IncrementalQuery<Film, @Nullable Object> maintained = new IncrementalQuery<>(
                    query,
                    reads -> EntityStream.of(former, false, reads),
                    (rows, reads) -> ChangedRows.stream(former, rows, reads),
                    FallbackListener.SILENT,
                    null);
            assertThat(maintained.refusal()).isNull();
            assertThatThrownBy(() -> query.apply(EntityStream.of(latter, false)))
                    .isInstanceOf(RuntimeException.class);
            assertThatThrownBy(() -> update(maintained, former, latter)).isInstanceOf(RuntimeException.class);
        }
    }

    private static IncrementalQuery<Film, @Nullable Object> maintained(Query query, TableStore<Film> table) {
        IncrementalQuery<Film, @Nullable Object> maintained = new IncrementalQuery<>(
                query.function,
                reads -> EntityStream.of(table, false, reads),
                (rows, reads) -> ChangedRows.stream(table, rows, reads),
                FallbackListener.SILENT,
                null);
        assertThat(maintained.refusal()).as(query.name()).isNull();
        return maintained;
    }

    private static void update(
            IncrementalQuery<Film, @Nullable Object> query, TableStore<Film> former, TableStore<Film> latter) {
        int[] rows = requireNonNull(latter.editedSince(former));
        query.update(
                List.of(ChangedRows.change(false, former, rows, false), ChangedRows.change(true, latter, rows, false)),
                (some, reads) -> ChangedRows.stream(latter, some, reads),
                FallbackListener.SILENT);
    }

    @AfterAll
    static void stop() {
        APP.stop();
    }
}
