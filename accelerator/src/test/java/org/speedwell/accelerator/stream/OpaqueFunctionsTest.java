package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
 * The observable behaviour of functions that have effects or throw: each call of an opaque function, its effects, and
 * the exact exception of every function. An exception occurs on the same row as over a list.
 */
@SuppressWarnings("all") // deliberately good and bad user code
@Tag("oracle")
@Tag("fault")
class OpaqueFunctionsTest {
    private static final Speedment APP = EntityTable.offline(new SakilaApplicationBuilder());
    private static final List<Film> FILMS;
    private static final List<TableStore<Film>> TABLES;

    static {
        FilmManager manager = APP.getOrThrow(FilmManager.class);
        EntityTable.Shape shape = EntityTable.Shape.of(APP, manager, 2);
        FILMS = new RandomEntities<>(manager, shape, new SplittableRandom(8)).list(300, 10);
        for (int i = 0; i < 40; i++) { // no function throws for these rows yet
            FILMS.get(i)
                    .setFilmId(i + 1_000)
                    .setTitle("film " + i)
                    .setDescription("of " + i)
                    .setLength(60 + i)
                    .setReleaseYear(2000 + i)
                    .setOriginalLanguageId((short) 3)
                    .setRating(Rating.PG)
                    .setRentalRate(BigDecimal.valueOf(i, 2))
                    .setReplacementCost(BigDecimal.valueOf(1_000, 2));
        }
        TABLES = List.of(
                EntityTable.of(APP, manager, shape, FILMS, true, 10),
                EntityTable.of(APP, manager, shape, FILMS, false, 10));
    }

    private static int counter;
    private static volatile int signal = 3;
    private static final Map<String, Integer> CACHE = new HashMap<>();
    private static final Pattern DIGIT = Pattern.compile("[0-9]");
    private static final Supplier<Integer> THREE = () -> 3;
    private int limit = 1_020;

    private interface Use {
        /**
         * Runs a pipeline.
         *
         * @param log receives an entry for each call of a function
         */
        Object on(Stream<Film> films, List<Object> log);
    }

    /**
     * A use of an opaque function.
     *
     * @param reason a part of the reported reason; empty for collectors, which report none
     */
    private record Case(String reason, Use use) {}

    private static boolean note(List<Object> log, Object what) {
        log.add(what);
        return true;
    }

    private static int next() {
        return ++counter;
    }

    private static boolean isGood(Film film) {
        return film.getFilmId() % 2 == 0;
    }

    private static <T> T same(T value) {
        return value;
    }

    private static int sum(int... numbers) {
        return IntStream.of(numbers).sum();
    }

    private synchronized boolean isBelow(Film film) {
        return film.getFilmId() < limit;
    }

    /** Returns the log of the functions and the result or the exception. */
    private static List<Object> outcome(Use use, Stream<Film> films) {
        counter = 0;
        CACHE.clear();
        List<Object> log = new ArrayList<>();
        Object result;
        try {
            Object got = use.on(films, log);
            result = got instanceof Stream<?> stream ? stream.toList() : got;
        } catch (RuntimeException | Error e) {
            result = e.getClass() + ": " + e.getMessage();
        }
        return Arrays.asList(result, log, counter, new HashMap<>(CACHE));
    }

    private List<Case> opaque(int few, String text, BooleanSupplier flag, Integer[] numbers, Object anything) {
        int[] holder = {0};
        List<String> titles = new ArrayList<>(List.of("film 3"));
        Set<Integer> ids = new HashSet<>(Set.of(1_003));
        StringBuilder builder = new StringBuilder("film");
        IntPredicate even = n -> n % 2 == 0;
        Function<Film, Integer> id = Film::getFilmId;
        UnaryOperator<String> upper = String::toUpperCase;
        Optional<Integer> maybe = Optional.of(1_004);
        List<Case> all = new ArrayList<>();
        // functions with effects
        all.add(new Case("OpaqueFunctionsTest.note", (s, log) -> s.filter(f -> note(log, f.getFilmId()))));
        all.add(new Case(
                "OpaqueFunctionsTest.note", (s, log) -> s.filter(f -> f.getFilmId() > 5 && note(log, f.getFilmId()))));
        all.add(new Case(
                "OpaqueFunctionsTest.note", (s, log) -> s.filter(f -> f.getFilmId() > 5 || note(log, f.getFilmId()))));
        all.add(new Case(
                "OpaqueFunctionsTest.note", (s, log) -> s.map(f -> note(log, f.getTitle()) ? f.getTitle() : "")));
        all.add(new Case(
                "OpaqueFunctionsTest.note",
                (s, log) -> s.mapToInt(f -> note(log, 1) ? f.getFilmId() : 0).sum()));
        all.add(new Case(
                "OpaqueFunctionsTest.note",
                (s, log) -> s.takeWhile(f -> note(log, f.getFilmId()) && f.getFilmId() != 1_030)));
        all.add(new Case(
                "OpaqueFunctionsTest.note",
                (s, log) -> s.dropWhile(f -> note(log, f.getFilmId()) && f.getFilmId() != 1_030)));
        all.add(new Case(
                "OpaqueFunctionsTest.note",
                (s, log) -> s.anyMatch(f -> note(log, f.getFilmId()) && f.getFilmId() == 1_030)));
        all.add(new Case(
                "OpaqueFunctionsTest.note",
                (s, log) -> s.allMatch(f -> note(log, f.getFilmId()) && f.getFilmId() < 1_030)));
        all.add(new Case(
                "OpaqueFunctionsTest.note",
                (s, log) -> s.noneMatch(f -> note(log, f.getFilmId()) && f.getFilmId() == 1_030)));
        all.add(new Case(
                "OpaqueFunctionsTest.note",
                (s, log) -> s.filter(f -> note(log, f.getFilmId())).limit(7)));
        all.add(new Case(
                "OpaqueFunctionsTest.note",
                (s, log) -> s.filter(f -> note(log, f.getFilmId())).findFirst()));
        all.add(new Case(
                "OpaqueFunctionsTest.note",
                (s, log) -> s.filter(f -> note(log, f.getFilmId())).count()));
        all.add(new Case(
                "OpaqueFunctionsTest.note",
                (s, log) -> s.map(f -> note(log, f.getFilmId())).count()));
        all.add(new Case(
                "OpaqueFunctionsTest.note",
                (s, log) -> s.filter(f -> f.getFilmId() > 1_010).filter(f -> note(log, f.getFilmId()))));
        all.add(new Case(
                "OpaqueFunctionsTest.note",
                (s, log) -> s.skip(5).filter(f -> note(log, f.getFilmId())).limit(3)));
        all.add(new Case(
                "an opaque function",
                (s, log) -> s.sorted(
                        (a, b) -> note(log, a.getFilmId()) ? Integer.compare(a.getFilmId(), b.getFilmId()) : 0)));
        all.add(new Case(
                "an opaque function",
                (s, log) -> s.sorted(Comparator.comparing(f -> note(log, f.getFilmId()) ? f.getFilmId() : 0))));
        all.add(new Case(
                "an opaque function",
                (s, log) -> s.max(Comparator.comparingInt(f -> note(log, f.getFilmId()) ? f.getFilmId() : 0))));
        all.add(new Case("", (s, log) -> s.collect(Collectors.summingInt(f -> note(log, f.getFilmId()) ? 1 : 0))));
        all.add(new Case(
                "",
                (s, log) -> s.collect(Collectors.groupingBy(f -> note(log, f.getFilmId()), Collectors.counting()))));
        all.add(new Case(
                "", (s, log) -> s.collect(Collectors.filtering(f -> note(log, f.getFilmId()), Collectors.counting()))));
        all.add(new Case(
                "an opaque function",
                (s, log) -> s.peek(f -> log.add(f.getFilmId())).map(Film::getTitle)));
        all.add(new Case(
                "an opaque function",
                (s, log) -> s.flatMap(f -> note(log, f.getFilmId()) ? f.getRating().stream() : null)));
        all.add(new Case(
                "an opaque function", (s, log) -> s.mapMulti((f, sink) -> sink.accept(note(log, f.getFilmId())))));
        all.add(new Case("List.add", (s, log) -> s.filter(f -> log.add(f.getFilmId()))));
        all.add(new Case("List.add", (s, log) -> s.filter(f -> f.getLength().isPresent() && log.add(f.getFilmId()))));
        all.add(new Case("List.size", (s, log) -> s.filter(f -> log.size() < 3)));
        all.add(new Case("OpaqueFunctionsTest.next", (s, log) -> s.filter(f -> next() % 2 == 0)));
        all.add(new Case("OpaqueFunctionsTest.next", (s, log) -> s.map(f -> f.getFilmId() + next())));
        all.add(new Case("may change", (s, log) -> s.filter(f -> counter++ < 9)));
        all.add(new Case("writes OpaqueFunctionsTest.counter", (s, log) -> s.map(f -> counter = f.getFilmId())));
        all.add(new Case(
                "the unknown instruction DUP2",
                (s, log) -> s.filter(f -> holder[0]++ % 2 == 0 && holder[0] > 0).peek(f -> log.add(1))));
        all.add(new Case(
                "reads OpaqueFunctionsTest.CACHE",
                (s, log) -> s.filter(f -> CACHE.put("last", f.getFilmId()) == null)));
        all.add(new Case(
                "reads OpaqueFunctionsTest.CACHE",
                (s, log) -> s.filter(f -> CACHE.merge("n" + f.getFilmId(), 1, Integer::sum) == 1)));
        all.add(new Case(
                "reads OpaqueFunctionsTest.CACHE",
                (s, log) -> s.map(f -> CACHE.computeIfAbsent(f.getTitle(), t -> CACHE.size()))));
        // functions whose result may change between calls, or depends on something that may change
        all.add(new Case("may change", (s, log) -> s.filter(f -> f.getFilmId() > signal)));
        all.add(new Case(
                "reads OpaqueFunctionsTest.limit, which may change", (s, log) -> s.filter(f -> f.getFilmId() < limit)));
        all.add(new Case("OpaqueFunctionsTest.isBelow", (s, log) -> s.filter(f -> isBelow(f))));
        all.add(new Case("OpaqueFunctionsTest.isBelow", (s, log) -> s.filter(this::isBelow)));
        all.add(new Case(
                "captures an object of class java.util.ArrayList",
                (s, log) -> s.filter(f -> titles.contains(f.getTitle()))));
        all.add(new Case(
                "captures an object of class java.util.HashSet",
                (s, log) -> s.filter(f -> ids.contains(f.getFilmId()))));
        all.add(new Case(
                "calls String.contentEquals",
                (s, log) -> s.filter(f -> f.getTitle() != null && f.getTitle().contentEquals(builder))));
        all.add(new Case(
                "calls String.contains with an unknown argument",
                (s, log) -> s.filter(f -> f.getTitle() != null && f.getTitle().contains(builder))));
        all.add(new Case("IntPredicate.test", (s, log) -> s.filter(f -> even.test(f.getFilmId()))));
        all.add(new Case("Function.apply", (s, log) -> s.filter(f -> id.apply(f) > 1_005)));
        all.add(new Case(
                "calls an unknown function",
                (s, log) -> s.map(f -> f.getDescription().map(upper).orElse(""))));
        all.add(new Case("BooleanSupplier.getAsBoolean", (s, log) -> s.filter(f -> flag.getAsBoolean())));
        all.add(new Case("reads OpaqueFunctionsTest.THREE", (s, log) -> s.filter(f -> f.getFilmId() > THREE.get())));
        all.add(new Case("calls Optional.get", (s, log) -> s.filter(f -> f.getFilmId() > maybe.get())));
        all.add(new Case("the unknown instruction AALOAD", (s, log) -> s.filter(f -> f.getFilmId() == numbers[0])));
        all.add(new Case(
                "calls Object.equals with an unknown argument",
                (s, log) -> s.filter(f -> anything.equals(f.getFilmId()))));
        all.add(new Case(
                "ThreadLocalRandom.current",
                (s, log) -> s.filter(f -> ThreadLocalRandom.current().nextInt(3) < 3)));
        all.add(new Case(
                "Runtime.getRuntime",
                (s, log) -> s.filter(f -> Runtime.getRuntime().availableProcessors() > 0)));
        all.add(new Case(
                "System.getProperty", (s, log) -> s.filter(f -> System.getProperty("nothing of the kind") == null)));
        all.add(new Case("Locale.getDefault", (s, log) -> s.filter(f -> Locale.getDefault() != null)));
        all.add(new Case(
                "Integer.getInteger", (s, log) -> s.filter(f -> Integer.getInteger("nothing of the kind") == null)));
        // functions that may have effects as far as Speedwell knows
        all.add(new Case("OpaqueFunctionsTest.same", (s, log) -> s.map(f -> same(f.getTitle()))));
        all.add(new Case("the unknown instruction NEWARRAY", (s, log) -> s.map(f -> sum(f.getFilmId(), 2))));
        all.add(new Case(
                "reads OpaqueFunctionsTest.DIGIT",
                (s, log) -> s.filter(
                        f -> f.getTitle() != null && DIGIT.matcher(f.getTitle()).find())));
        all.add(new Case(
                "String.split",
                (s, log) -> s.filter(f -> f.getTitle() != null && f.getTitle().split(" ").length > 1)));
        all.add(new Case(
                "String.repeat",
                (s, log) -> s.filter(
                        f -> f.getTitle() != null && f.getTitle().repeat(2).isEmpty())));
        all.add(new Case("String.valueOf", (s, log) -> s.map(f -> String.valueOf(f.getFilmId()))));
        all.add(new Case("Integer.toString", (s, log) -> s.map(f -> Integer.toString(f.getFilmId()))));
        all.add(new Case(
                "calls Timestamp.toString",
                (s, log) -> s.map(f -> f.getLastUpdate().toString())));
        all.add(new Case(
                "BigDecimal.divide",
                (s, log) -> s.map(f -> f.getReplacementCost().divide(BigDecimal.valueOf(3), RoundingMode.UP))
                        .limit(30)));
        all.add(new Case(
                "BigDecimal.setScale",
                (s, log) -> s.map(f -> f.getReplacementCost() == null
                        ? null
                        : f.getReplacementCost().setScale(0, RoundingMode.DOWN))));
        all.add(new Case("the unknown instruction ANEWARRAY", (s, log) -> s.map(f -> Arrays.asList(f.getTitle()))));
        all.add(new Case("Map.of", (s, log) -> s.limit(9).map(f -> Map.of(f.getTitle(), f.getFilmId()))));
        all.add(new Case("Collections.singleton", (s, log) -> s.map(f -> Collections.singleton(f.getTitle()))));
        all.add(new Case(
                "Optional.or", (s, log) -> s.map(f -> f.getDescription().or(() -> f.getSpecialFeatures()))));
        all.add(new Case(
                "Optional.stream",
                (s, log) -> s.map(f -> f.getDescription().stream().toList())));
        all.add(new Case("orElseGet", (s, log) -> s.map(f -> f.getLength().orElseGet(() -> next()))));
        all.add(new Case(
                "ifPresent",
                (s, log) -> s.filter(f -> {
                    f.getLength().ifPresent(n -> log.add(n));
                    return true;
                })));
        all.add(new Case(
                "which may change",
                (s, log) -> s.map(f -> switch (f.getRating().orElse(Rating.G)) {
                    case PG -> 1;
                    default -> 2;
                })));
        all.add(new Case(
                "creates an object of class org.speedwell.accelerator.stream.OpaqueFunctionsTest$",
                (s, log) -> s.map(f -> new Object() {
                    public boolean equals(Object o) {
                        return true;
                    }
                }.equals(f))));
        all.add(new Case("the unknown instruction NEWARRAY", (s, log) -> s.map(f -> new int[] {f.getFilmId()}.length)));
        all.add(new Case(
                "catches exceptions",
                (s, log) -> s.filter(f -> {
                    synchronized (titles) {
                        return f.getFilmId() > 5;
                    }
                })));
        all.add(new Case(
                "catches exceptions",
                (s, log) -> s.map(f -> {
                    try {
                        return f.getTitle().length();
                    } finally {
                        next();
                    }
                })));
        all.add(new Case(
                "an opaque function",
                (s, log) -> s.filter(new Predicate<Film>() {
                    public boolean test(Film f) {
                        return f.getFilmId() > 3;
                    }
                })));
        return all;
    }

    /** Returns functions that throw, opaque or not. Functions before and after them log the rows that they reach. */
    private List<Use> throwing(int zero, Integer none, String nothing) {
        List<Use> all = new ArrayList<>();
        all.add((s, log) -> s.filter(f -> 100 / (f.getFilmId() - zero) >= 0));
        all.add((s, log) -> s.filter(f -> 100 % (f.getFilmId() - zero) >= 0));
        all.add((s, log) -> s.map(f -> 100L / (f.getFilmId() - zero)));
        all.add((s, log) -> s.mapToInt(f -> 100 / (f.getFilmId() - zero)).boxed());
        all.add((s, log) -> s.mapToInt(f -> 100 / (f.getFilmId() - zero)).sum());
        all.add((s, log) -> s.mapToDouble(f -> 100.0 / (f.getFilmId() - zero)).boxed());
        all.add((s, log) -> s.takeWhile(f -> 100 / (f.getFilmId() - zero) > -1_000));
        all.add((s, log) -> s.dropWhile(f -> 100 / (f.getFilmId() - zero) > -1_000));
        all.add((s, log) -> s.anyMatch(f -> 100 / (f.getFilmId() - zero) == 1_000));
        all.add((s, log) -> s.allMatch(f -> 100 / (f.getFilmId() - zero) != 1_000));
        all.add((s, log) -> s.sorted(Comparator.comparing(f -> 100 / (f.getFilmId() - zero))));
        all.add((s, log) -> s.collect(Collectors.summingInt(f -> 100 / (f.getFilmId() - zero))));
        all.add((s, log) -> s.collect(Collectors.groupingBy(f -> 100 / (f.getFilmId() - zero), Collectors.counting())));
        all.add((s, log) -> s.filter(f -> f.getFilmId() != zero && 100 / (f.getFilmId() - zero) > 0));
        all.add((s, log) -> s.filter(f -> f.getLength().getAsInt() > 60));
        all.add((s, log) -> s.map(f -> f.getLength().getAsInt()));
        all.add((s, log) -> s.mapToInt(f -> f.getLength().getAsInt()).boxed());
        all.add((s, log) -> s.mapToInt(f -> f.getLength().orElseThrow()).max());
        all.add((s, log) -> s.filter(f -> f.getRating().get() == Rating.PG));
        all.add((s, log) -> s.map(f -> f.getRating().get()));
        all.add((s, log) -> s.map(f -> f.getRating().orElseThrow().ordinal()));
        all.add((s, log) -> s.filter(f -> f.getOriginalLanguageId().get() > 2));
        all.add((s, log) -> s.filter(f -> f.getTitle().length() > 3));
        all.add((s, log) -> s.filter(f -> f.getTitle().startsWith("film")));
        all.add((s, log) -> s.filter(f -> f.getTitle().equals("film 7")));
        all.add((s, log) -> s.filter(f -> f.getTitle().charAt(1) == 'i'));
        all.add((s, log) -> s.filter(f -> f.getTitle().charAt(f.getFilmId()) == 'i'));
        all.add((s, log) -> s.map(f -> f.getTitle().substring(3)));
        all.add((s, log) -> s.map(f -> f.getTitle().trim()));
        all.add((s, log) -> s.filter(f -> f.getTitle().compareTo(nothing) > 0));
        all.add((s, log) -> s.filter(f -> nothing.equals(f.getTitle())));
        all.add((s, log) -> s.filter(f -> f.getTitle().startsWith(nothing)));
        all.add((s, log) -> s.filter(f -> f.getFilmId() > none));
        all.add((s, log) -> s.map(f -> f.getFilmId() + none));
        all.add((s, log) -> s.filter(f -> f.getLength().isPresent() && f.getFilmId() > none));
        all.add((s, log) -> s.filter(f -> f.getFilmId() < 1_010 || f.getFilmId() > none));
        all.add((s, log) -> s.filter(f -> f.getRentalRate().signum() > 0));
        all.add((s, log) -> s.filter(f -> f.getRentalRate().compareTo(f.getReplacementCost()) < 0));
        all.add((s, log) -> s.mapToDouble(f -> f.getRentalRate().doubleValue()).boxed());
        all.add((s, log) -> s.map(f -> f.getRentalRate().add(f.getReplacementCost())));
        all.add((s, log) -> s.filter(f -> f.getLastUpdate().getTime() > Long.MIN_VALUE));
        all.add((s, log) -> s.map(f -> Math.addExact(f.getFilmId(), Integer.MAX_VALUE - 1_030)));
        all.add((s, log) -> s.map(f -> Math.toIntExact(f.getFilmId() * 3_000_000L)));
        all.add((s, log) -> s.map(f -> Math.floorMod(f.getFilmId(), f.getFilmId() - zero)));
        all.add((s, log) -> s.map(f -> Integer.parseInt(f.getTitle().substring(5))));
        all.add((s, log) -> s.map(f -> Objects.requireNonNull(f.getTitle(), "no title")));
        all.add((s, log) -> s.map(f -> Rating.valueOf(f.getTitle())));
        all.add((s, log) -> s.map(f -> Integer.valueOf(f.getTitle())));
        all.add((s, log) -> s.mapToInt(f -> Integer.valueOf(f.getTitle())).boxed());
        all.add((s, log) -> s.map(f -> (Integer) (Object) f.getTitle()));
        all.add((s, log) -> s.filter(f -> {
            if (f.getFilmId() == zero) {
                throw new IllegalStateException("zero");
            }
            return true;
        }));
        all.add((s, log) -> s.filter(f -> {
            assert f.getFilmId() != zero : "zero";
            return true;
        }));
        all.add((s, log) -> s.filter((Predicate<Film>) null));
        all.add((s, log) -> s.map((Function<Film, Object>) null));
        all.add((s, log) -> s.map(Film::getTitle).map(String::length));
        all.add((s, log) -> s.map(Film::getTitle).sorted());
        all.add((s, log) -> s.sorted(Comparator.comparing(Film::getTitle)));
        all.add((s, log) -> s.min(Comparator.comparing(Film::getRentalRate)));
        all.add((s, log) -> s.collect(Collectors.toMap(Film::getTitle, Film::getFilmId)));
        all.add((s, log) -> s.collect(Collectors.toMap(Film::getFilmId, Film::getTitle)));
        all.add((s, log) -> s.limit(45).collect(Collectors.toMap(Film::getRating, Film::getFilmId)));
        all.add((s, log) -> s.collect(Collectors.groupingBy(Film::getTitle)));
        all.add((s, log) -> s.filter(f -> f.getLength().getAsInt() > 60).findFirst());
        all.add((s, log) -> s.filter(f -> f.getLength().getAsInt() > 60).limit(20));
        all.add((s, log) -> s.filter(f -> f.getLength().getAsInt() > 60).count());
        all.add((s, log) -> s.map(f -> f.getLength().getAsInt()).count());
        all.add((s, log) ->
                s.filter(f -> f.getFilmId() >= 1_000).filter(f -> f.getLength().getAsInt() > 60));
        all.add((s, log) -> s.filter(f -> f.getLength().getAsInt() > 60)
                .filter(f -> f.getTitle().length() > 60));
        all.add((s, log) -> s.filter(f -> f.getTitle().length() > 1).sorted(Comparator.comparing(Film::getFilmId)));
        all.add((s, log) -> s.skip(20).filter(f -> f.getTitle().length() > 1).limit(20));
        return all;
    }

    /** Returns the use alone, and with operations before or after it. */
    private static List<Use> surrounded(Use use) {
        return List.of(
                use,
                (s, log) -> use.on(s.filter(f -> note(log, f.getFilmId())), log),
                (s, log) -> use.on(s.peek(f -> log.add(f.getFilmId())), log),
                (s, log) -> use.on(s.skip(30), log),
                (s, log) -> use.on(s, log) instanceof Stream<?> rest ? rest.filter(x -> log.add(text(x))) : "none",
                (s, log) -> use.on(s, log) instanceof Stream<?> rest
                        ? rest.peek(x -> log.add(text(x))).limit(25)
                        : "none");
    }

    private static String text(Object value) {
        return value instanceof Film film ? "film " + film.getFilmId() : String.valueOf(value);
    }

    @AfterAll
    static void stop() {
        APP.stop();
    }

    @Test
    void opaqueFunctionsAreCalledAsOverAList() {
        List<String> wrong = new ArrayList<>();
        List<Case> cases = opaque(3, "a", () -> true, new Integer[] {1_003}, 1_004);
        List<Case> again = opaque(3, "a", () -> true, new Integer[] {1_003}, 1_004);
        for (int i = 0; i < cases.size(); i++) {
            for (TableStore<Film> table : TABLES) {
                List<String> reasons = new ArrayList<>();
                List<Object> expected = outcome(again.get(i).use, FILMS.stream());
                List<Object> got =
                        outcome(cases.get(i).use, EntityStream.of(table, false, (_, _, why, _) -> reasons.add(why)));
                String reason = cases.get(i).reason;
                if (!got.equals(expected)) {
                    wrong.add("number %d, %s: %s in place of %s".formatted(i, reasons, got, expected));
                }
                if (reason.isEmpty() != reasons.isEmpty()
                        || !String.join("", reasons).contains(reason)) {
                    wrong.add("number " + i + ", not for " + reason + " but " + reasons);
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(cases).hasSizeGreaterThan(75);
    }

    @Test
    void exceptionsOccurOnTheSameRow() {
        List<String> wrong = new ArrayList<>();
        int thrown = 0;
        List<Use> uses = throwing(FILMS.get(60).getFilmId(), null, null);
        for (int i = 0; i < uses.size(); i++) {
            List<Use> surrounded = surrounded(uses.get(i));
            for (int j = 0; j < surrounded.size(); j++) {
                List<Object> expected = outcome(surrounded.get(j), FILMS.stream());
                thrown += expected.getFirst() instanceof String text && text.startsWith("class java.lang") ? 1 : 0;
                for (TableStore<Film> table : TABLES) {
                    List<Object> got =
                            outcome(surrounded.get(j), EntityStream.of(table, false, FallbackListener.SILENT));
                    if (!got.equals(expected)) {
                        wrong.add("number %d, %d: %s in place of %s".formatted(i, j, got, expected));
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(thrown).isGreaterThan(uses.size());
    }
}
