package org.speedwell.accelerator.filter;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.lambda.Code;
import org.speedwell.accelerator.lambda.Known;
import org.speedwell.accelerator.store.TableStore;

/**
 * A predicate that has been read from its bytecode and is one comparison of a column's number or enum constant, as
 * {@link KeyComparison} knows them; NULL does not match it.
 */
public record KnownComparison(int column, ComparisonOperator operator, long key) {

    /** The comparison that a predicate is, or null. */
    public static @Nullable KnownComparison of(TableStore<?> table, Known<?, ?> predicate) {
        return switch (predicate.code()) {
            case Code.Same same
            when same.first() instanceof Code.Read read
                    && operand(same.second(), predicate) instanceof Enum<?> constant -> {
                int place = table.fields().place(read.field());
                yield place >= 0 && table.numberClass(place) == constant.getClass()
                        ? new KnownComparison(place, ComparisonOperator.EQUAL, constant.ordinal())
                        : null;
            }
            case Code.Compare compare
            when operand(compare.second(), predicate) instanceof Number number -> number(table, compare, number);
            default -> null;
        };
    }

    private static @Nullable Object operand(Code code, Known<?, ?> predicate) {
        return switch (code) {
            case Code.Literal literal -> literal.value();
            case Code.Captured captured
            when captured.type() != char.class && captured.type() != boolean.class ->
                predicate.captured().get(captured.index());
            default -> null;
        };
    }

    private static @Nullable KnownComparison number(TableStore<?> table, Code.Compare compare, Number operand) {
        long key = operand.longValue();
        boolean isOptional = compare.first() instanceof Code.Choice;
        Code value = compare.first();
        if (value instanceof Code.Choice choice) { // that of orElse(number)
            boolean isUnmatched = choice.condition() instanceof Code.IsNull isNull
                    && isNull.value().equals(choice.otherwise())
                    && choice.then() instanceof Code.Literal literal
                    && literal.value() instanceof Number other
                    && !compare.operator().holds(Long.compare(other.longValue(), key));
            if (!isUnmatched) {
                return null;
            }
            value = choice.otherwise();
        }
        Code of = value instanceof Code.Require require ? require.value() : value;
        Code.Read read = KnownFilters.numberRead(of);
        int place = read == null ? -1 : table.fields().place(read.field());
        return place >= 0
                        && key != Long.MAX_VALUE
                        && key != Long.MIN_VALUE
                        && Number.class.isAssignableFrom(table.numberClass(place))
                        && (isOptional || table.column(place) instanceof KeyColumn keys && keys.nulls() == 0)
                ? new KnownComparison(place, compare.operator(), key)
                : null;
    }
}
