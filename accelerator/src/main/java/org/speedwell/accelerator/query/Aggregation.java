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
import org.speedwell.accelerator.collect.CollectorShape;
import org.speedwell.accelerator.collect.ColumnCollector;
import org.speedwell.accelerator.collect.GroupMaker;
import org.speedwell.accelerator.collect.RecordMaker;
import org.speedwell.accelerator.lambda.Functions;

/**
 * Groups by several keys, and makes a record of the user's own of each group: its keys, and behind them what collectors give
 * for it, in the order in which both are named.
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
 * Groups come in the order in which the first of their elements do; sort and limit the list as any other. A key that is null
 * makes a group as in SQL, and arrays are equal where their elements are. The collectors may be those of
 * {@link ColumnCollectors}, which run on columns in memory, or any other. It is a collector of any stream, from SQL as well.
 * Immutable and thread-safe.
 *
 * @param <T> what is grouped
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
        if (rollup && conditions.stream().anyMatch(condition -> condition instanceof GroupMaker.AmongGroups)) {
            throw new IllegalArgumentException(
                    "Groups and their subtotals cannot be compared with each other: leave out rollup(), or the having(…) that"
                            + " takes a collector.");
        }
        this.keys = List.copyOf(keys);
        this.aggregates = List.copyOf(aggregates);
        this.conditions = List.copyOf(conditions);
        this.rollup = rollup;
    }

    /** Groups by a field. */
    public static <T> Keys<T> by(ReferenceField<T, ?, ?> field) {
        return new Keys<T>(List.of()).by(field);
    }

    /** Groups by an expression, or a field of numbers. */
    public static <T> Keys<T> by(Expression<T> expression) {
        return new Keys<T>(List.of()).by(expression);
    }

    /** Groups by a field of texts or enums. */
    @SuppressWarnings("ExtendsObject") // so that its erasure is none of the others'
    public static <T, F extends Object & ReferenceField<T, ?, ?> & Expression<T>> Keys<T> by(F field) {
        return by((ReferenceField<T, ?, ?>) field);
    }

    /** Groups by a field of the row that a foreign key names. */
    public static <T> Keys<T> by(ReferencedField<T, ?> field) {
        return new Keys<T>(List.of()).by(field);
    }

    /** Groups by what a function gives, such as a lambda or a method reference. */
    public static <T> Keys<T> byKey(Function<? super T, ?> key) {
        return new Keys<T>(List.of()).byKey(key);
    }

    /** No groups: one record of all elements, also where there is none. */
    @SafeVarargs
    @SuppressWarnings("varargs") // it is copied
    public static <T> Aggregation<T> of(Collector<? super T, ?, ?>... aggregates) {
        return new Keys<T>(List.of()).with(aggregates);
    }

    /**
     * By what is grouped. Immutable.
     *
     * @param <T> what is grouped
     */
    public static final class Keys<T> {
        private final List<Object> keys;

        private Keys(List<Object> keys) {
            this.keys = keys;
        }

        /** And by a field. */
        public Keys<T> by(ReferenceField<T, ?, ?> field) {
            return and(field);
        }

        /** And by an expression, or a field of numbers. */
        public Keys<T> by(Expression<T> expression) {
            return and(expression);
        }

        /** And by a field of texts or enums. */
        @SuppressWarnings("ExtendsObject") // as above
        public <F extends Object & ReferenceField<T, ?, ?> & Expression<T>> Keys<T> by(F field) {
            return by((ReferenceField<T, ?, ?>) field);
        }

        /** And by a field of the row that a foreign key names. */
        public Keys<T> by(ReferencedField<T, ?> field) {
            return and(field);
        }

        /** And by what a function gives, such as a lambda or a method reference. */
        public Keys<T> byKey(Function<? super T, ?> key) {
            Functions.lookAtFirst(key, type -> type == Aggregation.class || type == Keys.class);
            return and(key);
        }

        private Keys<T> and(Object further) {
            List<Object> all = new ArrayList<>(keys);
            all.add(further);
            return new Keys<>(all);
        }

        /** What is made of the elements of each group. */
        @SafeVarargs
        @SuppressWarnings("varargs") // it is copied
        public final Aggregation<T> with(Collector<? super T, ?, ?>... aggregates) {
            return new Aggregation<T>(keys, List.of(aggregates), List.of(), false);
        }
    }

    /**
     * Keeps only those groups of which an aggregate meets a condition; several conditions are to be met all.
     *
     * @param aggregate one of those that {@code with} was given
     * @throws IllegalArgumentException if it is none of them
     */
    @SuppressWarnings("unchecked") // the predicate takes what the collector gives
    public <V extends @Nullable Object> Aggregation<T> having(
            Collector<? super T, ?, V> aggregate, Predicate<? super V> condition) {
        return with(new GroupMaker.OfGroup(place(aggregate), (Predicate<@Nullable Object>) requireNonNull(condition)));
    }

    /**
     * Keeps only those groups of which an aggregate meets a condition that depends on all groups: an aggregate of aggregates.
     *
     * {@snippet :
     * Collector<Film, ?, Integer> length = summingInt(Film.LENGTH.asInt().orElse(0));
     * Aggregation<Film> longRatings = Aggregation.by(Film.RATING).with(length)
     *     .having(length, Collectors.averagingInt(total -> total), (total, average) -> total > average);
     * }
     *
     * @param aggregate one of those that {@code with} was given
     * @param overall collects that aggregate of the groups that meet the conditions of single groups and all such conditions before
     * @param condition gets the aggregate of a group and the result of {@code overall}
     * @throws IllegalArgumentException if the aggregate is none of them, or there are subtotals
     */
    @SuppressWarnings("unchecked") // the collector takes what the aggregate gives, the condition what both give
    public <V extends @Nullable Object, W extends @Nullable Object> Aggregation<T> having(
            Collector<? super T, ?, V> aggregate,
            Collector<? super V, ?, W> overall,
            BiPredicate<? super V, ? super W> condition) {
        return with(new GroupMaker.AmongGroups(
                place(aggregate),
                (Collector<@Nullable Object, ?, ?>) requireNonNull(overall),
                (BiPredicate<@Nullable Object, @Nullable Object>) requireNonNull(condition)));
    }

    private int place(Collector<? super T, ?, ?> aggregate) {
        int place = aggregates.indexOf(aggregate);
        if (place < 0) {
            throw new IllegalArgumentException(
                    "A condition is set for an aggregate that is none of this aggregation's: hand the very collector that"
                            + " with(…) was given.");
        }
        return place;
    }

    private Aggregation<T> with(GroupMaker.Condition condition) {
        List<GroupMaker.Condition> all = new ArrayList<>(conditions);
        all.add(condition);
        return new Aggregation<>(keys, aggregates, all, rollup);
    }

    /**
     * Adds subtotals: behind the groups those of all keys but the last, then of all but the last two, and so on to one of all
     * elements. Keys that are summed over are null.
     */
    public Aggregation<T> rollup() {
        return new Aggregation<>(keys, aggregates, conditions, true);
    }

    /**
     * Makes records of the groups by the record's own constructor: its components take the keys, then the aggregates. A key
     * that may be null needs a component that is no primitive.
     *
     * @throws IllegalArgumentException if the record has not as many components, or its constructor cannot be called; from
     *     {@code collect}, if a component is of another type than what it is to take
     */
    public <R extends Record> Collector<T, ?, List<R>> into(Class<R> type) {
        GroupMaker<R> maker =
                new GroupMaker<>(keys.size(), conditions, rollup, RecordMaker.of(type, keys.size(), aggregates.size()));
        return new ColumnCollector<>(new CollectorShape.Aggregating(
                keys, aggregates.stream().map(CollectorShape::of).toList(), maker));
    }
}
