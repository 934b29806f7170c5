package org.speedwell.accelerator.stream;

import static org.speedwell.accelerator.ColumnCollectors.averagingDouble;
import static org.speedwell.accelerator.ColumnCollectors.averagingInt;
import static org.speedwell.accelerator.ColumnCollectors.averagingLong;
import static org.speedwell.accelerator.ColumnCollectors.counting;
import static org.speedwell.accelerator.ColumnCollectors.filtering;
import static org.speedwell.accelerator.ColumnCollectors.greatest;
import static org.speedwell.accelerator.ColumnCollectors.groupingBy;
import static org.speedwell.accelerator.ColumnCollectors.mapping;
import static org.speedwell.accelerator.ColumnCollectors.partitioningBy;
import static org.speedwell.accelerator.ColumnCollectors.summarizingDouble;
import static org.speedwell.accelerator.ColumnCollectors.summarizingInt;
import static org.speedwell.accelerator.ColumnCollectors.summarizingLong;
import static org.speedwell.accelerator.ColumnCollectors.summingDecimal;
import static org.speedwell.accelerator.ColumnCollectors.summingDouble;
import static org.speedwell.accelerator.ColumnCollectors.summingInt;
import static org.speedwell.accelerator.ColumnCollectors.summingLong;

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

/** Random collectors of fields and expressions, nested. Their results are compared as text. */
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

    @SuppressWarnings("unchecked") // as the shape tells
    private static <E> List<ReferenceField<E, ?, BigDecimal>> decimals(Ingredients<E> from) {
        return from.comparables.stream()
                .filter(field ->
                        field instanceof ReferenceField<?, ?, ?> && from.shape.valueClass(field) == BigDecimal.class)
                .<ReferenceField<E, ?, BigDecimal>>map(field -> (ReferenceField<E, ?, BigDecimal>) field)
                .toList();
    }

    /** Collects in sequence: in parallel the order in which doubles are added is not defined. */
    Object collect(Stream<E> stream, Collector<E, ?, ?> collector) {
        return plain(stream.sequential().collect(collector));
    }

    private static Object plain(Object result) {
        if (!(result instanceof Map<?, ?> map)) {
            return result.toString();
        }
        Map<Object, Object> plain = new HashMap<>();
        map.forEach((key, value) -> plain.put(key, plain(value)));
        return Map.of(map.getClass(), plain);
    }

    Collector<E, ?, ?> next(List<String> words) {
        return next(2, words);
    }

    private Collector<E, ?, ?> next(int depth, List<String> words) {
        int what = random.nextInt(depth == 0 ? 13 : 26);
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
            case 13 -> filtering(predicates.get(), next(depth - 1, words));
            case 14 -> partitioningBy(predicates.get(), next(depth - 1, words));
            case 15 -> groupingBy(expressions.ints(words), TreeMap::new, next(depth - 1, words));
            case 16 -> groupingBy(expressions.longs(words), next(depth - 1, words));
            case 17 -> groupingBy(expressions.strings(words), next(depth - 1, words));
            case 18 -> groupingBy(expressions.ints(words), Collectors.counting());
            case 19 -> greatest(random.nextInt(6), groupingBy(expressions.ints(words), TreeMap::new, number(words)));
            case 20, 21 -> {
                HasComparableOperators<E, ?> field = fields.get(random.nextInt(fields.size()));
                words.add(String.valueOf(field.identifier()));
                yield field instanceof ReferenceField<?, ?, ?> reference
                        ? greatestByField(reference, number(words))
                        : greatest(random.nextInt(6), groupingBy(expressions.longs(words), number(words)));
            }
            default -> {
                HasComparableOperators<E, ?> field = fields.get(random.nextInt(fields.size()));
                words.add(String.valueOf(field.identifier()));
                yield field instanceof ReferenceField<?, ?, ?> reference
                        ? byField(reference, next(depth - 1, words))
                        : groupingBy(expressions.ints(words), next(depth - 1, words));
            }
        };
    }

    /** A collector of what can be compared. */
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

    @SuppressWarnings("unchecked") // a field of this table, of values that can be compared
    private Collector<E, ?, ?> greatestByField(ReferenceField<?, ?, ?> field, Collector<E, ?, Integer> number) {
        return greatest(random.nextInt(6), groupingBy((ReferenceField<E, ?, String>) field, number));
    }

    @SuppressWarnings("unchecked") // a field of this table
    private Collector<E, ?, ?> byField(ReferenceField<?, ?, ?> field, Collector<E, ?, ?> downstream) {
        return groupingBy((ReferenceField<E, ?, Object>) field, downstream);
    }
}
