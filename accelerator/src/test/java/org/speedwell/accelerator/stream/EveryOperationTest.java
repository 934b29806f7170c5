package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.core.Speedment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.BaseStream;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.SakilaApplicationBuilder;

/**
 * Every operation of the four kinds of streams, in every mode of a stream, compared with the stream of a plain list. It
 * covers results, second uses, closed streams, null arguments, close handlers and sizes.
 */
@Tag("oracle")
class EveryOperationTest {
    private static final Speedment APP = EntityTable.offline(new SakilaApplicationBuilder());
    private static final SakilaFilms SAKILA = SakilaFilms.random(APP, 7, 150, 10);
    private static final List<Film> FILMS = SAKILA.list();
    private static final TableStore<Film> TABLE = SAKILA.table();

    /** The methods of {@code BaseStream} that do not consume a stream. Other tests cover them. */
    private static final Set<String> NO_USE =
            Set.of("sequential", "parallel", "unordered", "isParallel", "onClose", "close");

    /** A stream in some mode: ours and that of the list. */
    record Mode<S>(String name, Supplier<S> ours, Supplier<S> plain) {
        <T> Mode<T> then(String operation, Function<S, T> with) {
            return new Mode<>(name + operation, () -> with.apply(ours.get()), () -> with.apply(plain.get()));
        }
    }

    /**
     * A kind of stream and its operations. Their keys are method names, with the number of arguments for overloaded
     * methods.
     */
    record Kind<S extends BaseStream<?, S>>(
            Class<S> type, List<Mode<S>> modes, Map<String, Function<S, @Nullable Object>> operations) {
        @Override
        public String toString() {
            return type.getSimpleName();
        }
    }

    @AfterAll
    static void stop() {
        APP.stop();
    }

    private static List<Mode<Stream<Film>>> entityModes() {
        Mode<Stream<Film>> start = new Mode<>("films", () -> EntityStream.of(TABLE, false), FILMS::stream);
        List<Mode<Stream<Film>>> modes = List.of(
                start,
                start.then(" filtered by a field", s -> s.filter(Film.FILM_ID.greaterThan(20))),
                start.then(" sorted by a field", s -> s.sorted(Film.LENGTH.reversed())),
                start.then(" in a window", s -> s.skip(3).limit(100)),
                start.then(
                        " filtered and in a window",
                        s -> s.filter(Film.FILM_ID.greaterThan(20)).limit(50)),
                start.then(
                        " behind an expression",
                        s -> s.filter(Film.LENGTH.asInt().isNotNull()).skip(2)),
                start.then(" behind an opaque filter", s -> s.filter(film -> film.getFilmId() % 3 != 0)),
                start.then(" emptied", s -> s.filter(Film.FILM_ID.in())));
        return Stream.concat(modes.stream(), modes.stream().map(mode -> mode.then(" in parallel", Stream::parallel)))
                .toList();
    }

    private static <S> List<Mode<S>> modes(Map<String, Function<Stream<Film>, S>> maps) {
        return maps.entrySet().stream()
                .flatMap(map -> entityModes().stream().map(mode -> mode.then(map.getKey(), map.getValue())))
                .toList();
    }

    static List<Kind<?>> kinds() {
        return List.of(entities(), values(), ints(), longs(), doubles());
    }

    private static Kind<Stream<Film>> entities() {
        @SuppressWarnings({"unchecked", "rawtypes"})
        Class<Stream<Film>> type = (Class) Stream.class;
        return new Kind<>(
                type,
                entityModes(),
                Map.ofEntries(
                        Map.entry("filter", s -> s.filter(Film.FILM_ID.greaterThan(3))),
                        Map.entry("map", s -> s.map(Film.TITLE)),
                        Map.entry("mapToInt", s -> s.mapToInt(Film.FILM_ID)),
                        Map.entry("mapToLong", s -> s.mapToLong(Film.FILM_ID.asLong())),
                        Map.entry("mapToDouble", s -> s.mapToDouble(Film.FILM_ID.asDouble())),
                        Map.entry("flatMap", s -> s.flatMap(film -> Stream.of(film, film))),
                        Map.entry("flatMapToInt", s -> s.flatMapToInt(film -> IntStream.of(film.getFilmId()))),
                        Map.entry("flatMapToLong", s -> s.flatMapToLong(film -> LongStream.of(film.getFilmId()))),
                        Map.entry("flatMapToDouble", s -> s.flatMapToDouble(film -> DoubleStream.of(film.getFilmId()))),
                        Map.entry("mapMulti", s -> s.mapMulti((film, sink) -> sink.accept(film))),
                        Map.entry("mapMultiToInt", s -> s.mapMultiToInt((film, sink) -> sink.accept(film.getFilmId()))),
                        Map.entry(
                                "mapMultiToLong", s -> s.mapMultiToLong((film, sink) -> sink.accept(film.getFilmId()))),
                        Map.entry(
                                "mapMultiToDouble",
                                s -> s.mapMultiToDouble((film, sink) -> sink.accept(film.getFilmId()))),
                        Map.entry("distinct", s -> s.distinct()),
                        Map.entry("sorted/0", s -> caught(() -> s.sorted().toList())),
                        Map.entry("sorted/1", s -> s.sorted(Film.TITLE)),
                        Map.entry("peek", s -> s.peek(film -> {})),
                        Map.entry("limit", s -> s.limit(5)),
                        Map.entry("skip", s -> s.skip(5)),
                        Map.entry("takeWhile", s -> s.takeWhile(Film.FILM_ID.lessThan(100))),
                        Map.entry("dropWhile", s -> s.dropWhile(Film.FILM_ID.lessThan(100))),
                        Map.entry("gather", s -> s.gather(Gatherers.windowFixed(2))),
                        Map.entry("forEach", s -> seen(all -> s.forEach(film -> all.add((double) film.getFilmId())))),
                        Map.entry(
                                "forEachOrdered",
                                s -> seen(all -> s.forEachOrdered(film -> all.add((double) film.getFilmId())))),
                        Map.entry("toArray/0", s -> List.of(s.toArray())),
                        Map.entry("toArray/1", s -> List.of(s.toArray(Film[]::new))),
                        Map.entry("reduce/2", s -> s.reduce(FILMS.getFirst(), (a, b) -> b)),
                        Map.entry("reduce/1", s -> s.reduce((a, b) -> b)),
                        Map.entry("reduce/3", s -> s.reduce(0, (sum, film) -> sum + film.getFilmId(), Integer::sum)),
                        Map.entry("collect/3", s -> s.collect(ArrayList<Film>::new, ArrayList::add, ArrayList::addAll)),
                        Map.entry("collect/1", s -> s.collect(Collectors.toList())),
                        Map.entry("toList", s -> s.toList()),
                        Map.entry("min", s -> s.min(Film.TITLE)),
                        Map.entry("max", s -> s.max(Film.TITLE)),
                        Map.entry("count", s -> s.count()),
                        Map.entry("anyMatch", s -> s.anyMatch(Film.FILM_ID.lessThan(10))),
                        Map.entry("allMatch", s -> s.allMatch(Film.FILM_ID.lessThan(10))),
                        Map.entry("noneMatch", s -> s.noneMatch(Film.FILM_ID.lessThan(10))),
                        Map.entry("findFirst", s -> s.findFirst()),
                        Map.entry("findAny", s -> s.findAny().isPresent()),
                        Map.entry("iterator", s -> drained(s.iterator())),
                        Map.entry("spliterator", s -> drained(s.spliterator()))));
    }

    private static Kind<Stream<Integer>> values() {
        @SuppressWarnings({"unchecked", "rawtypes"})
        Class<Stream<Integer>> type = (Class) Stream.class;
        return new Kind<>(
                type,
                modes(Map.of(
                        " to values", s -> s.filter(Film.LENGTH.isNotNull()).map(Film.LENGTH.asInt()),
                        " to distinct values",
                                s -> s.filter(Film.LENGTH.isNotNull())
                                        .map(Film.LENGTH.asInt())
                                        .distinct(),
                        " to sorted values",
                                s -> s.filter(Film.LENGTH.isNotNull())
                                        .map(Film.LENGTH.asInt())
                                        .sorted(),
                        " to a window of distinct values",
                                s -> s.filter(Film.LENGTH.isNotNull())
                                        .map(Film.LENGTH.asInt())
                                        .distinct()
                                        .sorted(Comparator.reverseOrder())
                                        .skip(2)
                                        .limit(40))),
                Map.ofEntries(
                        Map.entry("filter", s -> s.filter(v -> v > 20)),
                        Map.entry("map", s -> s.map(v -> v + 1)),
                        Map.entry("mapToInt", s -> s.mapToInt(v -> v)),
                        Map.entry("mapToLong", s -> s.mapToLong(v -> v)),
                        Map.entry("mapToDouble", s -> s.mapToDouble(v -> v)),
                        Map.entry("flatMap", s -> s.flatMap(v -> Stream.of(v, v))),
                        Map.entry("flatMapToInt", s -> s.flatMapToInt(v -> IntStream.of(v))),
                        Map.entry("flatMapToLong", s -> s.flatMapToLong(v -> LongStream.of(v))),
                        Map.entry("flatMapToDouble", s -> s.flatMapToDouble(v -> DoubleStream.of(v))),
                        Map.entry("mapMulti", s -> s.mapMulti((v, sink) -> sink.accept(v))),
                        Map.entry("mapMultiToInt", s -> s.mapMultiToInt((v, sink) -> sink.accept(v))),
                        Map.entry("mapMultiToLong", s -> s.mapMultiToLong((v, sink) -> sink.accept(v))),
                        Map.entry("mapMultiToDouble", s -> s.mapMultiToDouble((v, sink) -> sink.accept(v))),
                        Map.entry("distinct", s -> s.distinct()),
                        Map.entry("sorted/0", s -> s.sorted()),
                        Map.entry("sorted/1", s -> s.sorted(Comparator.reverseOrder())),
                        Map.entry("peek", s -> s.peek(v -> {})),
                        Map.entry("limit", s -> s.limit(5)),
                        Map.entry("skip", s -> s.skip(5)),
                        Map.entry("takeWhile", s -> s.takeWhile(v -> v < 100)),
                        Map.entry("dropWhile", s -> s.dropWhile(v -> v < 100)),
                        Map.entry("gather", s -> s.gather(Gatherers.windowFixed(2))),
                        Map.entry("forEach", s -> seen(all -> s.forEach(v -> all.add((double) v)))),
                        Map.entry("forEachOrdered", s -> seen(all -> s.forEachOrdered(v -> all.add((double) v)))),
                        Map.entry("toArray/0", s -> List.of(s.toArray())),
                        Map.entry("toArray/1", s -> List.of(s.toArray(Integer[]::new))),
                        Map.entry("reduce/2", s -> s.reduce(0, Math::max)),
                        Map.entry("reduce/1", s -> s.reduce(Math::max)),
                        Map.entry("reduce/3", s -> s.reduce(0, (sum, v) -> sum + v, Integer::sum)),
                        Map.entry(
                                "collect/3", s -> s.collect(ArrayList<Object>::new, ArrayList::add, ArrayList::addAll)),
                        Map.entry("collect/1", s -> s.collect(Collectors.toList())),
                        Map.entry("toList", s -> s.toList()),
                        Map.entry("min", s -> s.min(Comparator.naturalOrder())),
                        Map.entry("max", s -> s.max(Comparator.naturalOrder())),
                        Map.entry("count", s -> s.count()),
                        Map.entry("anyMatch", s -> s.anyMatch(v -> v > 3)),
                        Map.entry("allMatch", s -> s.allMatch(v -> v > 3)),
                        Map.entry("noneMatch", s -> s.noneMatch(v -> v > 3)),
                        Map.entry("findFirst", s -> s.findFirst()),
                        Map.entry("findAny", s -> s.findAny().isPresent()),
                        Map.entry("iterator", s -> drained(s.iterator())),
                        Map.entry("spliterator", s -> drained(s.spliterator()))));
    }

    private static Kind<IntStream> ints() {
        return new Kind<>(
                IntStream.class,
                modes(Map.of(
                        " to ints", s -> s.mapToInt(Film.FILM_ID),
                        " to an expression",
                                s -> s.mapToInt(Film.LENGTH.asInt().orElse(3).plus(1)),
                        " to ints by a lambda", s -> s.mapToInt(Film::getFilmId))),
                Map.ofEntries(
                        Map.entry("filter", s -> s.filter(v -> v > 20)),
                        Map.entry("map", s -> s.map(v -> v + 1)),
                        Map.entry("mapToObj", s -> s.mapToObj(v -> v)),
                        Map.entry("mapToLong", s -> s.mapToLong(v -> v)),
                        Map.entry("mapToDouble", s -> s.mapToDouble(v -> v)),
                        Map.entry("flatMap", s -> s.flatMap(v -> IntStream.of(v, v))),
                        Map.entry("mapMulti", s -> s.mapMulti((v, sink) -> sink.accept(v))),
                        Map.entry("distinct", s -> s.distinct()),
                        Map.entry("sorted", s -> s.sorted()),
                        Map.entry("peek", s -> s.peek(v -> {})),
                        Map.entry("limit", s -> s.limit(5)),
                        Map.entry("skip", s -> s.skip(5)),
                        Map.entry("takeWhile", s -> s.takeWhile(v -> v < 100)),
                        Map.entry("dropWhile", s -> s.dropWhile(v -> v < 100)),
                        Map.entry("boxed", s -> s.boxed()),
                        Map.entry("asLongStream", s -> s.asLongStream()),
                        Map.entry("asDoubleStream", s -> s.asDoubleStream()),
                        Map.entry("forEach", s -> seen(all -> s.forEach(v -> all.add((double) v)))),
                        Map.entry("forEachOrdered", s -> seen(all -> s.forEachOrdered(v -> all.add((double) v)))),
                        Map.entry(
                                "toArray",
                                s -> Arrays.stream(s.toArray()).boxed().toList()),
                        Map.entry("reduce/2", s -> s.reduce(0, Math::max)),
                        Map.entry("reduce/1", s -> s.reduce(Math::max)),
                        Map.entry(
                                "collect",
                                s -> s.collect(ArrayList<Object>::new, (all, v) -> all.add(v), ArrayList::addAll)),
                        Map.entry("sum", s -> s.sum()),
                        Map.entry("min", s -> s.min()),
                        Map.entry("max", s -> s.max()),
                        Map.entry("count", s -> s.count()),
                        Map.entry("average", s -> s.average()),
                        Map.entry(
                                "summaryStatistics", s -> s.summaryStatistics().toString()),
                        Map.entry("anyMatch", s -> s.anyMatch(v -> v > 3)),
                        Map.entry("allMatch", s -> s.allMatch(v -> v > 3)),
                        Map.entry("noneMatch", s -> s.noneMatch(v -> v > 3)),
                        Map.entry("findFirst", s -> s.findFirst()),
                        Map.entry("findAny", s -> s.findAny().isPresent()),
                        Map.entry("iterator", s -> drained(s.iterator())),
                        Map.entry("spliterator", s -> drained(s.spliterator()))));
    }

    private static Kind<LongStream> longs() {
        return new Kind<>(
                LongStream.class,
                modes(Map.of(
                        " to longs", s -> s.mapToLong(Film.FILM_ID.asLong()),
                        " to an expression",
                                s -> s.mapToLong(Film.LENGTH.asLong().orElse(3L).multiply(2)),
                        " to longs by a lambda", s -> s.mapToLong(Film::getFilmId))),
                Map.ofEntries(
                        Map.entry("filter", s -> s.filter(v -> v > 20)),
                        Map.entry("map", s -> s.map(v -> v + 1)),
                        Map.entry("mapToObj", s -> s.mapToObj(v -> v)),
                        Map.entry("mapToInt", s -> s.mapToInt(v -> (int) v)),
                        Map.entry("mapToDouble", s -> s.mapToDouble(v -> v)),
                        Map.entry("flatMap", s -> s.flatMap(v -> LongStream.of(v, v))),
                        Map.entry("mapMulti", s -> s.mapMulti((v, sink) -> sink.accept(v))),
                        Map.entry("distinct", s -> s.distinct()),
                        Map.entry("sorted", s -> s.sorted()),
                        Map.entry("peek", s -> s.peek(v -> {})),
                        Map.entry("limit", s -> s.limit(5)),
                        Map.entry("skip", s -> s.skip(5)),
                        Map.entry("takeWhile", s -> s.takeWhile(v -> v < 100)),
                        Map.entry("dropWhile", s -> s.dropWhile(v -> v < 100)),
                        Map.entry("boxed", s -> s.boxed()),
                        Map.entry("asDoubleStream", s -> s.asDoubleStream()),
                        Map.entry("forEach", s -> seen(all -> s.forEach(v -> all.add((double) v)))),
                        Map.entry("forEachOrdered", s -> seen(all -> s.forEachOrdered(v -> all.add((double) v)))),
                        Map.entry(
                                "toArray",
                                s -> Arrays.stream(s.toArray()).boxed().toList()),
                        Map.entry("reduce/2", s -> s.reduce(0, Math::max)),
                        Map.entry("reduce/1", s -> s.reduce(Math::max)),
                        Map.entry(
                                "collect",
                                s -> s.collect(ArrayList<Object>::new, (all, v) -> all.add(v), ArrayList::addAll)),
                        Map.entry("sum", s -> s.sum()),
                        Map.entry("min", s -> s.min()),
                        Map.entry("max", s -> s.max()),
                        Map.entry("count", s -> s.count()),
                        Map.entry("average", s -> s.average()),
                        Map.entry(
                                "summaryStatistics", s -> s.summaryStatistics().toString()),
                        Map.entry("anyMatch", s -> s.anyMatch(v -> v > 3)),
                        Map.entry("allMatch", s -> s.allMatch(v -> v > 3)),
                        Map.entry("noneMatch", s -> s.noneMatch(v -> v > 3)),
                        Map.entry("findFirst", s -> s.findFirst()),
                        Map.entry("findAny", s -> s.findAny().isPresent()),
                        Map.entry("iterator", s -> drained(s.iterator())),
                        Map.entry("spliterator", s -> drained(s.spliterator()))));
    }

    private static Kind<DoubleStream> doubles() {
        return new Kind<>(
                DoubleStream.class,
                modes(Map.of(
                        " to doubles", s -> s.mapToDouble(Film.FILM_ID.asDouble()),
                        " to an expression", s -> s.mapToDouble(Film.FILM_ID.divide(4)),
                        " to doubles by a lambda", s -> s.mapToDouble(Film::getFilmId))),
                Map.ofEntries(
                        Map.entry("filter", s -> s.filter(v -> v > 20)),
                        Map.entry("map", s -> s.map(v -> v + 1)),
                        Map.entry("mapToObj", s -> s.mapToObj(v -> v)),
                        Map.entry("mapToInt", s -> s.mapToInt(v -> (int) v)),
                        Map.entry("mapToLong", s -> s.mapToLong(v -> (long) v)),
                        Map.entry("flatMap", s -> s.flatMap(v -> DoubleStream.of(v, v))),
                        Map.entry("mapMulti", s -> s.mapMulti((v, sink) -> sink.accept(v))),
                        Map.entry("distinct", s -> s.distinct()),
                        Map.entry("sorted", s -> s.sorted()),
                        Map.entry("peek", s -> s.peek(v -> {})),
                        Map.entry("limit", s -> s.limit(5)),
                        Map.entry("skip", s -> s.skip(5)),
                        Map.entry("takeWhile", s -> s.takeWhile(v -> v < 100)),
                        Map.entry("dropWhile", s -> s.dropWhile(v -> v < 100)),
                        Map.entry("boxed", s -> s.boxed()),
                        Map.entry("forEach", s -> seen(all -> s.forEach(v -> all.add(v)))),
                        Map.entry("forEachOrdered", s -> seen(all -> s.forEachOrdered(v -> all.add(v)))),
                        Map.entry(
                                "toArray",
                                s -> Arrays.stream(s.toArray()).boxed().toList()),
                        Map.entry("reduce/2", s -> s.reduce(0, Math::max)),
                        Map.entry("reduce/1", s -> s.reduce(Math::max)),
                        Map.entry(
                                "collect",
                                s -> s.collect(ArrayList<Object>::new, (all, v) -> all.add(v), ArrayList::addAll)),
                        Map.entry("sum", s -> s.sum()),
                        Map.entry("min", s -> s.min()),
                        Map.entry("max", s -> s.max()),
                        Map.entry("count", s -> s.count()),
                        Map.entry("average", s -> s.average()),
                        Map.entry(
                                "summaryStatistics", s -> s.summaryStatistics().toString()),
                        Map.entry("anyMatch", s -> s.anyMatch(v -> v > 3)),
                        Map.entry("allMatch", s -> s.allMatch(v -> v > 3)),
                        Map.entry("noneMatch", s -> s.noneMatch(v -> v > 3)),
                        Map.entry("findFirst", s -> s.findFirst()),
                        Map.entry("findAny", s -> s.findAny().isPresent()),
                        Map.entry("iterator", s -> drained(s.iterator())),
                        Map.entry("spliterator", s -> drained(s.spliterator()))));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <S extends BaseStream<?, S>> void everyOperationIsTested(Kind<S> kind) {
        Set<String> tested = kind.operations.keySet().stream()
                .map(name -> name.replaceAll("/.*", ""))
                .collect(Collectors.toSet());

        assertThat(methods(kind.type).map(Method::getName).collect(Collectors.toSet()))
                .isEqualTo(tested);
    }

    private static Stream<Method> methods(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()) && !NO_USE.contains(method.getName()));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <S extends BaseStream<?, S>> void everyOperationGivesTheResultOfAList(Kind<S> kind) {
        for (Mode<S> mode : kind.modes) {
            kind.operations.forEach((name, operation) -> assertThat(drained(operation.apply(mode.ours.get())))
                    .as("%s: %s", mode.name, name)
                    .isEqualTo(drained(operation.apply(mode.plain.get()))));
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <S extends BaseStream<?, S>> void streamIsUsedOnce(Kind<S> kind) {
        for (Mode<S> mode : kind.modes) {
            kind.operations.forEach((first, use) -> {
                S used = mode.ours.get();
                drained(use.apply(used));
                kind.operations.forEach((second, again) -> assertThatThrownBy(() -> again.apply(used))
                        .as("%s: %s, then %s", mode.name, first, second)
                        .isInstanceOf(IllegalStateException.class));
                assertThatThrownBy(() -> used.onClose(() -> {}))
                        .as("%s: %s, then onClose", mode.name, first)
                        .isInstanceOf(IllegalStateException.class);
            });
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <S extends BaseStream<?, S>> void closedStreamRefusesUse(Kind<S> kind) {
        for (Mode<S> mode : kind.modes) {
            kind.operations.forEach((name, operation) -> {
                S closed = mode.ours.get();
                closed.close();
                assertThatThrownBy(() -> operation.apply(closed))
                        .as("%s: %s", mode.name, name)
                        .isInstanceOf(IllegalStateException.class);
            });
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <S extends BaseStream<?, S>> void nullArgumentsAreRefusedLikeInAListStream(Kind<S> kind) {
        for (Mode<S> mode : kind.modes) {
            methods(kind.type)
                    .filter(method -> Arrays.stream(method.getParameterTypes()).anyMatch(type -> !type.isPrimitive()))
                    .forEach(method -> assertThat(withNulls(method, mode.ours.get()))
                            .as("%s: %s", mode.name, method)
                            .isEqualTo(withNulls(method, mode.plain.get())));
        }
    }

    /**
     * Returns the class of the exception of a method when all arguments are null or zero, or null without an exception.
     * Consumes the result.
     */
    private static @Nullable Class<?> withNulls(Method method, Object stream) {
        @Nullable
        Object[] arguments = Arrays.stream(method.getParameterTypes())
                .map(EveryOperationTest::nothing)
                .toArray();
        try {
            drained(method.invoke(stream, arguments));
            return null;
        } catch (InvocationTargetException e) {
            return requireNonNull(e.getCause()).getClass();
        } catch (IllegalAccessException | RuntimeException e) {
            return e.getClass();
        }
    }

    private static @Nullable Object nothing(Class<?> type) {
        if (!type.isPrimitive()) {
            return null;
        }
        return type == int.class ? Integer.valueOf(0) : type == long.class ? (Object) 0L : Double.valueOf(0);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <S extends BaseStream<?, S>> void closeHandlersRunInOrderAndCollectFailures(Kind<S> kind) {
        for (Mode<S> mode : kind.modes) {
            kind.operations.forEach((name, operation) -> {
                List<String> closed = new ArrayList<>();
                S stream = mode.ours
                        .get()
                        .onClose(() -> {
                            closed.add("first");
                            throw new IllegalArgumentException("first");
                        })
                        .onClose(() -> {
                            closed.add("second");
                            throw new IllegalStateException("second");
                        });
                Object result = operation.apply(stream);
                BaseStream<?, ?> last = result instanceof BaseStream<?, ?> next ? next : stream;

                assertThat(closed).as("%s: %s", mode.name, name).isEmpty();
                assertThatThrownBy(last::close)
                        .as("%s: %s", mode.name, name)
                        .isInstanceOf(IllegalArgumentException.class)
                        .satisfies(failure -> assertThat(failure.getSuppressed())
                                .hasExactlyElementsOfTypes(IllegalStateException.class));
                last.close();
                assertThat(closed).as("%s: %s", mode.name, name).containsExactly("first", "second");
            });
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <S extends BaseStream<?, S>> void modeIsInherited(Kind<S> kind) {
        for (Mode<S> mode : kind.modes) {
            boolean parallel = mode.plain.get().isParallel();
            assertThat(mode.ours.get().isParallel()).as(mode.name).isEqualTo(parallel);
            assertThat(mode.ours.get().parallel().isParallel()).as(mode.name).isTrue();
            assertThat(mode.ours.get().sequential().isParallel()).as(mode.name).isFalse();
            assertThat(mode.ours.get().unordered().sequential().isParallel())
                    .as(mode.name)
                    .isFalse();
            kind.operations.forEach((name, operation) -> {
                if (operation.apply(mode.ours.get()) instanceof BaseStream<?, ?> next) {
                    assertThat(next.isParallel()).as("%s: %s", mode.name, name).isEqualTo(parallel);
                }
            });
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <S extends BaseStream<?, S>> void spliteratorsHaveOrderAndSizeOfAList(Kind<S> kind) {
        for (Mode<S> mode : kind.modes) {
            if (mode.plain.get().isParallel()) {
                continue; // the JDK evaluates a part of a parallel pipeline early, and then knows more than necessary
            }
            Spliterator<?> ours = mode.ours.get().spliterator();
            Spliterator<?> plain = mode.plain.get().spliterator();
            for (int characteristic : characteristics(kind)) {
                assertThat(ours.hasCharacteristics(characteristic))
                        .as("%s: %x", mode.name, characteristic)
                        .isEqualTo(plain.hasCharacteristics(characteristic));
            }
            assertThat(ours.getExactSizeIfKnown()).as(mode.name).isEqualTo(plain.getExactSizeIfKnown());
        }
    }

    /** Returns the characteristics to compare. A stream may omit that entities are distinct. */
    private static List<Integer> characteristics(Kind<?> kind) {
        return kind.modes.getFirst().name.contains("values")
                ? List.of(Spliterator.ORDERED, Spliterator.SIZED, Spliterator.DISTINCT, Spliterator.SORTED)
                : List.of(Spliterator.ORDERED, Spliterator.SIZED);
    }

    @Test
    void negativeSizesAreRefused() {
        for (Kind<?> kind : kinds()) {
            for (Mode<?> mode : kind.modes) {
                for (String name : List.of("limit", "skip")) {
                    assertThatThrownBy(
                                    () -> kind.type.getMethod(name, long.class).invoke(mode.ours.get(), -1L))
                            .as("%s: %s", mode.name, name)
                            .hasCauseInstanceOf(IllegalArgumentException.class);
                }
            }
        }
    }

    /** Returns the elements of a stream or iterator as a list, or any other result unchanged. */
    private static @Nullable Object drained(@Nullable Object result) {
        return switch (result) {
            case BaseStream<?, ?> stream -> drained(stream.iterator());
            case Iterator<?> iterator -> {
                List<@Nullable Object> all = new ArrayList<>();
                iterator.forEachRemaining(all::add);
                yield all;
            }
            case Spliterator<?> spliterator -> {
                List<@Nullable Object> all = new ArrayList<>();
                spliterator.forEachRemaining(all::add);
                yield all;
            }
            case null -> null;
            default -> result;
        };
    }

    private static List<Double> seen(Consumer<List<Double>> loop) {
        List<Double> all = Collections.synchronizedList(new ArrayList<>());
        loop.accept(all);
        all.sort(Comparator.naturalOrder());
        return all;
    }

    /**
     * Returns the result, or the class of the exception. Sorting entities fails in a list too, because they have no
     * natural order.
     */
    private static Object caught(Supplier<Object> action) {
        try {
            return action.get();
        } catch (ClassCastException e) {
            return e.getClass();
        }
    }
}
