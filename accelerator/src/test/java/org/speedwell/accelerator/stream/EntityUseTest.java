package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.load.EntityTable;
import org.speedwell.accelerator.plan.Profile;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;

/** Opaque functions: those that only read some columns of an entity, and those that could tell or keep one that has no more. */
@SuppressWarnings("all") // the code that users write, good or bad
class EntityUseTest {
    private static final Speedment APP = EntityTable.offline(new SakilaApplicationBuilder());
    private static final List<Film> FILMS;
    private static final TableStore<Film> TABLE;

    private static final List<Object> SEEN = new ArrayList<>();
    private static Film kept;

    static {
        FilmManager manager = APP.getOrThrow(FilmManager.class);
        EntityTable.Shape shape = EntityTable.Shape.of(APP, manager, 2);
        FILMS = new RandomEntities<>(manager, shape, new SplittableRandom(7)).list(300, 10);
        TABLE = EntityTable.of(APP, manager, shape, FILMS, true, 10);
    }

    private interface Use extends Function<Stream<Film>, Object> {}

    @AfterAll
    static void stop() {
        APP.stop();
    }

    @BeforeEach
    void forget() {
        SEEN.clear();
        kept = null;
    }

    private static boolean isGood(Film film) {
        int sum = 0;
        for (int i = 0; i < film.getLength().orElse(3) % 7; i++) {
            sum += i;
        }
        return sum % 2 == 0;
    }

    private static boolean isBest(Film film) {
        return isGood(film) && film.getFilmId() % 3 != 0;
    }

    private static boolean isEndless(Film film) {
        return film.getFilmId() == 1_234_567 ? isEndless(film) : film.getTitle().hashCode() % 2 == 0;
    }

    private static boolean isKept(Film film) {
        kept = film;
        return film.getFilmId() > 0;
    }

    private static boolean isSet(Film film) {
        film.setTitle(film.getTitle());
        return true;
    }

    private static boolean isOther(Film film, int number) {
        return film.getFilmId() > number;
    }

    private static boolean isReplaced(Film film) {
        film = FILMS.getFirst();
        return film.getFilmId() > 0;
    }

    private boolean isMine(Film film) {
        return film.hashCode() % 2 == 0;
    }

    private static <T> T noted(T value) {
        SEEN.add(value);
        return value;
    }

    /** The columns that are read, as explained; or null where whole entities are made. */
    private static String read(Use use) {
        Profile profile = new Profile();
        outcome(use, EntityStream.profiled(TABLE, profile, FallbackListener.SILENT));
        return profile.functions().stream()
                .filter(function -> function.contains("made of these alone"))
                .map(function -> function.replaceAll(".*which reads ", "").replaceAll(" of entities.*", ""))
                .findFirst()
                .orElse(null);
    }

    private static Object outcome(Use use, Stream<Film> films) {
        SEEN.clear();
        try {
            return List.of(use.apply(films), List.copyOf(SEEN));
        } catch (RuntimeException e) {
            return List.of(e.getClass(), List.copyOf(SEEN));
        }
    }

    private static void assertRead(String columns, Use use) {
        assertThat(outcome(use, EntityStream.of(TABLE, false, FallbackListener.SILENT)))
                .isEqualTo(outcome(use, FILMS.stream()));
        assertThat(read(use)).isEqualTo(columns);
    }

    @Test
    void whatOnlyReadsGetsWhatItReads() {
        int least = 60;
        assertRead("length", s -> s.filter(EntityUseTest::isGood).count());
        assertRead("length", s -> s.filter(f -> isGood(f)).toList());
        assertRead("film_id, length", s -> s.filter(f -> isBest(f)).toList());
        assertRead(
                "film_id, title",
                s -> s.filter(f -> f.getTitle() == null || isEndless(f)).toList());
        assertRead("film_id", s -> s.filter(f -> noted(f.getFilmId()) > least).toList());
        assertRead(
                "film_id",
                s -> s.filter(f -> noted(f.getFilmId()) > least).limit(7).toList());
        assertRead(
                "film_id",
                s -> s.sorted(Film.TITLE.comparatorNullFieldsFirst())
                        .filter(f -> noted(f.getFilmId()) > least)
                        .findFirst());
        assertRead("film_id", s -> s.anyMatch(f -> noted(f.getFilmId()) == least));
        assertRead("film_id", s -> s.allMatch(f -> noted(f.getFilmId()) != least));
        assertRead(
                "film_id", s -> s.takeWhile(f -> noted(f.getFilmId()) != least).toList());
        assertRead(
                "film_id", s -> s.dropWhile(f -> noted(f.getFilmId()) != least).toList());
        assertRead(
                "title",
                s -> s.map(f -> String.valueOf(f.getTitle()).toLowerCase()).toList());
        assertRead(
                "length", s -> s.mapToInt(f -> noted(f.getLength().orElse(0))).sum());
        assertRead("film_id", s -> s.mapToLong(f -> noted((long) f.getFilmId())).sum());
        assertRead(
                "rental_duration",
                s -> s.mapToDouble(f -> noted(1.5 * f.getRentalDuration())).sum());
        assertRead(
                "film_id",
                s -> s.filter(f -> 10 / (noted(f.getFilmId()) - FILMS.get(9).getFilmId()) > 5)
                        .toList());
        assertRead(
                "film_id",
                s -> s.parallel()
                        .filter(f -> f.getFilmId() % Math.max(1, least + (int) (Math.random() * 0)) == 0)
                        .toList());
    }

    @Test
    void whatMayTellOrKeepAnEntityGetsAWholeOne() {
        assertRead(null, s -> s.filter(f -> isKept(f)).toList());
        assertThat(kept).isEqualTo(FILMS.getLast());
        assertRead(null, s -> s.filter(f -> SEEN.add(f)).toList());
        assertRead(null, s -> s.filter(f -> isSet(f)).toList());
        assertRead(null, s -> s.filter(f -> isOther(f, 3)).toList());
        assertRead(null, s -> s.filter(f -> isReplaced(f)).toList());
        assertRead(null, s -> s.filter(this::isMine).toList());
        assertRead(null, s -> s.filter(f -> isMine(f)).toList());
        assertRead(null, s -> s.filter(f -> f.toString().length() % 2 == 0).toList());
        assertRead(null, s -> s.filter(f -> f.equals(FILMS.getFirst())).toList());
        assertRead(null, s -> s.filter(f -> f != kept && isGood(f)).toList());
        assertRead(
                null,
                s -> s.filter(f -> Stream.of(1).allMatch(one -> f.getFilmId() > one))
                        .toList());
        assertRead(null, s -> s.map(f -> isGood(f) ? f : null).toList());
        assertRead(
                null,
                s -> s.filter(f -> {
                            Film same = f;
                            return isGood(same);
                        })
                        .toList());
        assertRead(
                null,
                s -> s.filter(f -> {
                            synchronized (f) {
                                return isGood(f);
                            }
                        })
                        .toList());
    }
}
