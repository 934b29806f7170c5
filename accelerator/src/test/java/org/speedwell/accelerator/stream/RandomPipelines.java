package org.speedwell.accelerator.stream;

import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.ReferenceField;
import com.speedment.runtime.field.ShortField;
import com.speedment.runtime.field.trait.HasComparableOperators;
import java.math.BigDecimal;
import java.sql.Blob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expression.FieldValue;
import org.speedwell.accelerator.load.EntityTable;

/**
 * Random stream pipelines over one table: operations of every kind through fields, expressions and opaque lambdas, and
 * terminals of all four kinds of streams. What a parallel stream leaves open, only sequential ones are asked: any element,
 * sums of doubles, which of several exceptions comes first.
 */
final class RandomPipelines<E> {
    private final List<Field<E>> fields;
    private final EntityTable.Shape shape;
    private final List<HasComparableOperators<E, ?>> comparables;
    private final RandomPredicates<E> predicates;
    private final RandomExpressions<E> expressions;
    private final RandomNumbers numbers;
    private final RandomCollectors<E> collectors;
    private final int size;
    private final RandomGenerator random;
    private final boolean parallel;

    /** Pipelines over a table of about {@code size} entities with values of the given kind. */
    RandomPipelines(
            Manager<E> manager,
            EntityTable.Shape shape,
            RandomEntities<E> operands,
            int size,
            boolean parallel,
            RandomGenerator random) {
        this.fields = manager.fields().toList();
        this.shape = shape;
        this.size = size;
        this.random = random;
        this.parallel = parallel;
        this.predicates = new RandomPredicates<>(fields, operands, random);
        this.expressions = new RandomExpressions<>(
                manager, shape, random, !parallel && random.nextBoolean(), () -> predicates.predicate(1));
        this.numbers = new RandomNumbers(size, parallel, random);
        List<HasComparableOperators<E, ?>> found = new ArrayList<>();
        for (Field<E> field : fields) {
            if (field instanceof HasComparableOperators<?, ?>) {
                @SuppressWarnings("unchecked") // a field of this table
                HasComparableOperators<E, ?> comparable = (HasComparableOperators<E, ?>) field;
                found.add(comparable);
            }
        }
        this.comparables = found;
        this.collectors = new RandomCollectors<>(
                found, decimals(found, shape), expressions, () -> predicates.predicate(1), random);
    }

    /** One pipeline: what it does, in words, and the doing. */
    record Pipeline<E>(String description, Function<Stream<E>, @Nullable Object> run) {}

    Pipeline<E> next() {
        List<String> words = new ArrayList<>();
        List<Function<Stream<E>, Stream<E>>> operations = new ArrayList<>();
        // Every second pipeline is short and simple: those are the ones with paths of their own
        boolean simple = random.nextBoolean();
        for (int i = random.nextInt(simple ? 4 : 6); i > 0; i--) {
            operations.add(simple ? simpleOperation(words) : operation(words));
        }
        Function<Stream<E>, @Nullable Object> terminal =
                simple && random.nextBoolean() ? entity(words) : terminal(words);
        return new Pipeline<>("stream()" + String.join("", words), stream -> {
            Stream<E> current = stream;
            for (Function<Stream<E>, Stream<E>> operation : operations) {
                current = operation.apply(current);
            }
            return terminal.apply(current);
        });
    }

    private Function<Stream<E>, Stream<E>> simpleOperation(List<String> words) {
        return switch (random.nextInt(6)) {
            case 0 -> skip(words);
            case 1 -> limit(words);
            case 2 -> {
                Comparator<E> comparator = comparator();
                words.add(".sorted(" + comparator + ")");
                yield stream -> stream.sorted(comparator);
            }
            default -> {
                Predicate<E> predicate = predicates.comparison(pick(comparables));
                words.add(".filter(" + predicate + ")");
                yield stream -> stream.filter(predicate);
            }
        };
    }

    private Function<Stream<E>, Stream<E>> skip(List<String> words) {
        int n = random.nextInt(size + 3);
        words.add(".skip(" + n + ")");
        return stream -> stream.skip(n);
    }

    private Function<Stream<E>, Stream<E>> limit(List<String> words) {
        int n = random.nextInt(size + 3);
        words.add(".limit(" + n + ")");
        return stream -> stream.limit(n);
    }

    private Function<Stream<E>, Stream<E>> operation(List<String> words) {
        return switch (random.nextInt(22)) {
            case 0 -> skip(words);
            case 1 -> limit(words);
            case 2 -> {
                words.add(".distinct()");
                yield Stream::distinct;
            }
            case 3, 4, 5 -> {
                Comparator<E> comparator = comparator(words);
                yield stream -> stream.sorted(comparator);
            }
            case 6 -> {
                Predicate<E> opaque = opaque(words, "filter");
                yield stream -> stream.filter(opaque);
            }
            case 7, 8 -> {
                words.add(".filter(expression ");
                Predicate<E> predicate = expressions.test(words);
                words.add(")");
                yield stream -> stream.filter(predicate);
            }
            case 9 -> {
                words.add(".sorted(expression ");
                Comparator<E> comparator = expressions.order(words);
                words.add(")");
                yield stream -> stream.sorted(comparator);
            }
            case 10 -> whileOperation(words);
            case 11 -> other(words);
            default -> {
                Predicate<E> predicate = predicates.predicate(2);
                words.add(".filter(" + predicate + ")");
                yield stream -> stream.filter(predicate);
            }
        };
    }

    private Predicate<E> opaque(List<String> words, String operation) {
        Field<E> field = pick(fields);
        words.add("." + operation + "(opaque on " + field.identifier() + ")");
        return entity -> Objects.hashCode(plain(value(field, entity))) % 3 != 0;
    }

    private Function<Stream<E>, Stream<E>> whileOperation(List<String> words) {
        boolean take = random.nextBoolean();
        words.add(take ? ".takeWhile(" : ".dropWhile(");
        Predicate<E> predicate = switch (random.nextInt(3)) {
            case 0 -> expressions.test(words);
            case 1 -> opaque(words, "");
            default -> {
                Predicate<E> understood = predicates.predicate(1);
                words.add(understood.toString());
                yield understood;
            }
        };
        words.add(")");
        return take ? stream -> stream.takeWhile(predicate) : stream -> stream.dropWhile(predicate);
    }

    /** Operations that columns leave to the JDK, and those that change the mode. */
    private Function<Stream<E>, Stream<E>> other(List<String> words) {
        int what = random.nextInt(8);
        words.add("."
                + List.of("peek", "flatMap", "mapMulti", "gather", "mode", "onClose", "map", "sorted")
                        .get(what));
        return switch (what) {
            case 0 -> stream -> stream.peek(_ -> {});
            case 1 -> stream -> stream.flatMap(entity -> Stream.of(entity, entity));
            case 2 ->
                stream -> stream.mapMulti((entity, sink) -> {
                    if (Objects.hashCode(plain(value(fields.getFirst(), entity))) % 2 == 0) {
                        sink.accept(entity);
                    }
                });
            case 3 -> stream -> stream.gather(Gatherers.windowFixed(3)).map(List::getLast);
            case 4 ->
                parallel
                        ? stream -> stream.sequential().parallel()
                        : stream -> stream.parallel().unordered().sequential();
            case 5 -> stream -> stream.onClose(() -> {});
            case 6 -> stream -> stream.map(entity -> entity);
            default -> {
                Field<E> field = pick(fields);
                yield stream ->
                        stream.sorted(Comparator.comparingInt(entity -> Objects.hashCode(plain(value(field, entity)))));
            }
        };
    }

    private Comparator<E> comparator(List<String> words) {
        Comparator<E> comparator = comparator();
        while (random.nextInt(3) == 0) {
            comparator = comparator.thenComparing(comparator());
        }
        if (random.nextInt(4) == 0) {
            comparator = comparator.reversed();
        }
        words.add(".sorted(" + comparator + ")");
        return comparator;
    }

    private Comparator<E> comparator() {
        HasComparableOperators<E, ?> field = pick(comparables);
        @SuppressWarnings("unchecked") // every field is the comparator of its own order
        Comparator<E> comparator = switch (random.nextInt(4)) {
            case 0 -> field.comparatorNullFieldsFirst();
            case 1 -> (Comparator<E>) field;
            default -> field.comparator();
        };
        return random.nextBoolean() ? comparator.reversed() : comparator;
    }

    private Function<Stream<E>, @Nullable Object> terminal(List<String> words) {
        return switch (random.nextInt(14)) {
            case 0, 1, 2, 3 -> entity(words);
            case 4 -> matching(words);
            case 5, 6, 13 -> values(words);
            case 7 -> collected(words);
            case 8 -> {
                words.add(".collect(");
                Collector<E, ?, ?> collector = collectors.next(words);
                yield stream -> collectors.collect(stream, collector);
            }
            default -> numbers(words);
        };
    }

    /** What gives one entity or a number of them. */
    private Function<Stream<E>, @Nullable Object> entity(List<String> words) {
        switch (random.nextInt(6)) {
            case 0, 1 -> {
                words.add(".count()");
                return Stream::count;
            }
            case 2 -> {
                boolean any = !parallel && random.nextBoolean();
                words.add(any ? ".findAny()" : ".findFirst()");
                return stream -> (any ? stream.findAny() : stream.findFirst()).map(this::plainEntity);
            }
            case 3, 4 -> {
                boolean min = random.nextBoolean();
                words.add(min ? ".min" : ".max");
                Comparator<E> comparator = random.nextInt(3) == 0 ? expressions.order(words) : comparator(words);
                return stream -> (min ? stream.min(comparator) : stream.max(comparator)).map(this::plainEntity);
            }
            default -> {
                words.add(".toList()");
                return stream -> stream.map(this::plainEntity).toList();
            }
        }
    }

    private Function<Stream<E>, @Nullable Object> matching(List<String> words) {
        int what = random.nextInt(3);
        words.add(List.of(".anyMatch(", ".allMatch(", ".noneMatch(").get(what));
        Predicate<E> predicate = random.nextInt(3) == 0 ? expressions.test(words) : predicates.predicate(1);
        words.add(predicate + ")");
        return switch (what) {
            case 0 -> stream -> stream.anyMatch(predicate);
            case 1 -> stream -> stream.allMatch(predicate);
            default -> stream -> stream.noneMatch(predicate);
        };
    }

    /** Everything else that ends a stream of entities. */
    private Function<Stream<E>, @Nullable Object> collected(List<String> words) {
        int what = random.nextInt(9);
        words.add(" collected " + what);
        return switch (what) {
            case 0 -> {
                Field<E> field = pick(fields);
                yield stream -> stream.collect(Collectors.groupingBy(
                        entity -> String.valueOf(plain(value(field, entity))), Collectors.counting()));
            }
            case 1 ->
                stream -> {
                    List<Object> all = new ArrayList<>();
                    stream.iterator().forEachRemaining(entity -> all.add(plainEntity(entity)));
                    return all;
                };
            case 2 -> stream -> split(stream.spliterator());
            case 3 -> stream -> plain(stream.toArray());
            case 4 -> stream -> plain(stream.toArray(Object[]::new));
            case 5 ->
                stream -> {
                    List<Object> all = new ArrayList<>();
                    Consumer<E> add = entity -> all.add(plainEntity(entity));
                    if (parallel) {
                        stream.forEachOrdered(add);
                    } else {
                        stream.forEach(add);
                    }
                    return all;
                };
            case 6 -> stream -> stream.reduce((_, last) -> last).map(this::plainEntity);
            case 7 ->
                stream -> stream.reduce(
                        0, (sum, entity) -> sum + plainEntity(entity).hashCode(), Integer::sum);
            default ->
                stream -> stream.<List<Object>>collect(
                        ArrayList::new, (all, entity) -> all.add(plainEntity(entity)), List::addAll);
        };
    }

    /** The elements of a spliterator and of what splits from it, some one by one. */
    private List<Object> split(Spliterator<E> spliterator) {
        List<Object> all = new ArrayList<>();
        spliterator.tryAdvance(entity -> all.add(plainEntity(entity)));
        Spliterator<E> prefix = spliterator.trySplit();
        if (prefix != null) {
            prefix.forEachRemaining(entity -> all.add(plainEntity(entity)));
        }
        spliterator.forEachRemaining(entity -> all.add(plainEntity(entity)));
        return all;
    }

    @SuppressWarnings("unchecked") // an array of entities
    private List<Object> plain(Object[] entities) {
        List<Object> all = new ArrayList<>();
        for (Object entity : entities) {
            all.add(plainEntity((E) entity));
        }
        return all;
    }

    /** The values of a field or expression. */
    @SuppressWarnings("unchecked") // a field that is a function, is one of its entities
    private Function<Stream<E>, @Nullable Object> values(List<String> words) {
        words.add(".map(");
        Function<E, ?> mapper = switch (random.nextInt(5)) {
            case 0 -> expressions.nullable(words);
            case 1 -> expressions.strings(words);
            case 2 -> expressions.decimal(words);
            default -> {
                Field<E> field = pick(fields);
                int how = random.nextInt(3);
                words.add(field.identifier() + " how " + how);
                boolean isPlain = shape.valueClass(field).isArray()
                        || shape.valueClass(field) == Object.class
                        || shape.valueClass(field) == Blob.class; // equal to nothing but themselves
                if (!isPlain && how == 1) {
                    yield new FieldValue<E, Object>(field);
                }
                if (!isPlain && how == 2 && field.getter() instanceof Function<?, ?> getter) {
                    yield (Function<E, ?>) getter;
                }
                yield field instanceof Function<?, ?> ? (Function<E, ?>) field : entity -> plain(value(field, entity));
            }
        };
        List<Integer> operations = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            operations.add(random.nextInt(10));
        }
        int terminal = random.nextInt(12);
        int n = random.nextInt(size + 3);
        words.add(") operations " + operations + " terminal " + terminal + " n " + n);
        return stream -> {
            Stream<Object> values = stream.map(mapper);
            for (int operation : operations) {
                values = values(values, operation, n);
            }
            return values(values, terminal);
        };
    }

    @SuppressWarnings("unchecked") // values without an order throw, as they are to
    private static Comparator<Object> natural(boolean reversed) {
        Comparator<?> order = reversed ? Comparator.<String>reverseOrder() : Comparator.<String>naturalOrder();
        return (Comparator<Object>) order;
    }

    private Stream<Object> values(Stream<Object> values, int operation, int n) {
        return switch (operation) {
            case 0, 1 -> values.distinct();
            case 2, 3 -> values.sorted();
            case 4 -> values.limit(n);
            case 5 -> values.skip(n / 2);
            case 6 -> values.filter(Objects::nonNull);
            case 7 -> values.sorted(natural(true));
            case 8 -> values.sorted(natural(false));
            default ->
                parallel
                        ? values.sequential().parallel()
                        : values.unordered().parallel().sequential();
        };
    }

    private @Nullable Object values(Stream<Object> values, int terminal) {
        return switch (terminal) {
            case 0, 1 -> values.count();
            case 2 -> values.map(RandomPipelines::plain).collect(Collectors.toCollection(HashSet::new));
            // In parallel, any null that a thread finds first may throw
            case 3 ->
                (parallel ? values.filter(Objects::nonNull) : values)
                        .findFirst()
                        .map(RandomPipelines::plain);
            case 4 -> Stream.of(values.toArray()).map(RandomPipelines::plain).collect(Collectors.toList());
            case 5 -> values.anyMatch(value -> Objects.hashCode(plain(value)) % 5 == 0);
            case 6 -> values.map(value -> plain(value) + " ").reduce("", String::concat);
            case 7 -> values.min(natural(true)).map(RandomPipelines::plain);
            case 8 -> values.max(natural(false)).map(RandomPipelines::plain);
            case 9 -> {
                List<@Nullable Object> all = new ArrayList<>();
                values.iterator().forEachRemaining(value -> all.add(plain(value)));
                yield all;
            }
            default -> values.map(RandomPipelines::plain).collect(Collectors.toList());
        };
    }

    @SuppressWarnings("unchecked") // what can be applied as a function of an entity to a number, is one
    private Function<Stream<E>, @Nullable Object> numbers(List<String> words) {
        Field<E> field = pick(fields);
        int hash = random.nextInt(100);
        int what = random.nextInt(9);
        words.add(".mapTo" + what + "(");
        return switch (what) {
            case 0 -> {
                var rest = numbers.ints(words);
                ToIntFunction<E> ints = expressions.ints(words);
                yield stream -> rest.apply(stream.mapToInt(ints));
            }
            case 1 -> {
                var rest = numbers.longs(words);
                ToLongFunction<E> longs = expressions.longs(words);
                yield stream -> rest.apply(stream.mapToLong(longs));
            }
            case 2 -> {
                var rest = numbers.doubles(words);
                ToDoubleFunction<E> doubles = expressions.doubles(words);
                yield stream -> rest.apply(stream.mapToDouble(doubles));
            }
            case 3 -> {
                var rest = numbers.ints(words);
                yield stream ->
                        rest.apply(stream.mapToInt(entity -> plainEntity(entity).hashCode() % (hash + 1)));
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
                yield stream -> rest.apply(stream.mapToLong(entity -> Objects.hashCode(plain(value(field, entity)))));
            }
        };
    }

    /** The values of an entity, in a form that {@code equals} compares by content. */
    List<@Nullable Object> plainEntity(E entity) {
        List<@Nullable Object> values = new ArrayList<>();
        fields.forEach(field -> values.add(plain(value(field, entity))));
        return values;
    }

    private static @Nullable Object plain(@Nullable Object value) {
        return RandomEntities.plain(value);
    }

    private static <E> @Nullable Object value(Field<E> field, E entity) {
        return field.getter().apply(entity);
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    @SuppressWarnings("unchecked") // as the shape tells
    private static <E> List<ReferenceField<E, ?, BigDecimal>> decimals(
            List<HasComparableOperators<E, ?>> fields, EntityTable.Shape shape) {
        return fields.stream()
                .filter(field ->
                        field instanceof ReferenceField<?, ?, ?> && shape.valueClass(field) == BigDecimal.class)
                .<ReferenceField<E, ?, BigDecimal>>map(field -> (ReferenceField<E, ?, BigDecimal>) field)
                .toList();
    }
}
