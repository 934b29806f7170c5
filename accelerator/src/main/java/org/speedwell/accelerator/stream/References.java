package org.speedwell.accelerator.stream;

import com.speedment.runtime.compute.expression.ComposedExpression;
import com.speedment.runtime.compute.expression.Expression;
import com.speedment.runtime.compute.expression.ExpressionType;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.predicate.CombinedPredicate;
import com.speedment.runtime.field.predicate.ComposedPredicate;
import com.speedment.runtime.field.predicate.FieldPredicate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expression.ExpressionResolver;
import org.speedwell.accelerator.expression.ResolvedValue;
import org.speedwell.accelerator.expression.RowExpression;
import org.speedwell.accelerator.expression.RowLongs;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.filter.FilterResolver;
import org.speedwell.accelerator.filter.ResolvedPredicate;
import org.speedwell.accelerator.plan.Profile;
import org.speedwell.accelerator.store.TableStore;

/**
 * Resolves what is asked by {@link ReferencePath}s of one table's rows, by the tables of the same version. A predicate on the
 * row that is referred to becomes the set of its keys (a semi-join): what rows there are is looked up once, by their own
 * indexes, and the foreign keys are then filtered as by any set. A value is read by way of the key's index.
 */
final class References {
    private final FallbackListener tables;
    private final @Nullable Profile profile;

    private References(FallbackListener tables, @Nullable Profile profile) {
        this.tables = tables;
        this.profile = profile;
    }

    /** The predicate, resolved where it asks rows that are referred to. */
    static <E> Predicate<? super E> predicate(
            TableStore<E> table, Predicate<? super E> of, FallbackListener tables, @Nullable Profile profile) {
        return mayAsk(of) ? new References(tables, profile).resolved(table, of) : of;
    }

    private static boolean mayAsk(Object of) {
        if (!(of instanceof CombinedPredicate<?> combined)) {
            return !(of instanceof FieldPredicate<?>)
                    && (of instanceof ReferencePath.Asked<?, ?>
                            || of instanceof ComposedPredicate<?, ?>
                            || ExpressionResolver.hasParts(of));
        }
        boolean[] mayAsk = {false};
        combined.stream().forEachOrdered(part -> mayAsk[0] |= mayAsk(part));
        return mayAsk[0];
    }

    @SuppressWarnings("unchecked") // the parts of a combined predicate take what the whole takes
    private <E> Predicate<? super E> resolved(TableStore<E> table, Predicate<? super E> of) {
        if (of instanceof ReferencePath.Asked<?, ?> asked) {
            Filter filter = filter(table, asked);
            return filter == null ? of : new ResolvedPredicate<>(filter, (Predicate<E>) of);
        }
        if (of instanceof ComposedPredicate<?, ?> || ExpressionResolver.hasParts(of)) {
            ResolvedValue<E, Boolean> value = value(table, of, tables);
            return value == null ? of : value;
        }
        if (!(of instanceof CombinedPredicate<?> combined)) {
            return of;
        }
        List<Predicate<? super E>> parts = new ArrayList<>(combined.size());
        boolean[] isNew = {false};
        combined.stream().forEachOrdered(part -> {
            Predicate<? super E> resolved = resolved(table, (Predicate<? super E>) part);
            parts.add(resolved);
            isNew[0] |= resolved != part;
        });
        if (!isNew[0]) {
            return of;
        }
        return combined.getType() == CombinedPredicate.Type.AND
                ? CombinedPredicate.and(parts)
                : CombinedPredicate.or(parts);
    }

    /** Null where a part of it cannot be read from columns. */
    private @Nullable Filter filter(TableStore<?> table, ReferencePath.Asked<?, ?> asked) {
        ResolvedPath path = ResolvedPath.of(table, asked.path(), tables);
        if (path == null) {
            return null;
        }
        Predicate<?> predicate = asked.predicate();
        Filter filter;
        if (asked.keys() != null) {
            filter = path.keysOf(asked.keys().all(), profile);
        } else {
            Filter referred = predicate == null ? Filter.Constant.ALL : filterOf(path.referred(), predicate);
            filter = referred == null ? null : path.keysOf(referred, profile);
        }
        return filter == null || !asked.negated() ? filter : opposite(filter);
    }

    /** NULL names no row. */
    private static Filter opposite(Filter filter) {
        return filter instanceof Filter.KeySet set
                ? new Filter.KeySet(set.column(), set.keys(), !set.inverted(), !set.nulls())
                : filter == Filter.Constant.NONE ? Filter.Constant.ALL : Filter.Constant.NONE;
    }

    /**
     * The function, or comparator, resolved where it, or a part of it, is composed with a reference; null where it is not, or
     * cannot be read.
     */
    static <E, V extends @Nullable Object> @Nullable ResolvedValue<E, V> value(
            TableStore<E> table, Object of, FallbackListener tables) {
        if (of instanceof ReferencedValue<?, ?, ?> referred) {
            return field(table, referred, tables);
        }
        if (of instanceof ComposedExpression<?, ?> || of instanceof ComposedPredicate<?, ?>) {
            return composed(table, of, tables);
        }
        if (of instanceof Field<?> || !ExpressionResolver.hasParts(of)) {
            return null;
        }
        boolean[] isOne = {false};
        RowExpression expression = ExpressionResolver.resolve(table, of, part -> {
            Object resolved = part(table, part, tables);
            isOne[0] |= resolved != part;
            return resolved;
        });
        return expression == null || !isOne[0] ? null : new ResolvedValue<>(expression, of, null);
    }

    /** A part of an expression, resolved where it is by way of a reference. */
    @SuppressWarnings("unchecked") // of the table's entities
    private static <E> Object part(TableStore<E> table, Object of, FallbackListener tables) {
        if (of instanceof ReferencePath.Asked<?, ?>) {
            return new References(tables, null).resolved(table, (Predicate<? super E>) of);
        }
        ResolvedValue<E, ?> value = of instanceof ReferencedValue<?, ?, ?> referred
                ? field(table, referred, tables)
                : of instanceof ComposedExpression<?, ?> || of instanceof ComposedPredicate<?, ?>
                        ? composed(table, of, tables)
                        : null;
        return value == null ? of : value;
    }

    private static <E, V extends @Nullable Object> @Nullable ResolvedValue<E, V> composed(
            TableStore<E> table, Object of, FallbackListener tables) {
        Function<?, ?> first = of instanceof ComposedExpression<?, ?> expression
                ? expression.firstStep()
                : ((ComposedPredicate<?, ?>) of).firstStep();
        Object second = of instanceof ComposedExpression<?, ?> expression
                ? expression.secondStep()
                : ((ComposedPredicate<?, ?>) of).secondStep();
        ResolvedPath row = first instanceof ReferencePath<?, ?> path ? ResolvedPath.toRows(table, path, tables) : null;
        RowExpression expression = row == null ? null : ExpressionResolver.resolve(row.referred(), second);
        if (row == null || expression == null) {
            return null;
        }
        TableStore<?> referred = row.referred();
        ExpressionType type = of instanceof Expression<?> known ? known.expressionType() : ExpressionType.BOOLEAN;
        return new ResolvedValue<>(
                through(row, expression, type, table, referred, of),
                of,
                new ResolvedValue.Referred(row, referred, second));
    }

    private static <E, V extends @Nullable Object> @Nullable ResolvedValue<E, V> field(
            TableStore<E> table, ReferencedValue<?, ?, ?> of, FallbackListener tables) {
        ResolvedPath row = ResolvedPath.toRows(table, of.path(), tables);
        IntFunction<@Nullable Object> value = row == null ? null : ExpressionResolver.value(row.referred(), of.field());
        if (row == null || value == null) {
            return null;
        }
        TableStore<?> referred = row.referred();
        // of any class, which no type of Speedment's tells
        RowExpression expression = new RowExpression.Reference(ExpressionType.STRING_NULLABLE, at -> {
            int referredRow = row.applyAsInt(at);
            Object got = referredRow < 0 ? null : value.apply(referredRow);
            referred.keepAlive();
            return got;
        });
        return new ResolvedValue<>(expression, of, new ResolvedValue.Referred(row, referred, of.field()));
    }

    /** The function or predicate, resolved where it is by way of a reference. */
    @SuppressWarnings("unchecked") // of the table's entities
    static <E> Object function(TableStore<E> table, Object of, FallbackListener tables) {
        ResolvedValue<E, ?> value = value(table, of, tables);
        if (value != null) {
            return value;
        }
        return of instanceof Predicate<?> predicate
                ? predicate(table, (Predicate<? super E>) predicate, tables, null)
                : of;
    }

    /** The rows of another table to which rows lead, or −1. */
    record Followed(TableStore<?> table, IntUnaryOperator row) {}

    /** Where a function leads that is a reference; null where it is none, or tables are missing. */
    static @Nullable Followed follow(TableStore<?> table, Object function, FallbackListener tables) {
        if (!(function instanceof ReferencePath<?, ?> path)) {
            return null;
        }
        ResolvedPath row = ResolvedPath.toRows(table, path, tables);
        return row == null ? null : new Followed(row.referred(), row);
    }

    /**
     * An expression of the rows that are referred to, as one of those that refer. Speedment's composed expressions give null
     * where there is no entity, throw where a number of it is asked for, and have their own way with values that are NULL.
     */
    @SuppressWarnings("unchecked") // it is a function of the table's entities
    private static RowExpression through(
            IntUnaryOperator row,
            RowExpression of,
            ExpressionType type,
            TableStore<?> table,
            TableStore<?> referred,
            Object given) {
        IntPredicate nulls = at -> {
            int referredRow = row.applyAsInt(at);
            boolean isNull = referredRow < 0 || of.nulls().test(referredRow);
            referred.keepAlive();
            return isNull;
        };
        return switch (of) {
            case RowExpression.Whole whole -> {
                IntToLongFunction value = whole.value();
                yield new RowExpression.Whole(
                        type,
                        at -> {
                            long number = value.applyAsLong(present(row.applyAsInt(at)));
                            referred.keepAlive();
                            return number;
                        },
                        nulls);
            }
            case RowExpression.Real real -> {
                IntToDoubleFunction value = real.value();
                yield new RowExpression.Real(
                        type,
                        at -> {
                            double number = value.applyAsDouble(present(row.applyAsInt(at)));
                            referred.keepAlive();
                            return number;
                        },
                        nulls);
            }
            case RowExpression.Decimal decimal
            when !decimal.type().isNullable() -> {
                RowLongs unscaled = decimal.unscaled();
                yield new RowExpression.Decimal(
                        type,
                        decimal.scale(),
                        at -> {
                            long number = unscaled.applyAsLong(present(row.applyAsInt(at)));
                            referred.keepAlive();
                            return number;
                        },
                        decimal.least(),
                        decimal.greatest(),
                        nulls);
            }
            case RowExpression.Decimal _, RowExpression.Reference _ -> {
                IntFunction<@Nullable Object> value = of.boxed();
                Function<Object, @Nullable Object> function = (Function<Object, @Nullable Object>) given;
                yield new RowExpression.Reference(type, at -> {
                    int referredRow = row.applyAsInt(at);
                    Object got = referredRow < 0 ? null : value.apply(referredRow);
                    referred.keepAlive();
                    return got == null && referredRow >= 0 ? function.apply(table.entity(at)) : got;
                });
            }
        };
    }

    private static int present(int row) {
        if (row < 0) {
            throw new NullPointerException("A foreign key names no row.");
        }
        return row;
    }

    @SuppressWarnings("unchecked") // a predicate on another table has no filter
    private <R> @Nullable Filter filterOf(TableStore<R> table, Predicate<?> predicate) {
        return FilterResolver.resolve(table, resolved(table, (Predicate<? super R>) predicate));
    }
}
