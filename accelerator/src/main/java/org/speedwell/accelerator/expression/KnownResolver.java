package org.speedwell.accelerator.expression;

import com.speedment.runtime.compute.expression.ExpressionType;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.filter.FilterResolver;
import org.speedwell.accelerator.kernel.SelectorBuilder;
import org.speedwell.accelerator.lambda.Code;
import org.speedwell.accelerator.lambda.Evaluation;
import org.speedwell.accelerator.lambda.Known;
import org.speedwell.accelerator.store.TableStore;

/**
 * Functions that have been read from their bytecode, as functions of a row. Where computing one fails, the function itself is
 * called with the entity of that row, so that what it throws is its own.
 */
final class KnownResolver {
    private KnownResolver() {}

    /** The column whose values a function gives as they are, boxed if they are primitive; or −1. */
    static int column(TableStore<?> table, Known<?, ?> known) {
        Code.Read read = known.field();
        int place = read == null ? -1 : table.fields().place(read.field());
        boolean isOther = read != null
                && place >= 0
                && read.type().isPrimitive()
                && (isSmall(read) && !isBoxed(known, read) || hasNulls(table.column(place)));
        return isOther ? -1 : place;
    }

    private static boolean hasNulls(Column column) {
        return !(column instanceof KeyColumn keys) || keys.nulls() > 0;
    }

    private static boolean isSmall(Code.Read read) {
        return read.type() != int.class
                && read.type() != long.class
                && read.type() != double.class
                && read.type() != float.class;
    }

    /** Whether a byte, short, char or boolean becomes an object of its own class. */
    private static boolean isBoxed(Known<?, ?> known, Code.Read read) {
        return known.code() instanceof Code.Invoke boxing
                && boxing.arguments().getFirst() == read
                && boxing.method()
                        .result()
                        .getSimpleName()
                        .toLowerCase(java.util.Locale.ROOT)
                        .startsWith(read.type().getName());
    }

    /** The value of a row as an object, or null where a column is not in memory. */
    @SuppressWarnings("unchecked") // the function takes the table's entities
    static @Nullable IntFunction<@Nullable Object> value(TableStore<?> table, Known<?, ?> known) {
        IntFunction<@Nullable Object> computed = computed(table, known);
        if (computed == null) {
            return null;
        }
        Class<?> type = known.result();
        return row -> {
            try {
                return Evaluation.boxed(computed.apply(row), type);
            } catch (RuntimeException e) {
                return ((Known<Object, Object>) known).apply(table.entity(row));
            }
        };
    }

    private static @Nullable IntFunction<@Nullable Object> computed(TableStore<?> table, Known<?, ?> known) {
        return isInMemory(table, known.code())
                ? new Evaluation(read -> table.column(table.fields().place(read.field()))::get, known.captured())
                        .of(known.code())
                : null;
    }

    private static boolean isInMemory(TableStore<?> table, Code code) {
        return code instanceof Code.Read read
                ? table.fields().place(read.field()) >= 0
                : code.parts().stream().allMatch(part -> isInMemory(table, part));
    }

    /** As a test of a row, or null where a column is not in memory. */
    @SuppressWarnings("unchecked") // the function takes the table's entities
    static @Nullable IntPredicate test(TableStore<?> table, Known<?, ?> known) {
        Filter filter = FilterResolver.resolve((TableStore<Object>) table, (Predicate<Object>) known);
        if (filter != null) {
            return new SelectorBuilder(table).build(filter)::test;
        }
        IntFunction<@Nullable Object> computed = computed(table, known);
        if (computed == null) {
            return null;
        }
        return row -> {
            try {
                return Evaluation.isTrue(computed.apply(row));
            } catch (RuntimeException e) {
                return ((Predicate<Object>) known).test(table.entity(row));
            }
        };
    }

    /** As a number of a row, or null where it is none or a column is not in memory. */
    @SuppressWarnings("unchecked") // the function takes the table's entities
    static @Nullable RowExpression resolve(TableStore<?> table, Known<?, ?> known) {
        IntFunction<@Nullable Object> computed = computed(table, known);
        if (computed == null
                || !(known.result() == int.class || known.result() == long.class || known.result() == double.class)) {
            return null;
        }
        boolean isField = known.code() instanceof Code.Read;
        if (known.result() == double.class) {
            return Arithmetic.real(ExpressionType.DOUBLE, row -> {
                try {
                    return ((Number) java.util.Objects.requireNonNull(computed.apply(row))).doubleValue();
                } catch (RuntimeException e) {
                    return ((ToDoubleFunction<Object>) known).applyAsDouble(table.entity(row));
                }
            });
        }
        if (isField
                && table.column(table.fields().place(((Code.Read) known.code()).field())) instanceof KeyColumn keys
                && keys.codec().isWhole()
                && keys.nulls() == 0) {
            return Arithmetic.whole(ExpressionType.LONG, new KeyLongs(keys));
        }
        boolean isInt = known.result() == int.class;
        return Arithmetic.whole(ExpressionType.LONG, row -> {
            try {
                return ((Number) java.util.Objects.requireNonNull(computed.apply(row))).longValue();
            } catch (RuntimeException e) {
                return isInt
                        ? ((ToIntFunction<Object>) known).applyAsInt(table.entity(row))
                        : ((ToLongFunction<Object>) known).applyAsLong(table.entity(row));
            }
        });
    }
}
