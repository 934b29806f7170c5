package org.speedwell.accelerator.live;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.groupingBy;

import com.speedment.runtime.core.Speedment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.Fallback;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.Versions;
import org.speedwell.accelerator.stream.FallbackListener;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.Language;
import org.speedwell.sakila.LanguageManager;
import org.speedwell.sakila.SakilaApplicationBuilder;

/**
 * Maintained queries that a change does not affect. Random transactions change small tables, and after each one all
 * results must equal those over lists. {@code -Dspeedwell.histories=N} sets the number of histories,
 * {@code -Dspeedwell.seed=S} the first seed.
 */
@Tag("oracle")
class UnaffectedQueryTest {
    private static final int HISTORIES = Integer.getInteger("speedwell.histories", 40);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_128);
    private static final int VERSIONS = 40;
    private static final int QUERIES = 30;
    private static final Speedment APP = EntityTable.offline(new SakilaApplicationBuilder());

    private Versions versions = new Versions(MemoryBudget.UNLIMITED, Duration.ZERO);
    private MaintainedQueries queries = queries(versions);

    @AfterAll
    static void stop() {
        APP.stop();
    }

    private static MaintainedQueries queries(Versions versions) {
        return new MaintainedQueries(
                versions,
                FallbackListener.SILENT,
                Fallback.SILENT,
                () -> null,
                _ -> Optional.empty(),
                new StateBudget(Long.MAX_VALUE));
    }

    private <R> MaintainedQuery<R> maintain(RandomSakila sakila, Function<Stream<Film>, R> query) {
        return queries.maintain(new QuerySource.OfTable<>(sakila.films.id()), query);
    }

    private static Film film(int id, @Nullable Integer length) {
        return APP.getOrThrow(FilmManager.class)
                .create()
                .setFilmId(id)
                .setTitle("film")
                .setLanguageId((short) 1)
                .setRentalDuration((short) 1)
                .setLength(length);
    }

    /** A maintained query, and its function. */
    private record Kept(MaintainedQuery<?> query, Function<Stream<Film>, ?> function) {
        void check(List<Film> films, String where) {
            assertThat(result(query::get)).as(where).isEqualTo(result(() -> function.apply(films.stream())));
        }

        /** Returns a result, or the class of the exception. */
        private static Object result(Supplier<?> of) {
            try {
                return of.get();
            } catch (RuntimeException e) {
                return e.getClass();
            }
        }
    }

    @Test
    void resultsEqualThoseOfListsThroughRandomHistories() {
        int kept = 0;
        int changes = 0;
        for (long seed = SEED; seed < SEED + HISTORIES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            RandomSakila sakila = new RandomSakila(APP, random, random.nextBoolean());
            versions = new Versions(MemoryBudget.UNLIMITED, Duration.ZERO);
            queries = queries(versions);
            sakila.publish(versions);
            List<Kept> all = new ArrayList<>();
            while (all.size() < QUERIES) {
                Function<Stream<Film>, Object> query = query(random);
                if (!(Kept.result(() -> query.apply(sakila.films.list().stream())) instanceof Class<?>)) {
                    all.add(new Kept(maintain(sakila, query), query));
                }
            }
            for (int i = 0; i < VERSIONS; i++) {
                Object[] before = current().results();
                sakila.change();
                sakila.publish(versions);
                Object[] after = current().results();
                changes += QUERIES;
                for (int j = 0; j < QUERIES; j++) {
                    kept += before[j] == after[j] ? 1 : 0;
                    if (random.nextInt(4) > 0) { // the others stay unread, so that a result may be unknown
                        all.get(j).check(sakila.films.list(), "seed %d, version %d, query %d".formatted(seed, i, j));
                    }
                }
            }
        }
        assertThat(kept).isBetween(changes / 2, changes - changes / 20);
    }

    private Snapshot current() {
        return requireNonNull(versions.current());
    }

    private static Function<Stream<Film>, Object> query(SplittableRandom random) {
        List<Predicate<Film>> filters = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            filters.add(filter(random));
        }
        int shape = random.nextInt(6);
        boolean isCombined = random.nextBoolean();
        return films -> {
            Stream<Film> some = films;
            if (isCombined) {
                some = some.filter(filters.stream().reduce(Predicate::and).orElseThrow());
            } else {
                for (Predicate<Film> filter : filters) {
                    some = some.filter(filter);
                }
            }
            return switch (shape) {
                case 0 -> some.count();
                case 1 -> some.mapToInt(Film.RENTAL_DURATION.asInt()).sum();
                case 2 -> some.collect(groupingBy(Film.LANGUAGE_ID, counting()));
                case 3 ->
                    some.sorted(Film.RENTAL_DURATION)
                            .limit(3)
                            .map(Film::getFilmId)
                            .toList();
                case 4 -> some.toList();
                default -> some.anyMatch(Film.RENTAL_DURATION.greaterThan((short) 3));
            };
        };
    }

    private static Predicate<Film> filter(SplittableRandom random) {
        int operand = random.nextInt(60);
        int length = 20 + random.nextInt(100);
        return switch (random.nextInt(13)) {
            case 0 -> Film.FILM_ID.equal(operand);
            case 1 -> Film.FILM_ID.between(operand, operand + 5);
            case 2 -> Film.FILM_ID.lessThan(operand);
            case 3 -> Film.LENGTH.greaterOrEqual(length);
            case 4 -> Film.LENGTH.equal(length);
            case 5 -> Film.LENGTH.notEqual(length);
            case 6 -> Film.LENGTH.isNull();
            case 7 -> Film.TITLE.equal("film " + operand % 7);
            case 8 -> Film.RENTAL_DURATION.in((short) (operand % 5), (short) 2);
            case 9 -> film -> film.getFilmId() == operand;
            case 10 -> film -> film.getFilmId() > operand && film.getRentalDuration() < 4;
            case 11 -> film -> film.getLength().orElseThrow() > length; // fails for NULL
            default -> Film.ORIGINAL_LANGUAGE_ID.lessOrEqual((short) operand);
        };
    }

    private RandomSakila sakila() {
        RandomSakila sakila = new RandomSakila(APP, new SplittableRandom(1), true);
        sakila.films.append(List.of(film(1_000, 50), film(1_001, 60), film(1_002, null)));
        sakila.publish(versions);
        return sakila;
    }

    private static int row(RandomSakila sakila, int id) {
        return sakila.films.rows.entrySet().stream()
                .filter(row -> row.getValue().getFilmId() == id)
                .findFirst()
                .orElseThrow()
                .getKey();
    }

    private void replace(RandomSakila sakila, Film by) {
        sakila.films.replace(row(sakila, by.getFilmId()), by);
        sakila.publish(versions);
    }

    @Test
    void unaffectedQueryDoesNotRun() {
        RandomSakila sakila = sakila();
        AtomicInteger runs = new AtomicInteger();
        MaintainedQuery<List<Film>> query = maintain(sakila, films -> {
            runs.incrementAndGet();
            return films.filter(Film.FILM_ID.equal(1_000)).toList();
        });
        int first = runs.get();

        replace(sakila, film(1_001, 70));
        sakila.films.append(List.of(film(1_003, 80)));
        sakila.publish(versions);
        sakila.languages.append(List.of(language()));
        sakila.publish(versions);
        assertThat(query.get()).extracting(Film::getFilmId).containsExactly(1_000);
        assertThat(runs).hasValue(first);

        replace(sakila, film(1_000, 90));
        assertThat(query.get()).extracting(Film::getLength).containsExactly(OptionalInt.of(90));
        assertThat(runs.get()).isGreaterThan(first);
        assertThat(query.isIncremental()).isTrue();
    }

    @Test
    void updateOfOtherColumnsDoesNotRunAQuery() {
        RandomSakila sakila = sakila();
        AtomicInteger runs = new AtomicInteger();
        MaintainedQuery<List<String>> query = maintain(sakila, films -> {
            runs.incrementAndGet();
            return films.filter(Film.FILM_ID.equal(1_000))
                    .map(Film.TITLE.getter())
                    .toList();
        });
        int first = runs.get();

        replace(sakila, film(1_000, 51));
        replace(sakila, film(1_000, null));
        assertThat(query.get()).containsExactly("film");
        assertThat(runs).hasValue(first);

        replace(sakila, film(1_000, 51).setTitle("other"));
        assertThat(query.get()).containsExactly("other");
        sakila.films.append(List.of(film(1_000, 51)));
        sakila.publish(versions);
        assertThat(query.get()).containsExactly("other", "film");
    }

    private static Language language() {
        return APP.getOrThrow(LanguageManager.class)
                .create()
                .setLanguageId((short) 200)
                .setName("language");
    }

    @Test
    void rowThatLeavesARangeAffectsTheQuery() {
        RandomSakila sakila = sakila();
        MaintainedQuery<Long> query = maintain(
                sakila, films -> films.filter(Film.LENGTH.equal(10_000)).count());

        for (int i = 0; i < 3; i++) {
            replace(sakila, film(1_000, 10_000));
            assertThat(query.get()).isOne();
            replace(sakila, film(1_000, i == 1 ? null : 5));
            assertThat(query.get()).isZero();
        }
    }

    @Test
    void nullForWhichAFunctionFailsIsNotSkipped() {
        RandomSakila sakila = sakila();
        replace(sakila, film(1_002, 7));
        sakila.films.list().stream()
                .filter(film -> film.getLength().isEmpty())
                .forEach(film -> replace(sakila, film(film.getFilmId(), 3)));
        MaintainedQuery<Long> query = maintain(
                sakila,
                films -> films.filter(film -> film.getLength().orElseThrow() > 10_000)
                        .filter(Film.FILM_ID.equal(1_000))
                        .count());
        assertThat(query.get()).isZero();

        replace(sakila, film(1_001, null));

        assertThat(Kept.result(query::get)).isEqualTo(NoSuchElementException.class);
    }

    @Test
    void queryFollowsAFormerVersionThatReplacesADamagedOne() {
        RandomSakila sakila = sakila();
        MaintainedQuery<Long> query = maintain(
                sakila, films -> films.filter(Film.LENGTH.greaterThan(9_000)).count());
        Snapshot former = current();
        replace(sakila, film(1_000, 9_001));
        assertThat(query.get()).isOne();
        versions.withdraw(current(), former);
        assertThat(query.get()).isZero();

        replace(sakila, film(1_001, 9_001));
        assertThat(query.get()).isEqualTo(2);
    }

    @Test
    void releasedQueryLeavesNoResult() {
        RandomSakila sakila = sakila();
        MaintainedQuery<Long> query = maintain(
                sakila, films -> films.filter(Film.FILM_ID.equal(1_000)).count());
        MaintainedQuery<Long> other = maintain(
                sakila, films -> films.filter(Film.FILM_ID.equal(1_001)).count());

        query.close();
        replace(sakila, film(1_002, 7));

        assertThat(current().results()[0]).isNull();
        assertThat(other.get()).isOne();
    }
}
