package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.SakilaApplicationBuilder;

/**
 * Opaque functions that only read some columns of an entity. If a function could notice or keep a partial entity, it
 * receives a whole one.
 */
@SuppressWarnings("all") // deliberately good and bad user code
@Tag("oracle")
class EntityUseTest {
    private static final Speedment APP = EntityTable.offline(new SakilaApplicationBuilder());
    private static final SakilaFilms SAKILA = SakilaFilms.random(APP, 7, 300, 10);
    private static final List<Film> FILMS = SAKILA.list();
    private static final TableStore<Film> TABLE = SAKILA.table();

    private static final List<Object> SEEN = new ArrayList<>();
    private static Film kept;

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

    /** Returns the columns that the explanation names as read, or null if the engine makes whole entities. */
    private static String read(Use use) {
        ExecutionTrace trace = new ExecutionTrace();
        outcome(use, EntityStream.traced(TABLE, trace, FallbackListener.SILENT));
        return trace.functions().stream()
                .filter(function -> function.contains("made of only these columns"))
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
    void functionsReceiveOnlyTheColumnsTheyRead() {
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
    void flatMapFunctionsReceiveOnlyTheColumnsTheyRead() {
        assertRead(
                "title",
                s -> s.flatMap(f -> Stream.of(noted(String.valueOf(f.getTitle())), "and"))
                        .toList());
        assertRead(
                "film_id",
                s -> s.flatMapToInt(f -> IntStream.range(0, noted(f.getFilmId()) & 3))
                        .sum());
        assertRead(
                "film_id",
                s -> s.flatMapToLong(f -> LongStream.of(noted((long) f.getFilmId())))
                        .max());
        assertRead(
                "film_id",
                s -> s.flatMapToDouble(f -> DoubleStream.of(noted(f.getFilmId() / 2.0)))
                        .max());
        assertRead(
                "film_id, title",
                s -> s.<String>mapMulti((f, sink) -> {
                            if (noted(f.getFilmId()) % 2 == 0) {
                                sink.accept(String.valueOf(f.getTitle()));
                            }
                        })
                        .toList());
        assertRead(
                "film_id",
                s -> s.skip(3)
                        .mapMultiToInt((f, sink) -> sink.accept(noted(f.getFilmId())))
                        .sum());
        assertRead(
                "film_id",
                s -> s.mapMultiToLong((f, sink) -> sink.accept(noted(f.getFilmId())))
                        .sum());
        assertRead(
                "film_id",
                s -> s.mapMultiToDouble((f, sink) -> sink.accept(noted(f.getFilmId())))
                        .max());
    }

    @Test
    void peekFunctionsReceiveOnlyTheColumnsTheyRead() {
        assertRead("film_id", s -> s.peek(f -> noted(f.getFilmId())).toList());
        assertRead("film_id", s -> s.peek(f -> noted(f.getFilmId())).count());
        assertRead(
                "film_id",
                s -> s.peek(f -> noted(f.getFilmId()))
                        .filter(f -> isGood(f))
                        .map(Film::getTitle)
                        .limit(5)
                        .toList());
        assertRead("film_id, title", s -> {
            s.forEach(f -> noted(f.getTitle() + f.getFilmId()));
            return true;
        });
        assertRead("film_id", s -> {
            s.filter(Film.FILM_ID.greaterThan(0)).parallel().forEachOrdered(f -> noted(f.getFilmId()));
            return true;
        });
        EntityStream.of(TABLE, false, (table, operation, reason, function) -> {
                    throw new AssertionError(operation + " is a fallback: " + reason);
                })
                .forEach(f -> noted(f.getFilmId()));
    }

    @Test
    void comparatorsReceiveOnlyTheColumnsTheyRead() {
        assertRead(
                "film_id, title",
                s -> s.sorted((a, b) -> {
                            int byLength = noted(String.valueOf(a.getTitle()).length())
                                    - String.valueOf(b.getTitle()).length();
                            return byLength == 0 ? b.getFilmId() - a.getFilmId() : byLength;
                        })
                        .map(Film::getFilmId)
                        .limit(20)
                        .toList());
        assertRead(
                "film_id",
                s -> s.sorted((a, b) -> (noted(a.getFilmId()) & 7) - (b.getFilmId() & 7))
                        .toList());
        assertRead(
                "film_id",
                s -> s.sorted((a, b) -> (a.getFilmId() & 7) - (b.getFilmId() & 7))
                        .parallel()
                        .toList());
        assertRead("film_id", s -> s.min((a, b) -> (noted(a.getFilmId()) & 7) - (b.getFilmId() & 7)));
        assertRead("film_id", s -> s.skip(3).max((a, b) -> (noted(a.getFilmId()) & 7) - (b.getFilmId() & 7)));
        assertRead(
                "film_id", s -> s.filter(Film.FILM_ID.equal(-7)).max((a, b) -> noted(a.getFilmId()) - b.getFilmId()));
    }

    @Test
    void operationsThatMayKeepEntitiesReceiveWholeOnes() {
        assertRead(null, s -> s.flatMap(f -> Stream.of(f)).toList());
        assertRead(
                null,
                s -> s.flatMap(f -> Stream.of(1).map(one -> f.getFilmId() + one))
                        .toList());
        assertRead(null, s -> s.<Film>mapMulti((f, sink) -> sink.accept(f)).toList());
        assertRead(null, s -> s.peek(f -> kept = f).toList());
        assertRead(null, s -> s.peek(f -> isSet(f)).toList());
        assertRead(null, s -> s.peek(SEEN::add).toList());
        assertRead(null, s -> {
            s.forEach(f -> SEEN.add(f));
            return true;
        });
        assertRead(
                null,
                s -> s.sorted((a, b) -> a == b ? 0 : b.getFilmId() - a.getFilmId())
                        .toList());
        assertRead(null, s -> s.min((a, b) -> isOther(a, 3) ? 0 : b.getFilmId() - a.getFilmId()));
        assertRead(
                null,
                s -> s.max((a, b) -> {
                    a = b;
                    return a.getFilmId() - b.getFilmId();
                }));
        assertRead(
                null,
                s -> s.filter(Film.FILM_ID.greaterThan(1).and(f -> f.getFilmId() % 3 != 0))
                        .peek(f -> noted(f.getFilmId()))
                        .toList());
    }

    @Test
    void functionsThatMayNoticeOrKeepEntitiesReceiveWholeOnes() {
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
