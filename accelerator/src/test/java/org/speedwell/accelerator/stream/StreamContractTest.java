package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.core.Speedment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Spliterator;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.query.ColumnFunctions;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.SakilaApplicationBuilder;

/** The contract of {@link Stream}, compared with the stream of a list. */
@Tag("oracle")
class StreamContractTest {
    private static final Speedment APP = EntityTable.offline(new SakilaApplicationBuilder());
    private static final SakilaFilms SAKILA = SakilaFilms.random(APP, 1, 100, 10);
    private static final List<Film> FILMS = SAKILA.list();
    private static final TableStore<Film> TABLE = SAKILA.table();

    @AfterAll
    static void stop() {
        APP.stop();
    }

    private static Stream<Film> films() {
        return EntityStream.of(TABLE, false);
    }

    /** Compares with a stream of the JDK, which sorts all elements even if later operations need none. */
    @Test
    void sortingNullFailsEvenIfNoElementIsNeeded() {
        Function<Stream<Film>, Optional<Integer>> pipeline = stream -> stream.map(ColumnFunctions.value(Film.LENGTH))
                .sorted()
                .filter(Objects::nonNull)
                .limit(0)
                .max(Comparator.naturalOrder());
        assertThatThrownBy(() -> pipeline.apply(FILMS.stream())).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> pipeline.apply(films())).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> pipeline.apply(films().parallel())).isInstanceOf(NullPointerException.class);
    }

    @Test
    void windowAfterTiesAndMapIsCut() {
        Function<Stream<Film>, List<Integer>> pipeline = stream -> stream.sorted(Film.RENTAL_DURATION
                        .comparator()
                        .thenComparing(Film.FILM_ID.comparator().reversed()))
                .map(ColumnFunctions.value(Film.FILM_ID))
                .skip(15)
                .limit(20)
                .toList();
        assertThat(pipeline.apply(films())).isEqualTo(pipeline.apply(FILMS.stream()));
    }

    static List<Function<Stream<Film>, Object>> everyOperation() {
        return List.of(
                s -> s.filter(Film.FILM_ID.equal(1)),
                s -> s.filter(film -> true),
                s -> s.map(Film::getTitle),
                s -> s.mapToInt(Film.FILM_ID),
                s -> s.mapToInt(Film::getFilmId),
                s -> s.mapToLong(Film.FILM_ID.asLong()),
                s -> s.mapToDouble(Film.FILM_ID.asDouble()),
                s -> s.flatMap(Stream::of),
                s -> s.flatMapToInt(film -> IntStream.of(1)),
                s -> s.mapMulti((film, sink) -> sink.accept(film)),
                Stream::distinct,
                s -> s.sorted(Film.TITLE),
                s -> s.sorted((_, _) -> 0),
                s -> s.peek(film -> {}),
                s -> s.limit(1),
                s -> s.skip(1),
                s -> s.takeWhile(film -> true),
                s -> s.dropWhile(film -> true),
                s -> s.gather(Gatherers.windowFixed(2)),
                s -> {
                    s.forEach(film -> {});
                    return s;
                },
                Stream::toArray,
                Stream::toList,
                Stream::count,
                Stream::findFirst,
                Stream::findAny,
                s -> s.min(Film.TITLE),
                s -> s.max(Film.TITLE),
                s -> s.anyMatch(film -> true),
                s -> s.collect(Collectors.toList()),
                s -> s.reduce((a, b) -> a),
                Stream::iterator,
                Stream::spliterator);
    }

    @ParameterizedTest
    @MethodSource("everyOperation")
    void streamIsUsedOnce(Function<Stream<Film>, Object> operation) {
        for (Stream<Film> stream : List.of(films(), films().filter(Film.FILM_ID.greaterThan(3)))) {
            Object result = operation.apply(stream);

            assertThat(result).isNotNull();
            assertThatIllegalStateException().isThrownBy(stream::count);
            assertThatIllegalStateException().isThrownBy(stream::findFirst);
            assertThatIllegalStateException()
                    .isThrownBy(() -> stream.filter(Film.FILM_ID.equal(1)).count());
            assertThatIllegalStateException().isThrownBy(() -> stream.limit(1));
            assertThatIllegalStateException().isThrownBy(() -> stream.map(Film::getTitle));
        }
    }

    @ParameterizedTest
    @MethodSource("everyOperation")
    void closedStreamRefusesUse(Function<Stream<Film>, Object> operation) {
        Stream<Film> stream = films();
        stream.close();

        assertThatThrownBy(() -> operation.apply(stream)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void numberStreamIsUsedOnce() {
        List<Function<IntStream, Object>> operations =
                List.of(IntStream::sum, IntStream::count, IntStream::boxed, IntStream::iterator, s -> s.map(i -> i));
        for (Function<IntStream, Object> operation : operations) {
            IntStream stream = films().mapToInt(Film.FILM_ID);
            assertThat(operation.apply(stream)).isNotNull();

            assertThatIllegalStateException().isThrownBy(stream::sum);
            assertThatIllegalStateException().isThrownBy(stream::count);
            assertThatIllegalStateException().isThrownBy(() -> stream.filter(i -> true));
        }
    }

    @Test
    @SuppressWarnings("NullAway") // on purpose
    void nullArgumentsAreRefused() {
        assertThatNullPointerException().isThrownBy(() -> films().filter(null));
        assertThatNullPointerException().isThrownBy(() -> films().sorted(null).toList());
        assertThatNullPointerException().isThrownBy(() -> films().map(null));
        assertThatNullPointerException().isThrownBy(() -> films().mapToInt(null));
        assertThatNullPointerException().isThrownBy(() -> films().min(null));
        assertThatNullPointerException().isThrownBy(() -> films().onClose(null));
    }

    @Test
    void negativeSizesAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> films().skip(-1)).withMessage("-1");
        assertThatIllegalArgumentException().isThrownBy(() -> films().limit(-1)).withMessage("-1");
    }

    @Test
    void closeHandlersRunOnceInOrderAndCollectFailures() {
        List<String> closed = new ArrayList<>();
        Stream<Film> stream = films().onClose(() -> closed.add("first"))
                .filter(Film.FILM_ID.greaterThan(0))
                .onClose(() -> {
                    closed.add("second");
                    throw new IllegalArgumentException("second");
                })
                .map(film -> film)
                .onClose(() -> closed.add("third"));

        assertThatIllegalArgumentException().isThrownBy(stream::close).withMessage("second");
        assertThat(closed).containsExactly("first", "second", "third");
        stream.close();
        assertThat(closed).hasSize(3);
    }

    @Test
    void closingAnEarlierStageRunsHandlersOfLaterStages() {
        List<String> closed = new ArrayList<>();
        Stream<Film> first = films();
        Stream<Film> second = first.filter(Film.FILM_ID.greaterThan(0)).onClose(() -> closed.add("handler"));
        assertThat(second.count()).isNotNegative();

        first.close();
        assertThat(closed).containsExactly("handler");
    }

    @Test
    void modeAppliesToTheWholePipeline() {
        assertThat(films().isParallel()).isFalse();
        assertThat(films().parallel().filter(Film.FILM_ID.equal(1)).isParallel())
                .isTrue();
        assertThat(films().parallel().map(Film::getTitle).isParallel()).isTrue();
        assertThat(films().parallel().sequential().mapToInt(Film.FILM_ID).isParallel())
                .isFalse();
    }

    @Test
    void nothingHappensBeforeTheTerminalOperation() {
        List<Film> seen = new ArrayList<>();
        Stream<Film> stream = films().peek(seen::add).limit(3);
        assertThat(seen).isEmpty();

        assertThat(stream.toList()).hasSize(3);
        assertThat(seen).hasSize(3);
    }

    @Test
    void searchStopsAtTheFirstMatch() {
        List<Film> seen = new ArrayList<>();
        assertThat(films().peek(seen::add).anyMatch(film -> true)).isTrue();
        assertThat(seen).hasSize(1);
    }

    @Test
    void countSkipsPeekIfTheSizeIsKnown() {
        List<Film> ours = new ArrayList<>();
        List<Film> theirs = new ArrayList<>();
        assertThat(films().peek(ours::add).count())
                .isEqualTo(FILMS.stream().peek(theirs::add).count());
        assertThat(ours).isEqualTo(theirs);
        assertThat(films().filter(Film.FILM_ID.greaterThan(0)).peek(ours::add).count())
                .isEqualTo(FILMS.stream()
                        .filter(Film.FILM_ID.greaterThan(0))
                        .peek(theirs::add)
                        .count());
        assertThat(ours).isEqualTo(theirs);
    }

    @Test
    void theSpliteratorIsOrderedAndSizedLikeAList() {
        Spliterator<Film> spliterator = films().spliterator();
        assertThat(spliterator.hasCharacteristics(Spliterator.ORDERED)).isTrue();
        assertThat(spliterator.hasCharacteristics(Spliterator.SIZED)).isTrue();
        assertThat(spliterator.getExactSizeIfKnown()).isEqualTo(FILMS.size());

        List<Film> all = new ArrayList<>();
        Spliterator<Film> prefix = spliterator.trySplit();
        prefix.forEachRemaining(all::add);
        spliterator.forEachRemaining(all::add);
        assertThat(all).isEqualTo(FILMS);
        assertThat(films().filter(Film.FILM_ID.equal(1)).spliterator().hasCharacteristics(Spliterator.SIZED))
                .isFalse();
    }

    @Test
    void theIteratorGivesAllInOrder() {
        Iterator<Film> iterator = films().iterator();
        FILMS.forEach(film -> assertThat(iterator.next()).isEqualTo(film));
        assertThat(iterator.hasNext()).isFalse();
    }

    @Test
    void gatherMapMultiAndTheRestOfJdk25Work() {
        assertThat(films().gather(Gatherers.windowFixed(30)).map(List::size)).containsExactly(30, 30, 30, 10);
        assertThat(films().<Integer>mapMulti((film, sink) -> sink.accept(film.getFilmId()))
                        .toList())
                .isEqualTo(FILMS.stream().map(Film::getFilmId).toList());
        assertThat(films().takeWhile(
                                film -> film.getFilmId() == FILMS.getFirst().getFilmId()))
                .isNotEmpty();
    }

    @Test
    void collectorsSeeTheSameEntities() {
        Map<Object, Long> expected =
                FILMS.stream().collect(Collectors.groupingBy(Film::getRating, Collectors.counting()));
        assertThat(films().collect(Collectors.groupingBy(Film::getRating, Collectors.counting())))
                .isEqualTo(expected);
        assertThat(films().parallel().collect(Collectors.toList())).isEqualTo(FILMS);
    }

    @Test
    void filterAfterAWindowSeesOnlyTheWindow() {
        Film first = FILMS.getFirst();
        List<Film> sameId = FILMS.stream()
                .skip(1)
                .filter(film -> film.getFilmId() == first.getFilmId())
                .toList();

        assertThat(films().skip(1).filter(Film.FILM_ID.equal(first.getFilmId())).findFirst())
                .isEqualTo(sameId.stream().findFirst());
        assertThat(films().limit(0)
                        .filter(Film.FILM_ID.equal(first.getFilmId()))
                        .findFirst())
                .isEmpty();
        assertThat(films().skip(1).filter(Film.FILM_ID.equal(first.getFilmId())).count())
                .isEqualTo(sameId.size());
        assertThat(films().limit(0)
                        .filter(Film.FILM_ID.equal(first.getFilmId()))
                        .count())
                .isZero();
    }

    @Test
    void callersMayChangeTheirEntities() {
        Film film = films().findFirst().orElseThrow();
        film.setTitle("changed");
        assertThat(films().findFirst().orElseThrow())
                .isEqualTo(FILMS.getFirst())
                .isNotEqualTo(film);
    }
}
