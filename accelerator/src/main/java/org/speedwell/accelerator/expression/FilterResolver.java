package org.speedwell.accelerator.expression;

import com.speedment.common.tuple.Tuple;
import com.speedment.runtime.field.predicate.ComposedPredicate;
import com.speedment.runtime.field.predicate.FieldPredicate;
import com.speedment.runtime.field.predicate.Inclusion;
import com.speedment.runtime.field.predicate.PredicateType;
import com.speedment.runtime.field.predicate.trait.HasInclusion;
import com.speedment.runtime.field.trait.HasDoubleValue;
import com.speedment.runtime.field.trait.HasFloatValue;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.KeyCodec;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.KeyRange;
import org.speedwell.accelerator.expr.Kind;
import org.speedwell.accelerator.filter.ConditionCompiler;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.filter.KeyOrder;
import org.speedwell.accelerator.lambda.AnalyzedFunction;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * A translator from Speedment's predicates to filters. It translates comparisons with the order of the codec. For every
 * other predicate it calls the predicate itself, so that both always agree.
 */
public final class FilterResolver {
    /** The largest number of keys of a column that the resolver tests key by key. */
    private static final long MAX_TESTED_KEYS = 1 << 16;

    private FilterResolver() {}

    /** Returns the filter of a predicate on the keys of columns; null if it has none. */
    public static <E> @Nullable Filter resolve(TableStore<E> table, Predicate<? super E> predicate) {
        return resolve(table, predicate, ConditionCompiler.NONE);
    }

    /** Returns the filter of a predicate; null if it has none. */
    public static <E> @Nullable Filter resolve(
            TableStore<E> table, Predicate<? super E> predicate, ConditionCompiler compiler) {
        if (!(predicate instanceof FieldPredicate<?> field)) {
            return resolveAny(table, predicate, compiler);
        }
        Filter compared = compared(table, field);
        return compared == null ? resolveAny(table, field, compiler) : compared;
    }

    /** Returns the filter of a condition on one table; null if it has none. */
    public static @Nullable Filter resolve(TableStore<?> table, Expr condition, ConditionCompiler compiler) {
        return condition.kind() == Kind.BOOLEAN ? ExprFilters.resolve(table, condition, compiler) : null;
    }

    static @Nullable Filter resolveAny(TableStore<?> table, Predicate<?> predicate, ConditionCompiler compiler) {
        return switch (predicate) {
            case AnalyzedFunction<?, ?> known -> ofLambda(table, known, compiler);
            case ResolvedPredicate<?> resolved -> resolved.filter();
            case Like<?> like -> TextFilters.like(table, like);
            case ComposedPredicate<?, ?> _ -> null; // it is a predicate on rows of another table
            case FieldPredicate<?> field -> ofField(table, field);
            default -> {
                Expr condition = SpeedmentReader.read(predicate, compiler.lambdas(table));
                yield condition == null ? null : resolve(table, condition, compiler);
            }
        };
    }

    /** Returns the filter of a lambda; null if it has none. The table keeps the filters that read no other table. */
    private static @Nullable Filter ofLambda(
            TableStore<?> table, AnalyzedFunction<?, ?> known, ConditionCompiler compiler) {
        return known.isReferring() || compiler == ConditionCompiler.NONE
                ? resolve(table, known.expr(), compiler)
                : table.results().of(Filter.class, known, () -> resolve(table, known.expr(), compiler));
    }

    /** Returns the filter of a comparison with one number or constant; null for any other predicate. */
    private static @Nullable Filter compared(TableStore<?> table, FieldPredicate<?> predicate) {
        int place = KeyComparison.column(table, predicate);
        long key = place == KeyComparison.NO_COLUMN ? KeyComparison.NO_KEY : KeyComparison.key(table, place, predicate);
        if (key == KeyComparison.NO_KEY || !(table.ref(place) instanceof ColumnRef.Ordered column)) {
            return null;
        }
        ComparisonOperator operator = KeyComparison.operator(predicate);
        return new Filter.InRange(column, operator.low(key), operator.high(key), operator.isInverted(), predicate);
    }

    private static @Nullable Filter ofField(TableStore<?> table, FieldPredicate<?> predicate) {
        return switch (resolveField(table, predicate)) {
            case Filter.InRange range ->
                new Filter.InRange(range.column(), range.low(), range.high(), range.inverted(), predicate);
            case Filter.KeySet set ->
                new Filter.KeySet(set.column(), set.keys(), set.inverted(), set.nulls(), predicate);
            case null -> null;
            case Filter filter -> filter;
        };
    }

    /**
     * Returns the filter of a predicate on one field; null if the field belongs to another table. This method is
     * deliberately one piece. It is too large for the compiler to inline, which keeps it out of the hot path that
     * {@link KeyComparison} serves.
     */
    private static <E> @Nullable Filter resolveField(TableStore<E> table, FieldPredicate<?> predicate) {
        int index = table.indexOf(predicate.getField().identifier());
        if (index < 0) {
            return null;
        }
        PredicateType type = predicate.getPredicateType();
        ColumnRef of = table.ref(index);
        if (type == PredicateType.ALWAYS_TRUE || type == PredicateType.ALWAYS_FALSE) {
            return type == PredicateType.ALWAYS_TRUE ? Filter.Constant.ALL : Filter.Constant.NONE;
        }
        if (!(of instanceof ColumnRef.Ordered column)) {
            return TextFilters.ofEachRow(table, of, predicate);
        }
        switch (type) {
            case EQUAL, NOT_EQUAL, GREATER_THAN, GREATER_OR_EQUAL, LESS_THAN, LESS_OR_EQUAL, BETWEEN, NOT_BETWEEN -> {
                boolean isBetween = type == PredicateType.BETWEEN || type == PredicateType.NOT_BETWEEN;
                Object first = operand(predicate, 0);
                Object second = isBetween ? operand(predicate, 1) : first;
                if (first == null || second == null) {
                    return type == PredicateType.NOT_EQUAL ? Filter.valid(column) : nullsOnly(table, column, predicate);
                }
                KeyCodec codec = column.column().codec();
                boolean isPrimitiveFloating = isPrimitiveFloating(predicate);
                boolean hasNaN = isPrimitiveFloating
                        && Double.isNaN(codec.doubleValue(column.column().max()));
                if (!codec.takes(first) || !codec.takes(second) || isNaN(first) || isNaN(second) || hasNaN) {
                    return new Filter.FieldTest(column, predicate);
                }
                KeyOrder order = new KeyOrder(codec, isPrimitiveFloating);
                ComparisonOperator operator = KeyComparison.operator(type);
                KeyRange range = operator == null
                        ? between(order, first, second, ((HasInclusion) predicate).getInclusion())
                        : operator.isEquality() ? order.equal(first) : order.range(operator, first);
                boolean inverted = type == PredicateType.NOT_EQUAL || type == PredicateType.NOT_BETWEEN;
                return Filter.of(column, range, inverted);
            }
            case IN, NOT_IN -> {
                return in(table, column, predicate);
            }
            case IS_NULL -> {
                return new Filter.NullRows(column);
            }
            case IS_NOT_NULL -> {
                return Filter.valid(column);
            }
            case STARTS_WITH -> {
                return startsWith(table, column, predicate);
            }
            default -> {
                return testKeys(table, column, predicate);
            }
        }
    }

    /**
     * Returns the filter of a predicate with a null operand. No value matches it, and the predicate itself decides
     * whether NULL matches.
     */
    private static <E> Filter nullsOnly(TableStore<E> table, ColumnRef.Ordered column, FieldPredicate<?> predicate) {
        return test(table, column, predicate, null) ? new Filter.NullRows(column) : Filter.Constant.NONE;
    }

    private static KeyRange between(KeyOrder order, Object first, Object second, Inclusion inclusion) {
        return order.between(first, second, inclusion.isStartInclusive(), inclusion.isEndInclusive());
    }

    private static Filter in(TableStore<?> table, ColumnRef.Ordered column, FieldPredicate<?> predicate) {
        Set<?> operands = (Set<?>) operandOrFail(predicate);
        boolean isOrdered = operands instanceof SortedSet<?> sorted && sorted.comparator() != null;
        long[] keys = isOrdered ? null : keys(operands, column.column().codec());
        if (keys == null) {
            return testKeys(table, column, predicate); // such a set may define membership differently
        }
        boolean isNegated = predicate.getPredicateType() == PredicateType.NOT_IN;
        boolean nulls = column.column().nulls() > 0 && test(table, column, predicate, null);
        return new Filter.KeySet(column, keys, isNegated, nulls);
    }

    /**
     * Returns the keys of the values of a set, in ascending order; null if the codec does not accept all values. A set
     * may define membership differently from {@code equals}, so the method asks it for each value. It need not ask a
     * hash set, which contains all that equals its values.
     */
    static long @Nullable [] keys(Set<?> values, KeyCodec codec) {
        return keys(values, values.getClass() == HashSet.class, codec);
    }

    /**
     * Returns the keys of the values of a collection, as {@link #keys(Set, KeyCodec)} does.
     *
     * @param isByEquals true if the collection contains all that equals its values, and nothing else
     */
    static long @Nullable [] keys(Collection<?> values, boolean isByEquals, KeyCodec codec) {
        Object[] given = values.toArray(); // a copy, as other threads may change the collection
        if (!areTaken(given, codec)) {
            return null;
        }
        long[] keys = new long[given.length];
        int size = 0;
        for (Object value : given) {
            if (value != null && !codec.isBelowAll(value) && codec.isExact(value)) {
                long key = codec.floor(value);
                keys[size] = key;
                Object same = codec.value(key);
                size += (isByEquals ? same.equals(value) : values.contains(same)) ? 1 : 0;
            }
        }
        return Filter.KeySet.ascending(keys, size);
    }

    private static boolean areTaken(@Nullable Object[] operands, KeyCodec codec) {
        for (Object operand : operands) {
            if (operand != null && !codec.takes(operand)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether a set contains null. Sets such as those of {@code Set.of} throw if they are queried for null;
     * they do not contain it.
     */
    private static boolean containsNull(Set<?> operands) {
        try {
            return operands.contains(null);
        } catch (NullPointerException e) {
            return false;
        }
    }

    private static Filter startsWith(TableStore<?> table, ColumnRef.Ordered column, FieldPredicate<?> predicate) {
        String prefix = (String) operandOrFail(predicate);
        KeyRange range = startsWith(column, prefix);
        return range == null ? testKeys(table, column, predicate) : Filter.of(column, range, false);
    }

    /** Returns the key range of the texts with a prefix; null if these keys are not one range. */
    static @Nullable KeyRange startsWith(ColumnRef.Ordered column, String prefix) {
        int last = prefix.length() - 1;
        if (last < 0
                || prefix.charAt(last) == Character.MAX_VALUE
                || !column.column().codec().isText()) {
            return null;
        }
        String next = prefix.substring(0, last) + (char) (prefix.charAt(last) + 1);
        KeyCodec codec = column.column().codec();
        return new KeyRange(codec.ceiling(prefix), codec.ceiling(next) - 1);
    }

    /** Returns whether a column has too many keys to test each of them. The engine then tests the rows. */
    static boolean isOfManyKeys(ColumnRef.Ordered column) {
        KeyColumn of = column.column();
        long count = of.isEmpty() ? 1 : of.codec().count(of.min(), of.max());
        return count <= 0 || count > Math.min(MAX_TESTED_KEYS, of.rows()) + 1;
    }

    /** Tests the predicate on each key that the column may have, or on each row if there are too many keys. */
    private static Filter testKeys(TableStore<?> table, ColumnRef.Ordered column, FieldPredicate<?> predicate) {
        KeyColumn of = column.column();
        KeyCodec codec = of.codec();
        if (isOfManyKeys(column)) {
            return TextFilters.ofEachRow(table, column, predicate);
        }
        long[] keys = of.isEmpty()
                ? new long[0]
                : codec.keys(of.min(), of.max())
                        .filter(key -> test(table, column, predicate, codec.value(key)))
                        .toArray();
        return new Filter.KeySet(column, keys, false, of.nulls() > 0 && test(table, column, predicate, null));
    }

    /** Returns whether a field test holds for one value. */
    public static <E> boolean test(TableStore<E> table, Filter.FieldTest of, @Nullable Object value) {
        return test(table, of.column(), (FieldPredicate<?>) of.predicate(), value);
    }

    /**
     * Returns whether the predicate holds for an entity that has only this value. NULL matches {@code in} if the set
     * contains null. A set that throws on a query for null does not contain it, and SQL does not query it.
     */
    @SuppressWarnings("unchecked") // the predicate tests a field of this table
    static <E> boolean test(
            TableStore<E> table, ColumnRef column, FieldPredicate<?> predicate, @Nullable Object value) {
        if (value == null && predicate.getPredicateType() == PredicateType.IN) {
            return containsNull((Set<?>) operandOrFail(predicate));
        }
        return ((Predicate<E>) predicate).test(table.entities().createWith(column.place(), value));
    }

    private static boolean isNaN(Object operand) {
        return operand instanceof Double number && number.isNaN() || operand instanceof Float real && real.isNaN();
    }

    /**
     * Returns whether a predicate compares primitive floating-point numbers. They compare by {@code <} and {@code ==},
     * which treat both zeros as equal. Other values compare by {@code compareTo}.
     */
    private static boolean isPrimitiveFloating(FieldPredicate<?> predicate) {
        return predicate.getField() instanceof HasDoubleValue || predicate.getField() instanceof HasFloatValue;
    }

    private static @Nullable Object operand(FieldPredicate<?> predicate, int index) {
        return ((Tuple) predicate).get(index);
    }

    static Object operandOrFail(FieldPredicate<?> predicate) {
        Object operand = operand(predicate, 0);
        if (operand == null) {
            throw new NullPointerException("The operand of " + predicate + " is null.");
        }
        return operand;
    }
}
