package org.speedwell.accelerator.filter;

import java.sql.Timestamp;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.lambda.Code;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * Comparisons of two columns of one row, in predicates that have been read from their bytecode. Where a value may be NULL the
 * function throws, which is left to it.
 *
 * @param present fields of which only rows with a value are asked for
 */
record KnownPairs(TableStore<?> table, Set<Code.Read> present) {

    /** The filter of a comparison, or null where it is none of two columns whose keys compare as their values do. */
    @Nullable
    Filter of(Code code) {
        boolean isNegated =
                code instanceof Code.Choice not && Code.FALSE.equals(not.then()) && Code.TRUE.equals(not.otherwise());
        return switch (isNegated ? ((Code.Choice) code).condition() : code) {
            case Code.Compare compare -> comparison(compare, isNegated);
            case Code.Invoke invoke -> call(invoke, isNegated);
            default -> null;
        };
    }

    private @Nullable Filter comparison(Code.Compare compare, boolean isNegated) {
        Code.Read first = KnownFilters.numberRead(compare.first());
        Code.Read second = KnownFilters.numberRead(compare.second());
        if (first != null && second != null) {
            return areWhole(first, second) ? filter(compare.operator(), first, second, isNegated) : null;
        }
        return compare.first() instanceof Code.Invoke invoke
                        && invoke.method().name().endsWith(".compareTo")
                        && compare.second() instanceof Code.Literal literal
                        && Integer.valueOf(0).equals(literal.value())
                ? call(compare.operator(), invoke.arguments(), isNegated)
                : null;
    }

    private @Nullable Filter call(Code.Invoke invoke, boolean isNegated) {
        String name = invoke.method().name();
        return switch (name.substring(name.indexOf('.') + 1)) {
            case "before", "isBefore" -> time(ComparisonOperator.LESS_THAN, invoke.arguments(), isNegated);
            case "after", "isAfter" -> time(ComparisonOperator.GREATER_THAN, invoke.arguments(), isNegated);
            default -> null;
        };
    }

    /** A timestamp, as a date, compares without the fractions of its milliseconds. */
    private @Nullable Filter time(ComparisonOperator operator, List<Code> arguments, boolean isNegated) {
        ColumnRef.Ordered column = arguments.getFirst() instanceof Code.Read read ? ordered(read) : null;
        return column == null || column.column().codec().valueClass() == Timestamp.class
                ? null
                : call(operator, arguments, isNegated);
    }

    private @Nullable Filter call(ComparisonOperator operator, List<Code> arguments, boolean isNegated) {
        return arguments.size() == 2
                        && arguments.getFirst() instanceof Code.Read first
                        && arguments.getLast() instanceof Code.Read second
                ? filter(operator, first, second, isNegated)
                : null;
    }

    private boolean areWhole(Code.Read first, Code.Read second) {
        ColumnRef.Ordered one = ordered(first);
        ColumnRef.Ordered other = ordered(second);
        return one != null
                && other != null
                && one.column().codec().isWhole()
                && other.column().codec().isWhole();
    }

    private ColumnRef.@Nullable Ordered ordered(Code.Read read) {
        int place = table.fields().place(read.field());
        return place >= 0 && table.ref(place) instanceof ColumnRef.Ordered column ? column : null;
    }

    private @Nullable Filter filter(ComparisonOperator operator, Code.Read first, Code.Read second, boolean isNegated) {
        ColumnRef.Ordered one = ordered(first);
        ColumnRef.Ordered other = ordered(second);
        if (one == null
                || other == null
                || mayBeNull(first, one)
                || mayBeNull(second, other)
                || !areComparable(one.column(), other.column())) {
            return null;
        }
        return switch (operator) {
            case LESS_THAN -> less(one, other, isNegated);
            case GREATER_OR_EQUAL -> less(one, other, !isNegated);
            case GREATER_THAN -> less(other, one, isNegated);
            case LESS_OR_EQUAL -> less(other, one, !isNegated);
            case EQUAL, NOT_EQUAL -> {
                boolean isEqual = isNegated != (operator == ComparisonOperator.EQUAL);
                List<Filter> both = List.of(less(one, other, isEqual), less(other, one, isEqual));
                yield isEqual ? new Filter.And(both) : new Filter.Or(both);
            }
        };
    }

    private boolean mayBeNull(Code.Read read, ColumnRef.Ordered column) {
        return column.column().nulls() > 0 && !present.contains(read);
    }

    /** Whether keys compare as values do, and a difference of two fits a long. */
    private static boolean areComparable(KeyColumn one, KeyColumn other) {
        Class<?> of = one.codec().valueClass();
        if (of == Double.class
                || of == Float.class
                || !(one.space().isSame(other.space())
                        || one.codec().isWhole() && other.codec().isWhole())) {
            return false;
        }
        return isNear(one.min()) && isNear(one.max()) && isNear(other.min()) && isNear(other.max());
    }

    private static boolean isNear(long key) {
        return key >= Long.MIN_VALUE / 2 && key <= Long.MAX_VALUE / 2;
    }

    private static Filter less(ColumnRef.Ordered one, ColumnRef.Ordered other, boolean isInverted) {
        return isInverted ? new Filter.KeyOrdered(other, one, true) : new Filter.KeyOrdered(one, other, false);
    }
}
