package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;

/**
 * Lambdas and method references. A function that Speedwell reads makes no entity; an opaque one reports the reason. All
 * results equal those of a list.
 */
@SuppressWarnings("all") // deliberately good and bad user code
@Tag("oracle")
class LambdaRecognitionTest {
    private static final Speedment APP = EntityTable.offline(new SakilaApplicationBuilder());
    private static final List<Film> FILMS;
    private static final TableStore<Film> TABLE;
    private static final TableStore<Film> SCANNED;

    /** Films without null values. Comparators of nullable values may throw. */
    private static final List<Film> WHOLE;

    private static final TableStore<Film> WHOLE_TABLE;

    static {
        FilmManager manager = APP.getOrThrow(FilmManager.class);
        EntityTable.Shape shape = EntityTable.Shape.of(APP, manager, 2);
        FILMS = new RandomEntities<>(manager, shape, new SplittableRandom(3)).list(600, 10);
        TABLE = EntityTable.of(APP, manager, shape, FILMS, true, 10);
        SCANNED = EntityTable.of(APP, manager, shape, FILMS, false, 10);
        WHOLE = new RandomEntities<>(manager, shape, new SplittableRandom(4)).list(600, 0);
        WHOLE_TABLE = EntityTable.of(APP, manager, shape, WHOLE, true, 10);
    }

    private static final Predicate<Film> CONSTANT = f -> f.getFilmId() > 10;
    private static final Function<Film, String> TITLE = Film::getTitle;
    private static final Comparator<Film> BY_TITLE = Comparator.comparing(Film::getTitle);
    private static final Predicate<Film> CHOSEN = CONSTANT == null ? f -> f.getFilmId() > 1 : f -> f.getFilmId() > 2;
    private static final int[] COUNTERS = {7};
    private static int counter;

    private static final class Named implements Predicate<Film> {
        @Override
        public boolean test(Film film) {
            return film.getFilmId() > 3;
        }
    }

    private static boolean isGood(Film film) {
        return film.getFilmId() % 2 == 0;
    }

    private static int number() {
        return 3;
    }

    private static Stream<Film> filtered(Stream<Film> films, Predicate<Film> predicate) {
        return films.filter(predicate);
    }

    private static Predicate<Film> chosen(int min) {
        return min > 2 ? f -> f.getFilmId() > min : f -> f.getFilmId() < min;
    }

    private static Stream<Object> one(Object value) {
        return Stream.of(value);
    }

    private interface Use extends Function<Stream<Film>, Stream<?>> {}

    private record Opaque(String reason, Use use) {}

    /** Returns uses of functions that Speedwell reads. */
    private static List<Use> known(
            int few, long many, Integer boxed, String text, BigDecimal rate, Rating rating, boolean flag) {
        List<Use> all = new ArrayList<>();
        all.add(s -> s.filter(f -> f.getFilmId() > 60));
        all.add(s -> s.filter(f -> f instanceof Comparable));
        all.add(s -> s.map(f -> f).filter(f -> f.getFilmId() > 60));
        all.add(s -> s.filter(f -> ((Comparable<?>) f) != null));
        all.add(s -> s.map(f -> f.getDescription().flatMap(of -> f.getSpecialFeatures())));
        all.add(s -> s.filter(f -> f.getFilmId() >= 60));
        all.add(s -> s.filter(f -> f.getFilmId() < 60));
        all.add(s -> s.filter(f -> f.getFilmId() <= 60));
        all.add(s -> s.filter(f -> f.getFilmId() == 7));
        all.add(s -> s.filter(f -> f.getFilmId() != 7));
        all.add(s -> s.filter(f -> 60 > f.getFilmId()));
        all.add(s -> s.filter(f -> !(f.getFilmId() > 5)));
        all.add(s -> s.filter(f -> f.getFilmId() > few));
        all.add(s -> s.filter(f -> f.getFilmId() % 2 == 0));
        all.add(s -> s.filter(f -> f.getFilmId() + 1 > few));
        all.add(s -> s.filter(f -> -f.getFilmId() < -9));
        all.add(s -> s.filter(f -> Math.abs(f.getFilmId()) > 9));
        all.add(s -> s.map(f -> Boolean.valueOf(f.getTitle())));
        all.add(s -> s.filter(f -> Boolean.valueOf(f.getTitle())));
        all.add(s -> s.filter(f -> f.getFilmId() > 3L));
        all.add(s -> s.filter(f -> f.getFilmId() / 2 == 4));
        all.add(s -> s.filter(f -> f.getFilmId() > 5 && f.getFilmId() < 50));
        all.add(s -> s.filter(f -> f.getFilmId() < 5 || f.getFilmId() > 50));
        all.add(s -> s.filter(f -> (f.getFilmId() & 1) == 1));
        all.add(s -> s.filter(f -> f.getFilmId() * 2.5 > 60));
        all.add(s -> s.filter(f -> (byte) f.getFilmId() == 3));
        all.add(s -> s.filter(f -> f.getFilmId() < f.getLanguageId()));
        all.add(s -> s.filter(f -> f.getFilmId() >= f.getLanguageId()));
        all.add(s -> s.filter(f -> !(f.getFilmId() > f.getLanguageId())));
        all.add(s -> s.filter(f -> f.getLanguageId() == f.getFilmId()));
        all.add(s -> s.filter(f -> f.getLanguageId() != f.getFilmId()));
        all.add(s -> s.filter(f -> f.getRentalRate().compareTo(f.getReplacementCost()) < 0));
        all.add(s -> s.filter(f -> f.getReplacementCost().compareTo(f.getRentalRate()) <= 0 && f.getFilmId() > 9));
        all.add(s -> s.filter(f -> f.getLanguageId() > 60));
        all.add(s -> s.filter(f -> f.getLanguageId() >= 60));
        all.add(s -> s.filter(f -> f.getLanguageId() < 60));
        all.add(s -> s.filter(f -> f.getLanguageId() <= 60));
        all.add(s -> s.filter(f -> f.getLanguageId() == 7));
        all.add(s -> s.filter(f -> f.getLanguageId() != 7));
        all.add(s -> s.filter(f -> 60 > f.getLanguageId()));
        all.add(s -> s.filter(f -> !(f.getLanguageId() > 5)));
        all.add(s -> s.filter(f -> f.getLanguageId() > few));
        all.add(s -> s.filter(f -> f.getLanguageId() % 2 == 0));
        all.add(s -> s.filter(f -> f.getLanguageId() + 1 > few));
        all.add(s -> s.filter(f -> -f.getLanguageId() < -9));
        all.add(s -> s.filter(f -> Math.abs(f.getLanguageId()) > 9));
        all.add(s -> s.filter(f -> f.getLanguageId() > 3L));
        all.add(s -> s.filter(f -> f.getLanguageId() / 2 == 4));
        all.add(s -> s.filter(f -> f.getLanguageId() > 5 && f.getLanguageId() < 50));
        all.add(s -> s.filter(f -> f.getLanguageId() < 5 || f.getLanguageId() > 50));
        all.add(s -> s.filter(f -> (f.getLanguageId() & 1) == 1));
        all.add(s -> s.filter(f -> f.getLanguageId() * 2.5 > 60));
        all.add(s -> s.filter(f -> (byte) f.getLanguageId() == 3));
        all.add(s -> s.filter(f -> f.getRentalDuration() > 60));
        all.add(s -> s.filter(f -> f.getRentalDuration() >= 60));
        all.add(s -> s.filter(f -> f.getRentalDuration() < 60));
        all.add(s -> s.filter(f -> f.getRentalDuration() <= 60));
        all.add(s -> s.filter(f -> f.getRentalDuration() == 7));
        all.add(s -> s.filter(f -> f.getRentalDuration() != 7));
        all.add(s -> s.filter(f -> 60 > f.getRentalDuration()));
        all.add(s -> s.filter(f -> !(f.getRentalDuration() > 5)));
        all.add(s -> s.filter(f -> f.getRentalDuration() > few));
        all.add(s -> s.filter(f -> f.getRentalDuration() % 2 == 0));
        all.add(s -> s.filter(f -> f.getRentalDuration() + 1 > few));
        all.add(s -> s.filter(f -> -f.getRentalDuration() < -9));
        all.add(s -> s.filter(f -> Math.abs(f.getRentalDuration()) > 9));
        all.add(s -> s.filter(f -> f.getRentalDuration() > 3L));
        all.add(s -> s.filter(f -> f.getRentalDuration() / 2 == 4));
        all.add(s -> s.filter(f -> f.getRentalDuration() > 5 && f.getRentalDuration() < 50));
        all.add(s -> s.filter(f -> f.getRentalDuration() < 5 || f.getRentalDuration() > 50));
        all.add(s -> s.filter(f -> (f.getRentalDuration() & 1) == 1));
        all.add(s -> s.filter(f -> f.getRentalDuration() * 2.5 > 60));
        all.add(s -> s.filter(f -> (byte) f.getRentalDuration() == 3));
        all.add(s -> s.filter(f -> f.getLength().orElse(0) > 60));
        all.add(s -> s.filter(f -> f.getLength().orElse(100) > 60));
        all.add(s -> s.filter(f -> f.getLength().isPresent()));
        all.add(s -> s.filter(f -> f.getLength().isEmpty()));
        all.add(s -> s.filter(f -> !f.getLength().isPresent()));
        all.add(s -> s.filter(f -> f.getLength().isPresent() && f.getLength().getAsInt() > 60));
        all.add(s -> s.filter(f -> f.getLength().isEmpty() || f.getLength().getAsInt() < 60));
        all.add(s -> s.filter(f -> f.getLength().orElse(few) == few));
        all.add(s -> s.filter(f -> f.getLength().orElse(-1) != -1));
        all.add(s -> s.filter(f -> f.getLength().isPresent() ? f.getLength().getAsInt() > 3 : f.getFilmId() > 3));
        all.add(s -> s.filter(f -> f.getLength().equals(OptionalInt.of(7))));
        all.add(s -> s.filter(f -> f.getLength().orElse(0) % 3 == 1));
        all.add(s -> s.filter(f -> Integer.compare(f.getLength().orElse(0), 60) > 0));
        all.add(s -> s.filter(f -> f.getReleaseYear().orElse(0) > 60));
        all.add(s -> s.filter(f -> f.getReleaseYear().orElse(100) > 60));
        all.add(s -> s.filter(f -> f.getReleaseYear().isPresent()));
        all.add(s -> s.filter(f -> f.getReleaseYear().isEmpty()));
        all.add(s -> s.filter(f -> !f.getReleaseYear().isPresent()));
        all.add(s -> s.filter(
                f -> f.getReleaseYear().isPresent() && f.getReleaseYear().getAsInt() > 60));
        all.add(s ->
                s.filter(f -> f.getReleaseYear().isEmpty() || f.getReleaseYear().getAsInt() < 60));
        all.add(s -> s.filter(f -> f.getReleaseYear().orElse(few) == few));
        all.add(s -> s.filter(f -> f.getReleaseYear().orElse(-1) != -1));
        all.add(s -> s.filter(
                f -> f.getReleaseYear().isPresent() ? f.getReleaseYear().getAsInt() > 3 : f.getFilmId() > 3));
        all.add(s -> s.filter(f -> f.getReleaseYear().equals(OptionalInt.of(7))));
        all.add(s -> s.filter(f -> f.getReleaseYear().orElse(0) % 3 == 1));
        all.add(s -> s.filter(f -> Integer.compare(f.getReleaseYear().orElse(0), 60) > 0));
        all.add(s -> s.filter(f -> f.getRating().orElse(null) == Rating.PG13));
        all.add(s -> s.filter(f -> f.getRating().orElse(null) != Rating.PG13));
        all.add(s -> s.filter(f -> f.getRating().isPresent()));
        all.add(s -> s.filter(f -> f.getRating().map(r -> r == Rating.R).orElse(false)));
        all.add(s -> s.filter(f -> f.getRating().filter(r -> r == Rating.R).isPresent()));
        all.add(s -> s.filter(f -> f.getRating().equals(Optional.of(Rating.G))));
        all.add(s -> s.filter(f -> Rating.G.equals(f.getRating().orElse(null))));
        all.add(s -> s.filter(f -> f.getRating().map(Rating::ordinal).orElse(-1) > 2));
        all.add(s ->
                s.filter(f -> f.getRating().map(r -> r.compareTo(Rating.PG) > 0).orElse(true)));
        all.add(s -> s.filter(f -> f.getRating().orElse(rating) == rating));
        all.add(s -> s.filter(f -> f.getRating().filter(Rating.PG::equals).isEmpty()));
        all.add(s -> s.filter(f -> f.getRating().isPresent() && f.getRating().get() == Rating.NC17));
        all.add(s -> s.filter(f ->
                f.getRating().isPresent() && f.getFilmId() > 5 && f.getRating().get() != Rating.NC17));
        all.add(s -> s.filter(f -> Objects.equals(f.getRating().orElse(null), rating)));
        all.add(s -> s.filter(f -> f.getOriginalLanguageId().isPresent()));
        all.add(s -> s.filter(f -> f.getOriginalLanguageId().map(id -> id > 3).orElse(false)));
        all.add(s -> s.filter(f -> f.getOriginalLanguageId().isEmpty()));
        all.add(s -> s.filter(f -> f.getTitle().startsWith("a")));
        all.add(s -> s.filter(f -> f.getTitle().equals("a")));
        all.add(s -> s.filter(f -> f.getTitle().equals(text)));
        all.add(s -> s.filter(f -> text.equals(f.getTitle())));
        all.add(s -> s.filter(f -> f.getTitle().isEmpty()));
        all.add(s -> s.filter(f -> f.getTitle().length() > 2));
        all.add(s -> s.filter(f -> f.getTitle().contains("B")));
        all.add(s -> s.filter(f -> f.getTitle().matches("[AB].*")));
        all.add(s -> s.filter(f -> !f.getTitle().matches("(?s).*A.*B.*")));
        all.add(s -> s.filter(f -> f.getTitle().endsWith(text)));
        all.add(s -> s.filter(f -> f.getTitle().equalsIgnoreCase("A")));
        all.add(s -> s.filter(f -> f.getTitle().compareTo("b") > 0));
        all.add(s -> s.filter(f -> f.getTitle().compareTo(text) <= 0));
        all.add(s -> s.filter(f -> "b".compareTo(f.getTitle()) < 0));
        all.add(s -> s.filter(f -> !f.getTitle().startsWith(text)));
        all.add(s -> s.filter(f -> f.getTitle().startsWith("a") || f.getTitle().startsWith("b")));
        all.add(s -> s.filter(f -> Objects.equals(f.getTitle(), text)));
        all.add(s -> s.filter(f -> f.getTitle() != null));
        all.add(s -> s.filter(f -> f.getTitle() == null || f.getTitle().isBlank()));
        all.add(s -> s.filter(f -> f.getTitle().indexOf('a') >= 0));
        all.add(s -> s.filter(f -> f.getTitle().trim().isEmpty()));
        all.add(s -> s.filter(f -> !f.getTitle().isEmpty() && f.getTitle().charAt(0) == 'a'));
        all.add(s -> s.filter(f -> f.getDescription().isPresent()));
        all.add(s -> s.filter(f -> f.getDescription().map(String::length).orElse(0) > 2));
        all.add(s -> s.filter(f -> f.getDescription().orElse("").startsWith("a")));
        all.add(s -> s.filter(f -> f.getDescription().map(String::isEmpty).orElse(true)));
        all.add(s ->
                s.filter(f -> f.getDescription().filter(d -> d.contains("a")).isPresent()));
        all.add(s -> s.filter(f -> f.getDescription().orElse(text).equals(text)));
        all.add(s -> s.filter(f ->
                f.getSpecialFeatures().map(String::trim).map(String::length).orElse(-1) == 0));
        all.add(s -> s.filter(f -> f.getRentalRate().compareTo(BigDecimal.ONE) > 0));
        all.add(s -> s.filter(f -> f.getRentalRate().signum() < 0));
        all.add(s -> s.filter(f -> f.getRentalRate().compareTo(rate) >= 0));
        all.add(s -> s.filter(f -> rate.compareTo(f.getRentalRate()) > 0));
        all.add(s -> s.filter(f -> f.getRentalRate().equals(rate)));
        all.add(s -> s.filter(f -> f.getRentalRate().compareTo(f.getReplacementCost()) < 0));
        all.add(s -> s.filter(f -> f.getRentalRate().intValue() == 3));
        all.add(s -> s.filter(f -> f.getRentalRate().add(BigDecimal.TEN).compareTo(rate) > 0));
        all.add(s -> s.filter(f -> f.getReplacementCost().compareTo(BigDecimal.ZERO) == 0));
        all.add(s -> s.filter(f -> f.getLastUpdate().getTime() > 0));
        all.add(s -> s.filter(f -> f.getLastUpdate().equals(f.getLastUpdate())));
        all.add(s -> s.filter(f -> f.getFilmId() > f.getLanguageId()));
        all.add(s -> s.filter(f -> f.getFilmId() > 5 && f.getTitle().startsWith("a")));
        all.add(s -> s.filter(f -> f.getFilmId() > 5 || f.getLength().isPresent()));
        all.add(s -> s.filter(f ->
                f.getFilmId() > 5 ? f.getLength().isPresent() : f.getRating().isPresent()));
        all.add(s -> s.filter(f -> flag));
        all.add(s -> s.filter(f -> f.getFilmId() > few ? false : false));
        all.add(s -> s.filter(f -> f.getFilmId() > few ? true : true));
        all.add(s -> s.filter(f -> !(f.getFilmId() > few || f.getLength().isPresent()) && f.getFilmId() % 2 == 0));
        all.add(s -> s.filter(f -> f.getRating().isEmpty() || !(f.getFilmId() > few)));
        all.add(s -> s.filter(f -> flag && f.getFilmId() > 3));
        all.add(s -> s.filter(f -> f.getFilmId() == many));
        all.add(s -> s.filter(f -> f.getFilmId() > boxed));
        all.add(s -> s.filter(f -> f != null));
        all.add(s -> s.filter(Predicate.not(f -> f.getFilmId() > 30)));
        all.add(s -> s.filter(CONSTANT.negate()));
        all.add(s -> s.filter(((Predicate<Film>) f -> f.getFilmId() > 3).and(f -> f.getFilmId() < 9)));
        all.add(s -> s.filter(CONSTANT.or(f -> f.getLength().isPresent()).negate()));
        all.add(s -> s.filter(Predicate.not(CONSTANT).and(f -> f.getLength().isPresent())));
        all.add(s -> Stream.of(s.anyMatch(CONSTANT.negate())));
        all.add(s -> s.map(TITLE.andThen(String::length)));
        all.add(s -> s.map(TITLE.andThen(String::trim).andThen(title -> title.isEmpty())));
        all.add(s -> s.map(((Function<String, Integer>) String::length).compose(TITLE)));
        all.add(s -> {
            Predicate<Film> few1 = f -> f.getFilmId() > 3;
            Predicate<Film> both = few1.and(f -> f.getFilmId() < 9);
            return s.filter(both);
        });
        all.add(s -> s.map(Film::getFilmId));
        all.add(s -> s.map(Film::getTitle).distinct());
        all.add(s -> s.map(Film::getRentalRate).distinct().sorted());
        all.add(s -> s.map(Film::getRating));
        all.add(s -> s.map(Film::getRating).distinct());
        all.add(s -> s.map(Film::getLength));
        all.add(s -> s.map(Film::getLastUpdate).sorted());
        all.add(s -> s.map(Film::getRentalDuration).sorted(Comparator.reverseOrder()));
        all.add(s -> s.map(Film::getDescription));
        all.add(s -> s.map(f -> f.getTitle()));
        all.add(s -> s.map(f -> f.getTitle().length()));
        all.add(s -> s.map(f -> f.getFilmId() + 1));
        all.add(s -> s.map(f -> f.getFilmId() > 3));
        all.add(s -> s.map(f -> f.getRating().orElse(null)));
        all.add(s -> s.map(f -> f.getLength().orElse(0)));
        all.add(s -> s.mapToInt(Film::getFilmId).boxed());
        all.add(s -> s.mapToInt(Film::getLanguageId).boxed());
        all.add(s -> s.mapToLong(Film::getFilmId).boxed());
        all.add(s -> s.mapToDouble(Film::getRentalDuration).boxed());
        all.add(s -> s.mapToInt(f -> f.getLength().orElse(-1)).boxed());
        all.add(s -> s.mapToInt(f -> f.getTitle().length()).boxed());
        all.add(s -> s.mapToDouble(f -> f.getRentalRate().doubleValue()).boxed());
        all.add(s -> s.mapToDouble(f -> f.getRentalRate().doubleValue() % 0.7).boxed());
        all.add(s -> s.mapToDouble(f -> f.getFilmId() % -0.3f).boxed());
        all.add(s -> s.mapToDouble(f -> f.getRentalRate().doubleValue() % (f.getFilmId() - 3))
                .boxed());
        all.add(s -> s.filter(f -> f.getRentalRate().doubleValue() % 1 > 0.5));
        all.add(s -> s.skip(3).filter(f -> f.getFilmId() > 3));
        all.add(s -> s.skip(3).map(Film::getTitle));
        all.add(s -> s.<String>mapMulti((f, sink) -> sink.accept(f.getTitle())));
        all.add(s -> s.<Integer>mapMulti((f, sink) -> sink.accept(f.getFilmId() + few)));
        all.add(s -> s.<Rating>mapMulti((f, sink) -> sink.accept(f.getRating().orElse(rating)))
                .distinct());
        all.add(s -> s.<Object>mapMulti((f, sink) -> sink.accept(f.getLength().isPresent() ? f.getLength() : text)));
        all.add(s -> s.<String>mapMulti((f, sink) -> {
            if (f.getFilmId() > few) {
                sink.accept(f.getTitle());
            }
        }));
        all.add(s -> s.<Integer>mapMulti((f, sink) -> {
            if (f.getLength().isPresent()) {
                sink.accept(f.getLength().getAsInt());
            }
        }));
        all.add(s -> s.<String>mapMulti((f, sink) -> {
            if (f.getFilmId() > few) {
                sink.accept(f.getTitle());
            } else if (f.getLength().isPresent()) {
                sink.accept(text);
            }
        }));
        all.add(s -> s.skip(3).<String>mapMulti((f, sink) -> {
            if (flag && f.getRating().isPresent()) {
                return;
            }
            sink.accept(f.getDescription().orElse(null));
        }));
        all.add(s -> s.filter(f -> f.getFilmId() > 3).<String>mapMulti((f, sink) -> sink.accept(f.getTitle())));
        all.add(s -> s.mapMultiToInt((f, sink) -> sink.accept(f.getFilmId())).boxed());
        all.add(s -> s.mapMultiToInt((f, sink) -> {
                    if (f.getLength().isPresent()) {
                        sink.accept(f.getLength().getAsInt());
                    }
                })
                .boxed());
        all.add(s -> s.mapMultiToLong((f, sink) -> sink.accept(f.getRentalDuration()))
                .boxed());
        all.add(s -> s.skip(2)
                .mapMultiToLong((f, sink) -> sink.accept(f.getFilmId() * many))
                .boxed());
        all.add(s -> s.mapMultiToDouble((f, sink) -> {
                    if (f.getRentalRate().signum() > 0) {
                        sink.accept(f.getRentalRate().doubleValue());
                    }
                })
                .boxed());
        all.add(s -> s.takeWhile(f -> f.getFilmId() != 12));
        all.add(s -> s.dropWhile(f -> f.getFilmId() != 12));
        all.add(s -> Stream.of(s.anyMatch(f -> f.getFilmId() == 7)));
        all.add(s -> Stream.of(s.allMatch(f -> f.getFilmId() > 7)));
        all.add(s -> Stream.of(s.noneMatch(f -> f.getFilmId() == 7)));
        all.add(s -> Stream.of(s.limit(9).anyMatch(f -> f.getFilmId() == 7)));
        all.add(s -> Stream.of(s.filter(f -> f.getFilmId() > 7).count()));
        all.add(s -> s.filter(f -> f.getRating().orElse(null) == Rating.R).findFirst().stream());
        all.add(s -> s.sorted(Comparator.comparing(Film::getTitle)));
        all.add(s -> s.sorted(Comparator.comparing(Film::getFilmId).reversed()));
        all.add(s -> s.sorted(Comparator.comparingInt(Film::getFilmId)));
        all.add(s -> s.sorted(Comparator.comparing(Film::getRentalRate).thenComparing(Film::getTitle)));
        all.add(s -> s.sorted(Comparator.comparing(Film::getTitle, Comparator.reverseOrder())));
        all.add(s -> s.sorted(Comparator.comparingInt(Film::getRentalDuration)
                .thenComparing(Comparator.comparing(Film::getFilmId).reversed())));
        all.add(s -> s.sorted((a, b) -> a.getTitle().compareTo(b.getTitle())));
        all.add(s -> s.sorted((a, b) -> Integer.compare(b.getFilmId(), a.getFilmId())));
        all.add(s -> s.min(Comparator.comparing(Film::getLastUpdate)).stream());
        all.add(s -> s.max(Comparator.comparing(Film::getTitle)).stream());
        all.add(s -> s.skip(4).sorted(Comparator.comparing(Film::getTitle)));
        all.add(s -> s.filter(CONSTANT));
        all.add(s -> s.map(TITLE));
        all.add(s -> s.sorted(BY_TITLE));
        all.add(s -> {
            Predicate<Film> local = f -> f.getFilmId() > 11;
            return s.filter(local);
        });
        all.add(s -> one(s.collect(Collectors.groupingBy(Film::getRating, Collectors.counting()))));
        all.add(s -> one(s.collect(Collectors.groupingBy(Film::getTitle, Collectors.counting()))));
        all.add(s -> one(s.collect(Collectors.groupingBy(
                Film::getRentalDuration, TreeMap::new, Collectors.averagingInt(Film::getFilmId)))));
        all.add(s -> one(s.collect(Collectors.counting())));
        all.add(s -> one(s.collect(Collectors.summingInt(Film::getFilmId))));
        all.add(s -> one(s.collect(Collectors.averagingLong(Film::getRentalDuration))));
        all.add(s -> one(s.collect(Collectors.partitioningBy(f -> f.getFilmId() > 5, Collectors.counting()))));
        all.add(s -> one(s.collect(Collectors.mapping(Film::getTitle, Collectors.toList()))));
        all.add(s -> one(s.collect(Collectors.filtering(f -> f.getFilmId() > 5, Collectors.counting()))));
        all.add(s -> one(
                s.filter(Film.FILM_ID.equal(7)).limit(1).collect(Collectors.toMap(Film::getFilmId, Film::getTitle))));
        all.add(s -> one(s.collect(
                Collectors.groupingBy(Film::getTitle, Collectors.mapping(Film::getRating, Collectors.toSet())))));
        return all;
    }

    /** Returns uses of opaque functions, each with its reason. */
    private static List<Opaque> opaque(int few, String text, BigDecimal rate, boolean flag) {
        Timestamp moment = new Timestamp(0);
        AtomicInteger holder = new AtomicInteger(4);
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        Film first = FILMS.getFirst();
        List<Opaque> all = new ArrayList<>();
        all.add(new Opaque("calls LambdaRecognitionTest.isGood, which is not known", s -> s.filter(f -> isGood(f))));
        all.add(new Opaque(
                "calls LambdaRecognitionTest.isGood, which is not known",
                s -> s.filter(f -> isGood(f) && f.getFilmId() > 3)));
        all.add(new Opaque(
                "calls LambdaRecognitionTest.isGood, which is not known",
                s -> s.filter(f -> f.getFilmId() > 3 || isGood(f))));
        all.add(new Opaque("calls LambdaRecognitionTest.isGood, which is not known", s -> s.filter(f -> !isGood(f))));
        all.add(new Opaque(
                "calls LambdaRecognitionTest.isGood, which is not known",
                s -> s.filter(f -> f.getFilmId() > 3 ? isGood(f) : false)));
        all.add(new Opaque(
                "calls LambdaRecognitionTest.number, which is not known",
                s -> s.filter(f -> f.getFilmId() > number())));
        all.add(new Opaque(
                "calls LambdaRecognitionTest.number, which is not known",
                s -> s.filter(f -> number() > f.getFilmId())));
        all.add(new Opaque(
                "calls LambdaRecognitionTest.number, which is not known",
                s -> s.filter(f -> f.getLength().orElse(number()) > 3)));
        all.add(new Opaque(
                "calls LambdaRecognitionTest.number, which is not known",
                s -> s.filter(f -> f.getTitle().length() == number())));
        all.add(new Opaque(
                "has the unknown instruction ANEWARRAY",
                s -> s.filter(f -> String.format("%d", f.getFilmId()).isEmpty())));
        all.add(new Opaque(
                "calls String.codePointAt, which is not known",
                s -> s.filter(f -> f.getTitle().codePointAt(0) == 'a')));
        all.add(new Opaque(
                "calls String.toLowerCase, which is not known",
                s -> s.filter(f -> f.getTitle().toLowerCase().equals("a"))));
        all.add(new Opaque(
                "calls String.toLowerCase, which is not known",
                s -> s.filter(f -> f.getTitle().toLowerCase().startsWith(text))));
        all.add(new Opaque(
                "calls String.toUpperCase, which is not known",
                s -> s.filter(f -> f.getTitle().toUpperCase().equals("A"))));
        all.add(new Opaque(
                "calls String.intern, which is not known",
                s -> s.filter(f -> f.getTitle().intern().isEmpty())));
        all.add(new Opaque(
                "calls System.currentTimeMillis, which is not known",
                s -> s.filter(f -> f.getLastUpdate().getTime() < System.currentTimeMillis())));
        all.add(new Opaque(
                "calls System.nanoTime, which is not known", s -> s.filter(f -> System.nanoTime() > f.getFilmId())));
        all.add(new Opaque(
                "calls Math.random, which is not known", s -> s.filter(f -> Math.random() * f.getFilmId() >= 0)));
        all.add(new Opaque(
                "calls System.identityHashCode, which is not known",
                s -> s.filter(f -> System.identityHashCode(f) != 0)));
        all.add(new Opaque(
                "calls Thread.currentThread, which is not known",
                s -> s.filter(f -> Thread.currentThread().isAlive() && f.getFilmId() > 3)));
        all.add(new Opaque("calls Integer.hashCode, which is not known", s -> s.filter(f -> f.hashCode() == 0)));
        all.add(new Opaque(
                "passes on more than one value",
                s -> s.<Object>mapMulti((f, sink) -> {
                    sink.accept(f.getTitle());
                    sink.accept(f.getFilmId());
                })));
        all.add(new Opaque("passes on no value", s -> s.<Object>mapMulti((f, sink) -> {})));
        all.add(new Opaque(
                "passes on no value",
                s -> s.<Object>mapMulti((f, sink) -> {
                    if (f.getFilmId() > 3) {
                        return;
                    }
                })));
        all.add(new Opaque("returns the entity itself", s -> s.<Film>mapMulti((f, sink) -> sink.accept(f))));
        all.add(new Opaque(
                "is not known",
                s -> s.<Object>mapMulti((f, sink) -> f.getRating().ifPresent(sink))));
        all.add(new Opaque(
                "is not known",
                s -> s.<Object>mapMulti((f, sink) -> sink.andThen(sink).accept(f.getTitle()))));
        all.add(new Opaque("passes its consumer on", s -> s.<Object>mapMulti((f, sink) -> sink.accept(sink == null))));
        all.add(new Opaque(
                "has a loop",
                s -> s.<Object>mapMulti((f, sink) -> {
                    for (int i = 0; i < 2; i++) {
                        sink.accept(i);
                    }
                })));
        all.add(new Opaque(
                "may throw in a computation whose result it does not use",
                s -> s.<Object>mapMulti((f, sink) -> {
                    int ignored = 100 / (f.getFilmId() + 1);
                    sink.accept(f.getTitle());
                })));
        all.add(new Opaque("joins strings", s -> s.filter(f -> (f.getTitle() + "x").length() > 3)));
        all.add(new Opaque("joins strings", s -> s.filter(f -> ("a" + f.getFilmId()).equals("a7"))));
        all.add(new Opaque("compares the identity of objects", s -> s.filter(f -> f.getTitle() == text)));
        all.add(new Opaque("compares the identity of objects", s -> s.filter(f -> f.getRentalRate() != rate)));
        all.add(new Opaque(
                "casts to a class or tests for it", s -> s.filter(f -> (Object) f.getTitle() instanceof Integer)));
        all.add(new Opaque("casts to a class or tests for it", s -> s.map(f -> (Integer) (Object) f.getTitle())));
        all.add(new Opaque("calls Film", s -> s.filter(f -> f.getClass() == Film.class)));
        all.add(new Opaque("compares the identity of objects", s -> s.filter(f -> f.equals(f))));
        all.add(new Opaque(
                "creates an object of class java.util.StringJoiner",
                s -> s.filter(f -> f.toString().isEmpty())));
        all.add(new Opaque(
                "creates an object of class java.lang.StringBuilder",
                s -> s.filter(f -> new StringBuilder(f.getTitle()).isEmpty())));
        all.add(new Opaque(
                "creates an object of class java.math.BigDecimal",
                s -> s.filter(f -> f.getRentalRate().equals(new BigDecimal("1.00")))));
        all.add(new Opaque("may change", s -> s.filter(f -> f.getFilmId() > counter)));
        all.add(new Opaque("may change", s -> s.filter(f -> f.getFilmId() > COUNTERS[0])));
        all.add(new Opaque("writes LambdaRecognitionTest.counter", s -> s.filter(f -> (counter = f.getFilmId()) > 3)));
        all.add(new Opaque(
                "captures an object of class java.sql.Timestamp, which may change",
                s -> s.filter(f -> f.getLastUpdate().after(moment))));
        all.add(new Opaque(
                "captures an object of class java.sql.Timestamp, which may change",
                s -> s.filter(f -> f.getLastUpdate().equals(moment))));
        all.add(new Opaque(
                "calls AtomicInteger.get, which is not known", s -> s.filter(f -> f.getFilmId() > holder.get())));
        all.add(new Opaque(
                "captures an object of class java.util.ArrayList, which may change",
                s -> s.filter(f -> list.contains(f.getFilmId()))));
        all.add(new Opaque(
                "has a loop",
                s -> s.filter(f -> {
                    int sum = 0;
                    for (int i = 0; i < f.getFilmId() % 5; i++) {
                        sum += i;
                    }
                    return sum > 3;
                })));
        all.add(new Opaque(
                "has a loop",
                s -> s.filter(f -> {
                    int n = f.getFilmId();
                    while (n > 10) {
                        n -= 10;
                    }
                    return n == 3;
                })));
        all.add(new Opaque(
                "catches exceptions",
                s -> s.filter(f -> {
                    try {
                        return f.getFilmId() > 3;
                    } catch (RuntimeException e) {
                        return false;
                    }
                })));
        all.add(new Opaque(
                "may throw in a computation whose result it does not use",
                s -> s.filter(f -> {
                    int n = 100 / (f.getFilmId() + 1000);
                    return f.getRentalDuration() > 3 && n > 3;
                })));
        all.add(new Opaque(
                "has a switch",
                s -> s.filter(f -> switch (f.getFilmId()) {
                    case 1, 2 -> true;
                    default -> false;
                })));
        all.add(new Opaque(
                "creates an object of class java.lang.IllegalStateException",
                s -> s.filter(f -> {
                    if (f.getFilmId() == Integer.MIN_VALUE + 1) {
                        throw new IllegalStateException();
                    }
                    return true;
                })));
        all.add(new Opaque("returns the entity itself", s -> s.map(f -> f.getFilmId() > 3 ? f : null)));
        all.add(new Opaque(
                "creates an object of class java.util.ArrayList",
                s -> s.map(f -> new ArrayList<>(List.of(f.getTitle())).size())));
        all.add(new Opaque("calls List.of, which is not known", s -> s.map(f -> List.of(f.getTitle()))));
        all.add(new Opaque(
                "calls LambdaRecognitionTest.isGood, which is not known",
                s -> s.filter(LambdaRecognitionTest::isGood)));
        all.add(new Opaque(
                "calls LambdaRecognitionTest.isGood, which is not known",
                s -> Stream.of(s.anyMatch(LambdaRecognitionTest::isGood))));
        all.add(new Opaque("calls LambdaRecognitionTest.isGood, which is not known", s -> s.takeWhile(f -> isGood(f))));
        all.add(new Opaque("calls LambdaRecognitionTest.isGood, which is not known", s -> s.dropWhile(f -> isGood(f))));
        all.add(new Opaque(
                "calls LambdaRecognitionTest.isGood, which is not known",
                s -> s.skip(2).filter(f -> isGood(f))));
        all.add(new Opaque("calls LambdaRecognitionTest.isGood, which is not known", s -> s.map(f -> isGood(f))));
        all.add(new Opaque(
                "calls LambdaRecognitionTest.number, which is not known",
                s -> s.mapToInt(f -> f.getFilmId() + number()).boxed()));
        all.add(new Opaque(
                "calls LambdaRecognitionTest.number, which is not known",
                s -> s.mapToLong(f -> f.getFilmId() + number()).boxed()));
        all.add(new Opaque(
                "calls LambdaRecognitionTest.number, which is not known",
                s -> s.mapToDouble(f -> f.getFilmId() + number()).boxed()));
        all.add(new Opaque(
                "calls LambdaRecognitionTest.number, which is not known", s -> s.map(f -> f.getFilmId() + number())));
        all.add(new Opaque(
                "was created elsewhere",
                s -> filtered(s, f -> f.getFilmId() > 3).filter(f -> f.getFilmId() < 20)));
        all.add(new Opaque(
                "an opaque function",
                s -> s.filter(Film.FILM_ID.greaterThan(1).and(f -> f.getFilmId() % 3 == 0))
                        .filter(f -> f.getFilmId() % 3 == 1)));
        all.add(new Opaque("was created elsewhere", s -> s.filter(CHOSEN)));
        all.add(new Opaque("was created elsewhere", s -> s.filter(chosen(3))));
        all.add(new Opaque(
                "was created elsewhere", s -> s.filter(flag ? f -> f.getFilmId() > 6 : f -> f.getFilmId() > 7)));
        all.add(new Opaque("an opaque function", s -> s.filter(new Named())));
        all.add(new Opaque("an opaque function", s -> s.filter(Predicate.not(f -> f.getFilmId() > few))));
        all.add(new Opaque("an opaque function", s -> s.sorted(Comparator.comparing(f -> f.getFilmId() + number()))));
        all.add(new Opaque(
                "an opaque function",
                s -> s.sorted(Comparator.comparing(f -> f.getTitle().length()))));
        all.add(new Opaque("an opaque function", s -> s.sorted((a, b) -> a.getFilmId() - b.getFilmId())));
        all.add(new Opaque(
                "an opaque function",
                s -> s.sorted(Comparator.comparing(Film::getTitle, String.CASE_INSENSITIVE_ORDER))));
        all.add(new Opaque(
                "an opaque function",
                s -> s.sorted(Comparator.comparing(f -> f.getLength().orElse(few)))));
        all.add(new Opaque("an opaque function", s -> s.min(Comparator.comparing(f -> isGood(f))).stream()));
        all.add(new Opaque(
                "an opaque function", s -> s.filter(((Predicate<Film>) f -> f.getFilmId() > 3).and(f -> isGood(f)))));
        return all;
    }

    @AfterAll
    static void stop() {
        APP.stop();
    }

    /**
     * Returns the elements, or the class of the exception. It ignores the message, because messages of the JDK name the
     * code.
     */
    private static Object outcome(Use use, Stream<Film> films) {
        try {
            return use.apply(films).toList();
        } catch (RuntimeException e) {
            return e.getClass();
        }
    }

    @Test
    void analysableFunctionsRunOnColumns() {
        List<String> wrong = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(5);
        for (int round = 0; round < 6; round++) {
            Film film = FILMS.get(random.nextInt(FILMS.size()));
            List<Use> uses = known(
                    round == 0 ? 60 : film.getFilmId(),
                    film.getFilmId(),
                    film.getFilmId(),
                    film.getTitle(),
                    film.getRentalRate(),
                    film.getRating().orElse(Rating.PG),
                    round % 2 == 0);
            assertThat(uses).hasSizeGreaterThan(200);
            for (int i = 0; i < uses.size(); i++) {
                String name = "round " + round + ", number " + i;
                for (TableStore<Film> table : List.of(TABLE, SCANNED, WHOLE_TABLE)) {
                    FallbackListener left = (_, operation, reason, _) -> {
                        if (table == WHOLE_TABLE
                                || !List.of("sorted", "min", "max").contains(operation)) {
                            wrong.add(name + ", left at " + operation + ": " + reason);
                        }
                    };
                    List<Film> films = table == WHOLE_TABLE ? WHOLE : FILMS;
                    Object expected = outcome(uses.get(i), films.stream());
                    Object value = outcome(uses.get(i), EntityStream.of(table, round % 3 == 2, left));
                    if (!value.equals(expected)) {
                        wrong.add(name + " is not as over a list");
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void noFunctionIsAnalysedIfTurnedOff() {
        List<String> left = new ArrayList<>();
        FallbackListener off = new FallbackListener() {
            @Override
            public void fallback(TableStore<?> table, String operation, String reason, Object function) {
                left.add(operation + ": " + reason);
            }

            @Override
            public boolean readsFunctions() {
                return false;
            }
        };
        EntityStream.of(TABLE, false, off).filter(f -> f.getFilmId() > 3).count();
        EntityStream.of(TABLE, false, off).map(Film::getTitle).toList();
        EntityStream.of(TABLE, false, off)
                .sorted(Comparator.comparing(Film::getFilmId))
                .toList();
        assertThat(left)
                .containsExactly("filter: an opaque function", "map: an opaque function", "sorted: an opaque function");
    }

    @Test
    void opaqueFunctionsReportTheReason() {
        List<String> wrong = new ArrayList<>();
        List<Opaque> uses = opaque(60, "a", BigDecimal.TWO, true);
        for (int i = 0; i < uses.size(); i++) {
            Opaque opaque = uses.get(i);
            List<String> reasons = new ArrayList<>();
            Object value = outcome(opaque.use, EntityStream.of(TABLE, false, (_, _, reason, _) -> reasons.add(reason)));
            if (!value.equals(outcome(opaque.use, FILMS.stream()))) {
                wrong.add("number " + i + " is not as over a list");
            }
            if (reasons.size() != 1 || !reasons.getFirst().contains(opaque.reason)) {
                wrong.add("number " + i + ", not for " + opaque.reason + " but " + reasons);
            }
        }
        assertThat(wrong).isEmpty();
    }
}
