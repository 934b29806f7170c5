package org.speedwell.accelerator.stream;

import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.ShortField;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.stream.PlainShapes.Kind;

/** Random ends of pipelines: with entities, with values, with numbers, or with a collector. */
final class RandomTerminals<E> {
    static final String COUNT = ".count()";

    private final Ingredients<E> from;
    private final RandomValues<E> values;
    private final RandomNumbers numbers;
    private final RandomCollectors<E> collectors;

    RandomTerminals(Ingredients<E> from) {
        this.from = from;
        this.values = new RandomValues<>(from);
        this.numbers = new RandomNumbers(from::window, from.parallel, from.random);
        this.collectors = new RandomCollectors<>(from);
    }

    Function<Stream<E>, @Nullable Object> any(List<String> words) {
        Function<Stream<E>, @Nullable Object> plain = from.random.nextInt(3) == 0 ? plain(words) : null;
        return plain == null ? other(words) : plain;
    }

    /** Returns a terminal with plain lambdas, or null if there is none of the chosen kind. */
    private @Nullable Function<Stream<E>, @Nullable Object> plain(List<String> words) {
        Kind kind = from.pick(List.of(Kind.INTS, Kind.LONGS, Kind.DOUBLES, Kind.MATCHED, Kind.FIRST, Kind.COLLECTED));
        PlainOperation<E> plain = from.plain(kind, words);
        if (plain == null) {
            return null;
        }
        return switch (kind) {
            case INTS -> {
                var rest = numbers.ints(words);
                yield stream -> rest.apply((IntStream) plain.on(stream));
            }
            case LONGS -> {
                var rest = numbers.longs(words);
                yield stream -> rest.apply((LongStream) plain.on(stream));
            }
            case DOUBLES -> {
                var rest = numbers.doubles(words);
                yield stream -> rest.apply((DoubleStream) plain.on(stream));
            }
            default -> stream -> comparable(plain.on(stream));
        };
    }

    /** Returns a result in a form that {@code equals} compares by content. */
    @SuppressWarnings("unchecked") // every other object is an entity
    private @Nullable Object comparable(@Nullable Object result) {
        return switch (result) {
            case Map<?, ?> map -> {
                Map<Object, @Nullable Object> plain = new HashMap<>();
                map.forEach((key, value) -> plain.put(key, comparable(value)));
                yield List.of(map.getClass().getSimpleName(), plain);
            }
            case List<?> list -> list.stream().map(this::comparable).toList();
            case Optional<?> optional -> optional.map(this::comparable);
            case IntSummaryStatistics statistics -> statistics.toString();
            case LongSummaryStatistics statistics -> statistics.toString();
            case DoubleSummaryStatistics statistics -> statistics.toString();
            case null -> null;
            default -> isEntity(result) ? from.plain((E) result) : result;
        };
    }

    private boolean isEntity(Object result) {
        return from.entityClass().isInstance(result);
    }

    private Function<Stream<E>, @Nullable Object> other(List<String> words) {
        return switch (from.random.nextInt(14)) {
            case 0, 1, 2, 3 -> entity(words);
            case 4 -> matching(words);
            case 5, 6, 13 -> values.next(words);
            case 7 -> collected(words);
            case 8 -> {
                words.add(".collect(");
                Collector<E, ?, ?> collector = collectors.next(words);
                yield stream -> collectors.collect(stream, collector);
            }
            default -> numbers(words);
        };
    }

    /** Returns a terminal that returns the first value. */
    Function<Stream<E>, @Nullable Object> first(List<String> words) {
        return values.first(words);
    }

    /** Returns a terminal that returns one entity or a number of entities. */
    Function<Stream<E>, @Nullable Object> entity(List<String> words) {
        switch (from.random.nextInt(6)) {
            case 0, 1 -> {
                words.add(COUNT);
                return Stream::count;
            }
            case 2 -> {
                boolean any = !from.parallel && from.random.nextBoolean();
                words.add(any ? ".findAny()" : ".findFirst()");
                return stream -> (any ? stream.findAny() : stream.findFirst()).map(from::plain);
            }
            case 3, 4 -> {
                boolean min = from.random.nextBoolean();
                words.add(min ? ".min" : ".max");
                Comparator<E> comparator =
                        from.random.nextInt(3) == 0 ? from.expressions.order(words) : from.comparator(words);
                return stream -> (min ? stream.min(comparator) : stream.max(comparator)).map(from::plain);
            }
            default -> {
                words.add(".toList()");
                return stream -> stream.toList().stream().map(from::plain).toList();
            }
        }
    }

    private Function<Stream<E>, @Nullable Object> matching(List<String> words) {
        int what = from.random.nextInt(3);
        words.add(List.of(".anyMatch(", ".allMatch(", ".noneMatch(").get(what));
        Predicate<E> predicate =
                from.random.nextInt(3) == 0 ? from.expressions.test(words) : from.predicates.predicate(1);
        words.add(predicate + ")");
        return switch (what) {
            case 0 -> stream -> stream.anyMatch(predicate);
            case 1 -> stream -> stream.allMatch(predicate);
            default -> stream -> stream.noneMatch(predicate);
        };
    }

    /** Returns any other terminal of a stream of entities. */
    private Function<Stream<E>, @Nullable Object> collected(List<String> words) {
        int what = from.random.nextInt(9);
        words.add(" collected " + what);
        return switch (what) {
            case 0 -> {
                Field<E> field = from.pick(from.fields);
                yield stream -> stream.collect(Collectors.groupingBy(
                        entity -> String.valueOf(Ingredients.plain(field, entity)), Collectors.counting()));
            }
            case 1 ->
                stream -> {
                    List<Object> all = new ArrayList<>();
                    stream.iterator().forEachRemaining(entity -> all.add(from.plain(entity)));
                    return all;
                };
            case 2 -> stream -> split(stream.spliterator());
            case 3 -> stream -> plain(stream.toArray());
            case 4 -> stream -> plain(stream.toArray(Object[]::new));
            case 5 ->
                stream -> {
                    List<Object> all = new ArrayList<>();
                    Consumer<E> add = entity -> all.add(from.plain(entity));
                    if (from.parallel) {
                        stream.forEachOrdered(add);
                    } else {
                        stream.forEach(add);
                    }
                    return all;
                };
            case 6 -> stream -> stream.reduce((_, last) -> last).map(from::plain);
            case 7 ->
                stream -> stream.reduce(
                        0, (sum, entity) -> sum + from.plain(entity).hashCode(), Integer::sum);
            default ->
                stream -> stream.<List<Object>>collect(
                        ArrayList::new, (all, entity) -> all.add(from.plain(entity)), List::addAll);
        };
    }

    /** Returns the elements of a spliterator and of its splits. It advances over some of them one by one. */
    private List<Object> split(Spliterator<E> spliterator) {
        List<Object> all = new ArrayList<>();
        spliterator.tryAdvance(entity -> all.add(from.plain(entity)));
        Spliterator<E> prefix = spliterator.trySplit();
        if (prefix != null) {
            prefix.forEachRemaining(entity -> all.add(from.plain(entity)));
        }
        spliterator.forEachRemaining(entity -> all.add(from.plain(entity)));
        return all;
    }

    @SuppressWarnings("unchecked") // an array of entities
    private List<Object> plain(Object[] entities) {
        List<Object> all = new ArrayList<>();
        for (Object entity : entities) {
            all.add(from.plain((E) entity));
        }
        return all;
    }

    @SuppressWarnings("unchecked") // a field that is a function to a number takes entities
    private Function<Stream<E>, @Nullable Object> numbers(List<String> words) {
        Field<E> field = from.pick(from.fields);
        int hash = from.random.nextInt(100);
        int what = from.random.nextInt(9);
        words.add(".mapTo" + what + "(");
        return switch (what) {
            case 0 -> {
                var rest = numbers.ints(words);
                ToIntFunction<E> ints = from.expressions.ints(words);
                yield stream -> rest.apply(stream.mapToInt(ints));
            }
            case 1 -> {
                var rest = numbers.longs(words);
                ToLongFunction<E> longs = from.expressions.longs(words);
                yield stream -> rest.apply(stream.mapToLong(longs));
            }
            case 2 -> {
                var rest = numbers.doubles(words);
                ToDoubleFunction<E> doubles = from.expressions.doubles(words);
                yield stream -> rest.apply(stream.mapToDouble(doubles));
            }
            case 3 -> {
                var rest = numbers.ints(words);
                yield stream ->
                        rest.apply(stream.mapToInt(entity -> from.plain(entity).hashCode() % (hash + 1)));
            }
            default -> {
                words.add(String.valueOf(field.identifier()));
                if (field instanceof ToIntFunction<?>) {
                    var rest = numbers.ints(words);
                    yield stream -> rest.apply(stream.mapToInt((ToIntFunction<E>) field));
                }
                if (field instanceof ShortField<?, ?> shorts) {
                    var rest = numbers.ints(words);
                    yield stream -> rest.apply(stream.mapToInt((ToIntFunction<E>) shorts.asInt()));
                }
                if (field instanceof ToLongFunction<?>) {
                    var rest = numbers.longs(words);
                    yield stream -> rest.apply(stream.mapToLong((ToLongFunction<E>) field));
                }
                if (field instanceof ToDoubleFunction<?>) {
                    var rest = numbers.doubles(words);
                    yield stream -> rest.apply(stream.mapToDouble((ToDoubleFunction<E>) field));
                }
                var rest = numbers.longs(words);
                yield stream -> rest.apply(stream.mapToLong(entity -> Ingredients.hash(field, entity)));
            }
        };
    }
}
