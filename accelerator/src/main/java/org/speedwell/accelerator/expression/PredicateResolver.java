package org.speedwell.accelerator.expression;

import com.speedment.runtime.compute.ToBoolean;
import com.speedment.runtime.compute.expression.predicate.NullPredicate;
import com.speedment.runtime.compute.expression.predicate.NullPredicateType;
import com.speedment.runtime.field.BooleanField;
import com.speedment.runtime.field.predicate.CombinedPredicate;
import com.speedment.runtime.field.predicate.FieldPredicate;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.filter.FilterResolver;
import org.speedwell.accelerator.filter.Like;
import org.speedwell.accelerator.filter.ResolvedPredicate;
import org.speedwell.accelerator.kernel.SelectorBuilder;
import org.speedwell.accelerator.lambda.Known;
import org.speedwell.accelerator.store.TableStore;

/**
 * Reads predicates as tests of single rows: those on fields, on expressions, and their combinations, whose parts are
 * tested from left to right and no further than needed, as Speedment tests them. For rows that come one by one, and for
 * predicates that a {@link Filter} cannot hold.
 */
public final class PredicateResolver {
    private PredicateResolver() {}

    /** The test of a row, or null where a part of the predicate is opaque. */
    public static @Nullable IntPredicate resolve(TableStore<?> table, Predicate<?> of) {
        return resolve(table, of, UnaryOperator.identity());
    }

    /**
     * As above.
     *
     * @param given gives what is read in the place of a part of the predicate, or that part
     */
    static @Nullable IntPredicate resolve(TableStore<?> table, Predicate<?> of, UnaryOperator<Object> given) {
        return switch ((Predicate<?>) given.apply(of)) {
            case FieldPredicate<?> predicate -> {
                Filter filter = filter(table, predicate);
                yield filter == null ? null : new SelectorBuilder(table).build(filter)::test;
            }
            case CombinedPredicate<?> combined -> combined(table, combined, given);
            case Known<?, ?> known -> KnownResolver.test(table, known);
            case Like<?> like -> {
                Filter filter = filter(table, like);
                yield filter == null ? null : new SelectorBuilder(table).build(filter)::test;
            }
            case ResolvedPredicate<?> resolved -> new SelectorBuilder(table).build(resolved.filter())::test;
            case ResolvedValue<?, ?> resolved -> bool(resolved.expression());
            case Compared<?, ?> compared -> {
                RowExpression expression = ExpressionResolver.resolve(table, compared.value(), given);
                yield expression == null ? null : compared.on(expression);
            }
            case NullPredicate<?, ?> predicate -> {
                RowExpression expression = ExpressionResolver.resolve(table, predicate.expression(), given);
                if (expression == null) {
                    yield null;
                }
                // It asks for the value, where isNull() of some expressions asks only for the field
                IntFunction<@Nullable Object> value = expression.boxed();
                boolean isNull = predicate.nullPredicateType() == NullPredicateType.IS_NULL;
                yield row -> (value.apply(row) == null) == isNull;
            }
            case BooleanField<?, ?> field -> bool(ExpressionResolver.resolve(table, field, given));
            case ToBoolean<?> expression
            when ExpressionResolver.isCompound(expression) ->
                bool(ExpressionResolver.resolve(table, expression, given));
            default -> null;
        };
    }

    private static @Nullable IntPredicate bool(@Nullable RowExpression expression) {
        if (expression == null) {
            return null;
        }
        IntToLongFunction value = expression.whole();
        return row -> value.applyAsLong(row) != 0;
    }

    @SuppressWarnings("unchecked") // a predicate on another table has no filter
    private static <E> @Nullable Filter filter(TableStore<E> table, Predicate<?> predicate) {
        return FilterResolver.resolve(table, (Predicate<? super E>) predicate);
    }

    private static @Nullable IntPredicate combined(
            TableStore<?> table, CombinedPredicate<?> combined, UnaryOperator<Object> given) {
        List<@Nullable IntPredicate> parts = combined.stream()
                .<@Nullable IntPredicate>map(part -> resolve(table, part, given))
                .toList();
        if (parts.contains(null)) {
            return null;
        }
        boolean isAnd = combined.getType() == CombinedPredicate.Type.AND;
        return several(parts.stream().map(Objects::requireNonNull).toList(), isAnd);
    }

    private static IntPredicate several(List<IntPredicate> parts, boolean isAnd) {
        IntPredicate[] tests = parts.toArray(IntPredicate[]::new);
        return row -> {
            for (IntPredicate test : tests) {
                if (test.test(row) != isAnd) {
                    return !isAnd;
                }
            }
            return isAnd;
        };
    }
}
