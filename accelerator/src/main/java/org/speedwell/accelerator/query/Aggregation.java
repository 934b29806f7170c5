package org.speedwell.accelerator.query;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.compute.expression.Expression;
import com.speedment.runtime.field.ReferenceField;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collector;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.aggregate.ResultLimit;
import org.speedwell.accelerator.collect.CollectorShape;
import org.speedwell.accelerator.collect.ColumnCollector;
import org.speedwell.accelerator.collect.GroupMaker;
import org.speedwell.accelerator.collect.RecordMaker;
import org.speedwell.accelerator.lambda.Functions;

/**
 * A collector that groups by several keys and makes a record of each group. The user's record takes the keys first, and
 * then the results of the collectors, in the order in which both are named.
 *
 * {@snippet :
 * record Summary(Rating rating, int duration, long films, double length, BigDecimal dearest) {}
 *
 * List<Summary> summaries = films.stream().collect(
 *     Aggregation.by(Film.RATING).by(Film.RENTAL_DURATION)
 *         .with(counting(), averagingInt(Film.LENGTH.asInt().orElse(0)), maximum(Film.REPLACEMENT_COST))
 *         .into(Summary.class));
 * }
 *
 * The list holds the groups in the order of their first elements; it can be sorted and limited like any other list. A
 * null key makes a group, as in SQL, and arrays are equal if their elements are equal. The collectors may be those of
 * {@link ColumnCollectors}, which run on columns in memory, or any other. The aggregation can collect any stream, also
 * one from SQL. Immutable and thread-safe.
 *
 * @param <T> the type of the elements
 */
public final class Aggregation<T> {
    private final List<Object> keys;
    private final List<Collector<? super T, ?, ?>> aggregates;
    private final List<GroupMaker.Condition> conditions;
    private final boolean rollup;

    private Aggregation(
            List<Object> keys,
            List<Collector<? super T, ?, ?>> aggregates,
            List<GroupMaker.Condition> conditions,
            boolean rollup) {
        if (rollup && !conditions.stream().allMatch(condition -> condition instanceof GroupMaker.OfGroup)) {
            throw new IllegalArgumentException(
                    "Groups and their subtotals cannot be compared with each other. Leave out rollup(), or greatest(…)"
                            + " and the having(…) that takes a collector.");
        }
        this.keys = List.copyOf(keys);
        this.aggregates = List.copyOf(aggregates);
        this.conditions = List.copyOf(conditions);
        this.rollup = rollup;
    }

    /** Starts with a field as the first key. */
    public static <T> Keys<T> by(ReferenceField<T, ?, ?> field) {
        return new Keys<T>(List.of()).by(field);
    }

    /** Starts with an expression, or a field of numbers, as the first key. */
    public static <T> Keys<T> by(Expression<T> expression) {
        return new Keys<T>(List.of()).by(expression);
    }

    /** Starts with a field of texts or enums as the first key. */
    @SuppressWarnings("ExtendsObject") // gives it an erasure of its own
    public static <T, F extends Object & ReferenceField<T, ?, ?> & Expression<T>> Keys<T> by(F field) {
        return by((ReferenceField<T, ?, ?>) field);
    }

    /** Starts with a field of the row that a foreign key refers to as the first key. */
    public static <T> Keys<T> by(ReferencedField<T, ?> field) {
        return new Keys<T>(List.of()).by(field);
    }

    /** Starts with the result of a function, such as a lambda or a method reference, as the first key. */
    public static <T> Keys<T> byKey(Function<? super T, ?> key) {
        return new Keys<T>(List.of()).byKey(key);
    }

    /** Makes one record of all elements, without groups. The record exists even if there are no elements. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is copied
    public static <T> Aggregation<T> of(Collector<? super T, ?, ?>... aggregates) {
        return new Keys<T>(List.of()).with(aggregates);
    }

    /**
     * The keys of an aggregation. Immutable.
     *
     * @param <T> the type of the elements
     */
    public static final class Keys<T> {
        private final List<Object> keys;

        private Keys(List<Object> keys) {
            this.keys = keys;
        }

        /** Adds a field as a key. */
        public Keys<T> by(ReferenceField<T, ?, ?> field) {
            return and(field);
        }

        /** Adds an expression, or a field of numbers, as a key. */
        public Keys<T> by(Expression<T> expression) {
            return and(expression);
        }

        /** Adds a field of texts or enums as a key. */
        @SuppressWarnings("ExtendsObject") // as in Aggregation.by
        public <F extends Object & ReferenceField<T, ?, ?> & Expression<T>> Keys<T> by(F field) {
            return by((ReferenceField<T, ?, ?>) field);
        }

        /** Adds a field of the row that a foreign key refers to as a key. */
        public Keys<T> by(ReferencedField<T, ?> field) {
            return and(field);
        }

        /** Adds the result of a function, such as a lambda or a method reference, as a key. */
        public Keys<T> byKey(Function<? super T, ?> key) {
            Functions.recognizeFirst(key, type -> type == Aggregation.class || type == Keys.class);
            return and(key);
        }

        private Keys<T> and(Object further) {
            List<Object> all = new ArrayList<>(keys);
            all.add(further);
            return new Keys<>(all);
        }

        /** Adds the collectors that run over the elements of each group. */
        @SafeVarargs
        @SuppressWarnings("varargs") // the array is copied
        public final Aggregation<T> with(Collector<? super T, ?, ?>... aggregates) {
            return new Aggregation<T>(keys, List.of(aggregates), List.of(), false);
        }
    }

    /**
     * Keeps only the groups whose aggregate meets a condition. Several conditions must all hold.
     *
     * @param aggregate one of the collectors that {@code with} received
     * @throws IllegalArgumentException if {@code with} did not receive it
     */
    @SuppressWarnings("unchecked") // the predicate takes the collector's result
    public <V extends @Nullable Object> Aggregation<T> having(
            Collector<? super T, ?, V> aggregate, Predicate<? super V> condition) {
        Functions.recognizeLast(requireNonNull(condition), type -> type == Aggregation.class);
        return with(new GroupMaker.OfGroup(place(aggregate), (Predicate<@Nullable Object>) condition));
    }

    /**
     * Keeps only the groups whose aggregate meets a condition that depends on all groups: an aggregate of aggregates.
     *
     * {@snippet :
     * Collector<Film, ?, Integer> length = summingInt(Film.LENGTH.asInt().orElse(0));
     * Aggregation<Film> longRatings = Aggregation.by(Film.RATING).with(length)
     *     .having(length, Collectors.averagingInt(total -> total), (total, average) -> total > average);
     * }
     *
     * @param aggregate one of the collectors that {@code with} received
     * @param overall a collector of that aggregate over the groups that meet all conditions of single groups and all
     * earlier conditions of this kind
     * @param condition the test of a group's aggregate and the result of {@code overall}
     * @throws IllegalArgumentException if {@code with} did not receive the aggregate, or there are subtotals
     */
    @SuppressWarnings("unchecked") // the collector takes the aggregate's result, the condition the results of both
    public <V extends @Nullable Object, W extends @Nullable Object> Aggregation<T> having(
            Collector<? super T, ?, V> aggregate,
            Collector<? super V, ?, W> overall,
            BiPredicate<? super V, ? super W> condition) {
        return with(new GroupMaker.AmongGroups(
                place(aggregate),
                (Collector<@Nullable Object, ?, ?>) requireNonNull(overall),
                (BiPredicate<@Nullable Object, @Nullable Object>) requireNonNull(condition)));
    }

    /**
     * Keeps only the groups with the greatest aggregates. If several groups have the least of these aggregates, all of
     * them stay, so that the result may have more groups than the limit. A null aggregate is less than all others. The
     * groups remain in the order of their first elements.
     *
     * {@snippet :
     * Collector<Payment, ?, BigDecimal> amount = summingDecimal(Payment.AMOUNT);
     * Aggregation<Payment> best = Aggregation.by(Payment.CUSTOMER_ID).with(amount).greatest(10, amount);
     * }
     *
     * <p>In memory the engine compares the totals, and creates no objects for the other groups. It considers the groups
     * that meet all conditions of single groups, and all earlier conditions among groups.
     *
     * @param limit the number of groups, if no two aggregates are equal
     * @param aggregate one of the collectors that {@code with} received
     * @throws IllegalArgumentException if {@code limit} is negative, {@code with} did not receive the aggregate, or there
     * are subtotals
     */
    public <V extends Comparable<? super V>> Aggregation<T> greatest(int limit, Collector<? super T, ?, V> aggregate) {
        if (limit < 0) {
            throw new IllegalArgumentException("The number of groups must not be negative, but is " + limit + ".");
        }
        return with(new GroupMaker.AmongGreatest(new ResultLimit(place(aggregate), limit)));
    }

    private int place(Collector<? super T, ?, ?> aggregate) {
        int place = aggregates.indexOf(aggregate);
        if (place < 0) {
            throw new IllegalArgumentException(
                    "The condition is for an aggregate that this aggregation does not have. Pass the same collector"
                            + " object as to with(…).");
        }
        return place;
    }

    private Aggregation<T> with(GroupMaker.Condition condition) {
        List<GroupMaker.Condition> all = new ArrayList<>(conditions);
        all.add(condition);
        return new Aggregation<>(keys, aggregates, all, rollup);
    }

    /**
     * Adds subtotals after the groups. First are the subtotals of all keys but the last, then of all but the last two,
     * and so on, up to a grand total of all elements. A key that a subtotal leaves out is null.
     */
    public Aggregation<T> rollup() {
        return new Aggregation<>(keys, aggregates, conditions, true);
    }

    /**
     * Returns a collector that makes a record of each group by the record's own constructor. Its components take the
     * keys, then the aggregates. A key that may be null needs a component that is not primitive.
     *
     * @throws IllegalArgumentException if the number of components differs, or the constructor cannot be called; from
     * {@code collect}, if the type of a component does not fit its value
     */
    public <R extends Record> Collector<T, ?, List<R>> into(Class<R> type) {
        GroupMaker<R> maker =
                new GroupMaker<>(keys.size(), conditions, rollup, RecordMaker.of(type, keys.size(), aggregates.size()));
        return new ColumnCollector<>(new CollectorShape.Aggregating(
                keys, aggregates.stream().map(CollectorShape::of).toList(), maker));
    }
}
