package org.speedwell.accelerator.stream;

import com.speedment.runtime.compute.ToInt;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.BooleanField;
import com.speedment.runtime.field.EnumField;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.ShortField;
import com.speedment.runtime.field.StringField;
import com.speedment.runtime.field.predicate.Inclusion;
import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import com.speedment.runtime.field.trait.HasComparableOperators;
import com.speedment.runtime.field.trait.HasReferenceOperators;
import com.speedment.runtime.field.trait.HasStringOperators;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Random stream pipelines over one table: predicates, orders and numbers through fields, opaque lambdas in between,
 * terminals of all kinds. The operands are values of the table and neighbours of them.
 */
final class RandomPipelines<E> {
    private final List<Field<E>> fields;
    private final List<HasComparableOperators<E, ?>> comparables;
    private final RandomEntities<E> operands;
    private final int size;
    private final RandomGenerator random;

    /** Pipelines over a table of about {@code size} entities with values of the given kind. */
    RandomPipelines(Manager<E> manager, RandomEntities<E> operands, int size, RandomGenerator random) {
        this.fields = manager.fields().toList();
        this.operands = operands;
        this.size = size;
        this.random = random;
        List<HasComparableOperators<E, ?>> found = new ArrayList<>();
        for (Field<E> field : fields) {
            if (field instanceof HasComparableOperators<?, ?>) {
                @SuppressWarnings("unchecked") // a field of this table
                HasComparableOperators<E, ?> comparable = (HasComparableOperators<E, ?>) field;
                found.add(comparable);
            }
        }
        this.comparables = found;
    }

    /** One pipeline: what it does, in words, and the doing. */
    record Pipeline<E>(String description, Function<Stream<E>, Object> run) {}

    Pipeline<E> next() {
        List<String> words = new ArrayList<>();
        List<Function<Stream<E>, Stream<E>>> operations = new ArrayList<>();
        // Every second pipeline is short and simple: those are the ones with paths of their own
        boolean simple = random.nextBoolean();
        for (int i = random.nextInt(simple ? 4 : 6); i > 0; i--) {
            operations.add(simple ? simpleOperation(words) : operation(words));
        }
        Function<Stream<E>, Object> terminal = terminal(simple ? random.nextInt(5) : random.nextInt(16), words);
        return new Pipeline<>("stream()" + String.join("", words), stream -> {
            Stream<E> current = stream;
            for (Function<Stream<E>, Stream<E>> operation : operations) {
                current = operation.apply(current);
            }
            return terminal.apply(current);
        });
    }

    private Function<Stream<E>, Stream<E>> simpleOperation(List<String> words) {
        int n = random.nextInt(size + 3);
        return switch (random.nextInt(6)) {
            case 0 -> {
                words.add(".skip(" + n + ")");
                yield stream -> stream.skip(n);
            }
            case 1 -> {
                words.add(".limit(" + n + ")");
                yield stream -> stream.limit(n);
            }
            case 2 -> {
                Comparator<E> comparator = comparator();
                words.add(".sorted(" + comparator + ")");
                yield stream -> stream.sorted(comparator);
            }
            default -> {
                Predicate<E> predicate = comparison(pick(comparables));
                words.add(".filter(" + predicate + ")");
                yield stream -> stream.filter(predicate);
            }
        };
    }

    private Function<Stream<E>, Stream<E>> operation(List<String> words) {
        int n = random.nextInt(size + 3);
        return switch (random.nextInt(12)) {
            case 0 -> {
                words.add(".skip(" + n + ")");
                yield stream -> stream.skip(n);
            }
            case 1 -> {
                words.add(".limit(" + n + ")");
                yield stream -> stream.limit(n);
            }
            case 2 -> {
                words.add(".distinct()");
                yield Stream::distinct;
            }
            case 3, 4, 5 -> {
                Comparator<E> comparator = comparator(words);
                yield stream -> stream.sorted(comparator);
            }
            case 6 -> {
                words.add(".filter(opaque)");
                Field<E> field = pick(fields);
                yield stream -> stream.filter(entity -> Objects.hashCode(plain(value(field, entity))) % 3 != 0);
            }
            default -> {
                Predicate<E> predicate = predicate(2);
                words.add(".filter(" + predicate + ")");
                yield stream -> stream.filter(predicate);
            }
        };
    }

    private Predicate<E> predicate(int depth) {
        if (depth > 0 && random.nextInt(3) == 0) {
            Predicate<E> left = predicate(depth - 1);
            Predicate<E> right = random.nextInt(8) == 0
                    ? entity -> Objects.hashCode(plain(value(fields.getFirst(), entity))) % 2 == 0
                    : predicate(depth - 1);
            Predicate<E> both = random.nextBoolean() ? left.and(right) : left.or(right);
            return random.nextInt(4) == 0 ? both.negate() : both;
        }
        Predicate<E> leaf = leaf(pick(fields));
        return random.nextInt(5) == 0 ? leaf.negate() : leaf;
    }

    @SuppressWarnings("unchecked") // operands are values of the field itself
    private Predicate<E> leaf(Field<E> field) {
        if (field instanceof HasStringOperators<?> && random.nextBoolean()) {
            return text(field, (HasStringOperators<E>) field);
        }
        if (field instanceof HasReferenceOperators<?> && random.nextInt(6) == 0) {
            HasReferenceOperators<E> reference = (HasReferenceOperators<E>) field;
            return random.nextBoolean() ? reference.isNull() : reference.isNotNull();
        }
        if (field instanceof HasComparableOperators<?, ?>) {
            return comparison((HasComparableOperators<E, String>) field);
        }
        if (field instanceof BooleanField<?, ?>) {
            BooleanField<E, ?> bool = (BooleanField<E, ?>) field;
            return random.nextBoolean() ? bool.equal(random.nextBoolean()) : bool.notEqual(random.nextBoolean());
        }
        return ((HasReferenceOperators<E>) field).isNotNull();
    }

    private <V extends Comparable<? super V>> SpeedmentPredicate<E> comparison(HasComparableOperators<E, V> field) {
        Inclusion inclusion = pick(List.of(Inclusion.values()));
        int what = Math.max(0, random.nextInt(-3, 12));
        // Speedment takes no null as an operand of strings
        boolean nonNull = field instanceof StringField<?, ?>;
        V a = nonNull ? value(field) : operand(field);
        V b = nonNull ? value(field) : operand(field);
        return switch (what) {
            case 0, 1 -> field.equal(a);
            case 2 -> field.notEqual(a);
            case 3 -> field.lessThan(a);
            case 4 -> field.lessOrEqual(a);
            case 5 -> field.greaterThan(a);
            case 6 -> field.greaterOrEqual(a);
            case 7, 8 -> field.between(a, b, inclusion);
            case 9 -> field.notBetween(a, b, inclusion);
            case 10 -> field.in(operands(field));
            default -> field.notIn(operands(field));
        };
    }

    private SpeedmentPredicate<E> text(Field<E> source, HasStringOperators<E> field) {
        Object value = operands.operand(source);
        String operand = part(value instanceof String text ? text : value.toString());
        return switch (random.nextInt(16)) {
            case 0 -> field.startsWith(operand);
            case 1 -> field.notStartsWith(operand);
            case 2 -> field.startsWithIgnoreCase(operand);
            case 3 -> field.notStartsWithIgnoreCase(operand);
            case 4 -> field.endsWith(operand);
            case 5 -> field.notEndsWith(operand);
            case 6 -> field.endsWithIgnoreCase(operand);
            case 7 -> field.notEndsWithIgnoreCase(operand);
            case 8 -> field.contains(operand);
            case 9 -> field.notContains(operand);
            case 10 -> field.containsIgnoreCase(operand);
            case 11 -> field.notContainsIgnoreCase(operand);
            case 12 -> field.equalIgnoreCase(operand);
            case 13 -> field.notEqualIgnoreCase(operand);
            case 14 -> field.isEmpty();
            default -> field.isNotEmpty();
        };
    }

    private String part(String text) {
        if (text.isEmpty()) {
            return text;
        }
        int from = random.nextBoolean() ? 0 : random.nextInt(text.length());
        String part = text.substring(from, Math.min(text.length(), from + random.nextInt(4)));
        return random.nextInt(3) == 0 ? part.toUpperCase(Locale.ROOT) : part;
    }

    /** A value of the field's kind; sometimes null where the field may be null, but for enums, whose API forbids it. */
    private <V extends Comparable<? super V>> @Nullable V operand(HasComparableOperators<E, V> field) {
        boolean nullable = field instanceof HasReferenceOperators<?> && !(field instanceof EnumField<?, ?, ?>);
        return nullable && random.nextInt(20) == 0 ? null : value(field);
    }

    @SuppressWarnings("unchecked") // operands are of the field's class
    private <V extends Comparable<? super V>> V value(HasComparableOperators<E, V> field) {
        return (V) operands.operand(field);
    }

    private <V extends Comparable<? super V>> Set<V> operands(HasComparableOperators<E, V> field) {
        Set<V> operands = new HashSet<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            operands.add(operand(field));
        }
        return operands;
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
        Comparator<E> comparator = random.nextInt(3) == 0 ? field.comparatorNullFieldsFirst() : field.comparator();
        return random.nextBoolean() ? comparator.reversed() : comparator;
    }

    private Function<Stream<E>, Object> terminal(int which, List<String> words) {
        return switch (which) {
            case 0, 1 -> {
                words.add(".count()");
                yield Stream::count;
            }
            case 2 -> {
                words.add(".findFirst()");
                yield stream -> stream.findFirst().map(this::plainEntity);
            }
            case 3 -> {
                List<String> order = new ArrayList<>();
                Comparator<E> comparator = comparator(order);
                words.add(".min" + order);
                yield stream -> stream.min(comparator).map(this::plainEntity);
            }
            case 4 -> {
                List<String> order = new ArrayList<>();
                Comparator<E> comparator = comparator(order);
                words.add(".max" + order);
                yield stream -> stream.max(comparator).map(this::plainEntity);
            }
            case 5 -> matching(words);
            case 6 -> {
                words.add(".iterator()");
                yield stream -> {
                    List<Object> all = new ArrayList<>();
                    stream.iterator().forEachRemaining(entity -> all.add(plainEntity(entity)));
                    return all;
                };
            }
            case 7 -> {
                Field<E> field = pick(fields);
                words.add(".map(" + field.identifier() + ").collect(counting)");
                yield stream -> stream.collect(Collectors.groupingBy(
                        entity -> String.valueOf(plain(value(field, entity))), Collectors.counting()));
            }
            case 8, 9, 10 -> numbers(words);
            case 11, 12 -> values(words);
            default -> {
                words.add(".toList()");
                yield stream -> stream.map(this::plainEntity).toList();
            }
        };
    }

    private Function<Stream<E>, Object> matching(List<String> words) {
        Predicate<E> predicate = predicate(1);
        int what = random.nextInt(3);
        words.add(List.of(".anyMatch(", ".allMatch(", ".noneMatch(").get(what) + predicate + ")");
        return switch (what) {
            case 0 -> stream -> stream.anyMatch(predicate);
            case 1 -> stream -> stream.allMatch(predicate);
            default -> stream -> stream.noneMatch(predicate);
        };
    }

    /** The values of a field, through the field itself where it is a function, else through its getter. */
    @SuppressWarnings("unchecked") // a field that is a function, is one of its entities
    private Function<Stream<E>, Object> values(List<String> words) {
        Field<E> field = pick(fields);
        Function<E, Object> values =
                field instanceof Function<?, ?> ? (Function<E, Object>) field : field.getter()::apply;
        words.add(".map(" + field.identifier() + ").map(plain).toList()");
        return stream -> stream.map(values).map(RandomPipelines::plain).collect(Collectors.toList());
    }

    @SuppressWarnings("unchecked") // what can be applied as a function of an entity to a number, is one
    private Function<Stream<E>, Object> numbers(List<String> words) {
        List<Field<E>> ints =
                fields.stream().filter(ToIntFunction.class::isInstance).toList();
        Field<E> field = pick(fields);
        int what = random.nextInt(7);
        if (field instanceof ToIntFunction<?>) {
            words.add(".mapToInt(" + field.identifier() + ") " + what);
            return stream -> ints(stream.mapToInt((ToIntFunction<E>) field), what);
        }
        if (field instanceof ShortField<?, ?> shorts) {
            words.add(".mapToInt(" + field.identifier() + ".asInt()) " + what);
            return stream -> ints(stream.mapToInt((ToIntFunction<E>) shorts.asInt()), what);
        }
        if (field instanceof ToLongFunction<?>) {
            words.add(".mapToLong(" + field.identifier() + ") " + what);
            return stream -> longs(stream.mapToLong((ToLongFunction<E>) field), what);
        }
        if (field instanceof ToDoubleFunction<?>) {
            words.add(".mapToDouble(" + field.identifier() + ") " + what);
            return stream -> doubles(stream.mapToDouble((ToDoubleFunction<E>) field), what);
        }
        if (!ints.isEmpty()) {
            Field<E> number = pick(ints);
            words.add(".mapToDouble(" + number.identifier() + ".asDouble()) " + what);
            ToInt<E> toInt = (ToInt<E>) number;
            return random.nextBoolean()
                    ? stream -> doubles(stream.mapToDouble(toInt.asDouble()), what)
                    : stream -> longs(stream.mapToLong(toInt.asLong()), what);
        }
        words.add(".count()");
        return Stream::count;
    }

    private static Object ints(IntStream stream, int what) {
        return switch (what) {
            case 0 -> stream.sum();
            case 1 -> stream.min();
            case 2 -> stream.max();
            case 3 -> stream.average();
            case 4 -> stream.summaryStatistics().toString();
            case 5 -> stream.boxed().toList();
            default -> stream.count();
        };
    }

    private static Object longs(LongStream stream, int what) {
        return switch (what) {
            case 0 -> stream.sum();
            case 1 -> stream.min();
            case 2 -> stream.max();
            case 3 -> stream.average();
            case 4 -> stream.summaryStatistics().toString();
            case 5 -> stream.boxed().toList();
            default -> stream.count();
        };
    }

    /** Sums of doubles are taken in sequence: in parallel, the order of addition is not defined. */
    private static Object doubles(DoubleStream stream, int what) {
        return switch (what) {
            case 0 -> stream.sequential().sum();
            case 1 -> stream.min();
            case 2 -> stream.max();
            case 3 -> stream.sequential().average();
            case 4 -> stream.sequential().summaryStatistics().toString();
            case 5 -> stream.boxed().toList();
            default -> stream.count();
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
}
