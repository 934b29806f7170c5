package org.speedwell.accelerator.stream;

import static org.speedwell.accelerator.query.ColumnCollectors.averagingDecimal;
import static org.speedwell.accelerator.query.ColumnCollectors.averagingDouble;
import static org.speedwell.accelerator.query.ColumnCollectors.averagingInt;
import static org.speedwell.accelerator.query.ColumnCollectors.averagingLong;
import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.countingDistinct;
import static org.speedwell.accelerator.query.ColumnCollectors.filtering;
import static org.speedwell.accelerator.query.ColumnCollectors.greatest;
import static org.speedwell.accelerator.query.ColumnCollectors.groupingBy;
import static org.speedwell.accelerator.query.ColumnCollectors.mapping;
import static org.speedwell.accelerator.query.ColumnCollectors.maximum;
import static org.speedwell.accelerator.query.ColumnCollectors.minimum;
import static org.speedwell.accelerator.query.ColumnCollectors.partitioningBy;
import static org.speedwell.accelerator.query.ColumnCollectors.percentile;
import static org.speedwell.accelerator.query.ColumnCollectors.populationVariance;
import static org.speedwell.accelerator.query.ColumnCollectors.sampleVariance;
import static org.speedwell.accelerator.query.ColumnCollectors.summarizingDouble;
import static org.speedwell.accelerator.query.ColumnCollectors.summarizingInt;
import static org.speedwell.accelerator.query.ColumnCollectors.summarizingLong;
import static org.speedwell.accelerator.query.ColumnCollectors.summingDecimal;
import static org.speedwell.accelerator.query.ColumnCollectors.summingDouble;
import static org.speedwell.accelerator.query.ColumnCollectors.summingInt;
import static org.speedwell.accelerator.query.ColumnCollectors.summingLong;

import com.speedment.runtime.field.ReferenceField;
import com.speedment.runtime.field.trait.HasComparableOperators;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.query.Aggregation;

/** Random nested collectors of fields and expressions. The test compares their results as text. */
final class RandomCollectors<E> {
    private final List<HasComparableOperators<E, ?>> fields;
    private final List<ReferenceField<E, ?, BigDecimal>> decimals;
    private final RandomExpressions<E> expressions;
    private final Supplier<Predicate<E>> predicates;
    private final RandomGenerator random;

    RandomCollectors(Ingredients<E> from) {
        this.fields = from.comparables;
        this.decimals = decimals(from);
        this.expressions = from.expressions;
        this.predicates = () -> from.predicates.predicate(1);
        this.random = from.random;
    }

    @SuppressWarnings("unchecked") // the shape says so
    private static <E> List<ReferenceField<E, ?, BigDecimal>> decimals(Ingredients<E> from) {
        return from.comparables.stream()
                .filter(field ->
                        field instanceof ReferenceField<?, ?, ?> && from.shape.valueClass(field) == BigDecimal.class)
                .<ReferenceField<E, ?, BigDecimal>>map(field -> (ReferenceField<E, ?, BigDecimal>) field)
                .toList();
    }

    /** Collects sequentially, because a parallel stream does not define the order in which it adds doubles. */
    Object collect(Stream<E> stream, Collector<E, ?, ?> collector) {
        return plain(stream.sequential().collect(collector));
    }

    /**
     * Returns a result in a form that can be compared. It ignores the order of maps, because a HashMap does not define
     * it.
     */
    private static Object plain(@Nullable Object result) {
        return switch (result) {
            case Map<?, ?> map -> {
                Map<Object, Object> plain = new HashMap<>();
                map.forEach((key, value) -> plain.put(key, plain(value)));
                yield Map.of(map.getClass(), plain);
            }
            case List<?> list -> list.stream().map(RandomCollectors::plain).toList();
            case Group group -> group.parts().map(RandomCollectors::plain).toList();
            case null, default -> String.valueOf(result);
        };
    }

    Collector<E, ?, ?> next(List<String> words) {
        return next(2, words);
    }

    private Collector<E, ?, ?> next(int depth, List<String> words) {
        int what = random.nextInt(depth == 0 ? 19 : 34);
        words.add(" collector " + what + " ");
        return switch (what) {
            case 0 -> summingInt(expressions.ints(words));
            case 1 -> summingLong(expressions.longs(words));
            case 2 -> summingDouble(expressions.doubles(words));
            case 3 -> averagingInt(expressions.ints(words));
            case 4 -> averagingLong(expressions.longs(words));
            case 5 -> averagingDouble(expressions.doubles(words));
            case 6 -> summarizingInt(expressions.ints(words));
            case 7 -> summarizingLong(expressions.longs(words));
            case 8 -> summarizingDouble(expressions.doubles(words));
            case 9 -> mapping(expressions.ints(words), Collectors.toList());
            case 10 -> mapping(expressions.strings(words), Collectors.joining(" "));
            case 11 -> counting();
            case 12 -> decimals.isEmpty() ? counting() : summingDecimal(decimals.get(random.nextInt(decimals.size())));
            case 13 -> extreme(words);
            case 14 -> countingDistinct(expressions.longs(words));
            case 15 -> {
                ReferenceField<E, ?, ?> field = field(words);
                yield field == null ? counting() : countingDistinct(field);
            }
            case 16 -> percentile(expressions.doubles(words), random.nextInt(5) / 4.0);
            case 17 ->
                random.nextBoolean()
                        ? populationVariance(expressions.doubles(words))
                        : sampleVariance(expressions.doubles(words));
            case 18 ->
                decimals.isEmpty()
                        ? counting()
                        : averagingDecimal(decimals.get(random.nextInt(decimals.size())), random.nextInt(4));
            case 19 -> filtering(predicates.get(), next(depth - 1, words));
            case 20 -> partitioningBy(predicates.get(), next(depth - 1, words));
            case 21 -> groupingBy(expressions.ints(words), TreeMap::new, next(depth - 1, words));
            case 22 -> groupingBy(expressions.longs(words), next(depth - 1, words));
            case 23 -> groupingBy(expressions.strings(words), next(depth - 1, words));
            case 24 -> groupingBy(expressions.ints(words), Collectors.counting());
            case 25 -> greatest(random.nextInt(6), groupingBy(expressions.ints(words), TreeMap::new, number(words)));
            case 26, 27 -> {
                HasComparableOperators<E, ?> field = fields.get(random.nextInt(fields.size()));
                words.add(String.valueOf(field.identifier()));
                yield field instanceof ReferenceField<?, ?, ?> reference
                        ? greatestByField(reference, number(words))
                        : greatest(random.nextInt(6), groupingBy(expressions.longs(words), number(words)));
            }
            case 28, 29, 30, 31 -> aggregation(depth, words);
            default -> {
                HasComparableOperators<E, ?> field = fields.get(random.nextInt(fields.size()));
                words.add(String.valueOf(field.identifier()));
                yield field instanceof ReferenceField<?, ?, ?> reference
                        ? byField(reference, next(depth - 1, words))
                        : groupingBy(expressions.ints(words), next(depth - 1, words));
            }
        };
    }

    /** Returns a comparable field whose values may be null, or null if the chosen field is primitive. */
    @SuppressWarnings("unchecked") // a field of this table
    private @Nullable ReferenceField<E, ?, String> field(List<String> words) {
        HasComparableOperators<E, ?> field = fields.get(random.nextInt(fields.size()));
        words.add(field.identifier() + " ");
        return field instanceof ReferenceField<?, ?, ?> ? (ReferenceField<E, ?, String>) field : null;
    }

    private Collector<E, ?, ?> extreme(List<String> words) {
        boolean least = random.nextBoolean();
        words.add(least ? "least " : "greatest ");
        switch (random.nextInt(4)) {
            case 0 -> {
                return least ? minimum(expressions.ints(words)) : maximum(expressions.ints(words));
            }
            case 1 -> {
                return least ? minimum(expressions.doubles(words)) : maximum(expressions.doubles(words));
            }
            default -> {
                ReferenceField<E, ?, String> field = field(words);
                return field == null ? counting() : least ? minimum(field) : maximum(field);
            }
        }
    }

    /** A record of a group. */
    private interface Group {
        Stream<@Nullable Object> parts();
    }

    private record Two(@Nullable Object a, @Nullable Object b) implements Group {
        @Override
        public Stream<@Nullable Object> parts() {
            return Stream.of(a, b);
        }
    }

    private record Three(
            @Nullable Object a,
            @Nullable Object b,
            @Nullable Object c) implements Group {
        @Override
        public Stream<@Nullable Object> parts() {
            return Stream.of(a, b, c);
        }
    }

    private record Four(
            @Nullable Object a,
            @Nullable Object b,
            @Nullable Object c,
            @Nullable Object d) implements Group {
        @Override
        public Stream<@Nullable Object> parts() {
            return Stream.of(a, b, c, d);
        }
    }

    private record Five(
            @Nullable Object a,
            @Nullable Object b,
            @Nullable Object c,
            @Nullable Object d,
            @Nullable Object e) implements Group {
        @Override
        public Stream<@Nullable Object> parts() {
            return Stream.of(a, b, c, d, e);
        }
    }

    /** Returns an aggregation of up to three keys and two aggregates. At most one aggregate groups again. */
    private Collector<E, ?, ?> aggregation(int depth, List<String> words) {
        Aggregation.Keys<E> keys = key(null, words);
        int parts = 2;
        for (int more = random.nextInt(3); more > 0; more--) {
            keys = key(keys, words);
            parts++;
        }
        Collector<E, ?, ?> first = next(depth - 1, words);
        Aggregation<E> aggregation;
        if (random.nextBoolean()) {
            aggregation = keys.with(first);
        } else {
            aggregation = keys.with(first, next(0, words));
            parts++;
        }
        if (random.nextInt(4) == 0) {
            words.add(" having ");
            aggregation = aggregation.having(first, value -> plain(value).hashCode() % 2 == 0);
        }
        int more = random.nextInt(8);
        if (more == 0) {
            words.add(" having among groups ");
            aggregation = aggregation.having(
                    first,
                    Collectors.counting(),
                    (value, groups) -> plain(value).hashCode() % 5 != groups % 5);
        } else if (more < 3) {
            words.add(" rollup ");
            aggregation = aggregation.rollup();
        }
        return switch (parts) {
            case 2 -> aggregation.into(Two.class);
            case 3 -> aggregation.into(Three.class);
            case 4 -> aggregation.into(Four.class);
            default -> aggregation.into(Five.class);
        };
    }

    private Aggregation.Keys<E> key(Aggregation.@Nullable Keys<E> keys, List<String> words) {
        words.add(" by ");
        switch (random.nextInt(6)) {
            case 0 -> {
                var ints = expressions.ints(words);
                return keys == null ? Aggregation.by(ints) : keys.by(ints);
            }
            case 1 -> {
                var strings = expressions.strings(words);
                return keys == null ? Aggregation.by(strings) : keys.by(strings);
            }
            default -> {
                ReferenceField<E, ?, String> field = field(words);
                if (field == null) {
                    return key(keys, words);
                }
                return keys == null ? Aggregation.by(field) : keys.by(field);
            }
        }
    }

    /** Returns a collector whose results can be compared. */
    @SuppressWarnings("unchecked") // each is comparable with its own kind, and there is only one
    private Collector<E, ?, Integer> number(List<String> words) {
        int what = random.nextInt(6);
        words.add(" number " + what + " ");
        Collector<E, ?, ?> number = switch (what) {
            case 0 -> counting();
            case 1 -> summingInt(expressions.ints(words));
            case 2 -> summingLong(expressions.longs(words));
            case 3 -> averagingInt(expressions.ints(words));
            case 4 -> averagingLong(expressions.longs(words));
            default -> decimals.isEmpty() ? counting() : summingDecimal(decimals.get(random.nextInt(decimals.size())));
        };
        return (Collector<E, ?, Integer>) number;
    }

    @SuppressWarnings("unchecked") // a field of this table with comparable values
    private Collector<E, ?, ?> greatestByField(ReferenceField<?, ?, ?> field, Collector<E, ?, Integer> number) {
        return greatest(random.nextInt(6), groupingBy((ReferenceField<E, ?, String>) field, number));
    }

    @SuppressWarnings("unchecked") // a field of this table
    private Collector<E, ?, ?> byField(ReferenceField<?, ?, ?> field, Collector<E, ?, ?> downstream) {
        return groupingBy((ReferenceField<E, ?, Object>) field, downstream);
    }
}
