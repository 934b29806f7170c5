package org.speedwell.accelerator.stream;

import com.speedment.runtime.field.Field;
import java.math.BigDecimal;
import java.sql.Blob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expression.FieldValue;
import org.speedwell.accelerator.stream.PlainShapes.Kind;

/** Random continuations of streams of values: up to four operations and a terminal. */
final class RandomValues<E> {
    private final Ingredients<E> from;

    RandomValues(Ingredients<E> from) {
        this.from = from;
    }

    /** Returns a pipeline that maps to a field or expression and continues with its values. */
    Function<Stream<E>, @Nullable Object> next(List<String> words) {
        return next(mapped(words), words);
    }

    /** Returns a pipeline for the first value of a field or expression. */
    Function<Stream<E>, @Nullable Object> first(List<String> words) {
        Function<Stream<E>, Stream<Object>> mapped = mapped(words);
        boolean any = !from.parallel && from.random.nextBoolean();
        words.add(any ? ".findAny()" : ".findFirst()");
        return stream -> {
            Stream<Object> values = mapped.apply(stream);
            return any
                    ? values.findAny().map(RandomEntities::plain)
                    : first(values).map(RandomEntities::plain);
        };
    }

    /** Returns the first value. In parallel it drops nulls, because the thread that throws for a null is random. */
    private Optional<Object> first(Stream<Object> values) {
        return (from.parallel ? values.filter(Objects::nonNull) : values).findFirst();
    }

    @SuppressWarnings("unchecked") // a field that is a function takes its entities
    private Function<Stream<E>, Stream<Object>> mapped(List<String> words) {
        PlainOperation<E> plain = from.random.nextInt(3) == 0 ? from.plain(Kind.MAPPED, words) : null;
        if (plain != null) {
            return plain::values;
        }
        words.add(".map(");
        Function<E, ?> mapper = switch (from.random.nextInt(5)) {
            case 0 -> from.expressions.nullable(words);
            case 1 -> from.expressions.strings(words);
            case 2 -> from.expressions.decimal(words);
            default -> {
                Field<E> field = from.pick(from.fields);
                int how = from.random.nextInt(3);
                words.add(field.identifier() + " how " + how);
                boolean isPlain = from.shape.valueClass(field).isArray()
                        || from.shape.valueClass(field) == Object.class
                        || from.shape.valueClass(field) == Blob.class; // equal only to itself
                if (!isPlain && how == 1) {
                    yield new FieldValue<E, Object>(field);
                }
                if (!isPlain && how == 2 && field.getter() instanceof Function<?, ?> getter) {
                    yield (Function<E, ?>) getter;
                }
                yield field instanceof Function<?, ?>
                        ? (Function<E, ?>) field
                        : entity -> Ingredients.plain(field, entity);
            }
        };
        words.add(")");
        return stream -> stream.map(mapper);
    }

    private Function<Stream<E>, @Nullable Object> next(Function<Stream<E>, Stream<Object>> mapped, List<String> words) {
        List<Integer> operations = new ArrayList<>();
        for (int i = from.random.nextInt(5); i > 0; i--) {
            operations.add(from.random.nextInt(10));
        }
        int terminal = from.random.nextInt(17);
        int n = from.window();
        words.add(" operations " + operations + " terminal " + terminal + " n " + n);
        return stream -> {
            Stream<Object> values = mapped.apply(stream);
            for (int operation : operations) {
                values = values(values, operation, n);
            }
            return values(values, terminal);
        };
    }

    @SuppressWarnings("unchecked") // values without an order throw, as intended
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
                from.parallel
                        ? values.sequential().parallel()
                        : values.unordered().parallel().sequential();
        };
    }

    private @Nullable Object values(Stream<Object> values, int terminal) {
        return switch (terminal) {
            case 0, 1 -> values.count();
            case 2 -> values.map(RandomEntities::plain).collect(Collectors.toCollection(HashSet::new));
            case 3 -> first(values).map(RandomEntities::plain);
            case 4 -> Stream.of(values.toArray()).map(RandomEntities::plain).collect(Collectors.toList());
            case 5 -> values.anyMatch(value -> Objects.hashCode(RandomEntities.plain(value)) % 5 == 0);
            case 6 -> values.map(value -> RandomEntities.plain(value) + " ").reduce("", RandomValues::lastOfBoth);
            case 7 -> values.min(natural(true)).map(RandomEntities::plain);
            case 8 -> values.max(natural(false)).map(RandomEntities::plain);
            case 9 -> {
                List<@Nullable Object> all = new ArrayList<>();
                values.iterator().forEachRemaining(value -> all.add(RandomEntities.plain(value)));
                yield all;
            }
            case 10 -> this.<BigDecimal>of(values).reduce(BigDecimal.ZERO, BigDecimal::add);
            case 11 -> this.<BigDecimal>of(values).reduce((a, b) -> a.min(b));
            case 12 -> this.<Integer>of(values).reduce(Integer::sum);
            case 13 -> this.<Integer>of(values).reduce(7, Math::max);
            case 14 -> this.<Long>of(values).reduce(0L, (a, b) -> a + b);
            case 15 -> values.toList().stream().map(RandomEntities::plain).collect(Collectors.toList());
            default -> values.map(RandomEntities::plain).collect(Collectors.toList());
        };
    }

    /**
     * Casts the elements to a class. An operation throws for an element of another class and for null. In parallel,
     * chance decides which exception comes first, so nulls are dropped.
     */
    @SuppressWarnings("unchecked")
    private <V> Stream<V> of(Stream<Object> values) {
        return (Stream<V>) (from.parallel ? values.filter(Objects::nonNull) : values);
    }

    /** Returns the end of two concatenated texts. The function is associative, and its result does not grow. */
    private static String lastOfBoth(String first, String second) {
        String both = first + second;
        return both.substring(Math.max(0, both.length() - 200));
    }
}
