package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.compute.expression.ComposedExpression;
import com.speedment.runtime.compute.expression.Expression;
import com.speedment.runtime.compute.expression.ExpressionType;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.predicate.CombinedPredicate;
import com.speedment.runtime.field.predicate.ComposedPredicate;
import com.speedment.runtime.field.predicate.FieldPredicate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyCodec;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.column.KeySpace;
import org.speedwell.accelerator.expression.ExpressionResolver;
import org.speedwell.accelerator.expression.ResolvedValue;
import org.speedwell.accelerator.expression.RowExpression;
import org.speedwell.accelerator.expression.RowLongs;
import org.speedwell.accelerator.expression.RowMapping;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.filter.FilterResolver;
import org.speedwell.accelerator.filter.ResolvedPredicate;
import org.speedwell.accelerator.index.RowFinder;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.kernel.RowBlock;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.plan.Execution;
import org.speedwell.accelerator.plan.Logical;
import org.speedwell.accelerator.plan.Planner;
import org.speedwell.accelerator.plan.Profile;
import org.speedwell.accelerator.store.ColumnRef;
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
        boolean mayAsk = !(of instanceof FieldPredicate<?>)
                && (of instanceof ReferencePath.Asked<?, ?>
                        || of instanceof ComposedPredicate<?, ?>
                        || of instanceof CombinedPredicate<?>
                        || ExpressionResolver.hasParts(of));
        return mayAsk ? new References(tables, profile).resolved(table, of) : of;
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
        List<Predicate<? super E>> parts = new ArrayList<>();
        boolean isNew = false;
        for (Object part : combined.stream().toArray()) {
            Predicate<? super E> resolved = resolved(table, (Predicate<? super E>) part);
            parts.add(resolved);
            isNew |= resolved != part;
        }
        if (!isNew) {
            return of;
        }
        return combined.getType() == CombinedPredicate.Type.AND
                ? CombinedPredicate.and(parts)
                : CombinedPredicate.or(parts);
    }

    /** Null where a part of it cannot be read from columns. */
    private @Nullable Filter filter(TableStore<?> table, ReferencePath.Asked<?, ?> asked) {
        List<Step> steps = steps(table, asked.path());
        if (steps == null) {
            return null;
        }
        Step last = steps.getLast();
        Filter filter = asked.keys() == null
                ? last.keysOf(this, asked.predicate())
                : last.keysOf(asked.keys().all());
        for (int i = steps.size() - 2; i >= 0 && filter != null; i--) {
            filter = steps.get(i).keysOf(this, filter);
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
        RowMapping row =
                first instanceof ReferencePath<?, ?> path ? new References(tables, null).row(table, path) : null;
        TableStore<?> referred = row == null ? null : referred((ReferencePath<?, ?>) first, tables);
        RowExpression expression = referred == null ? null : ExpressionResolver.resolve(referred, second);
        if (row == null || expression == null || referred == null) {
            return null;
        }
        ExpressionType type = of instanceof Expression<?> known ? known.expressionType() : ExpressionType.BOOLEAN;
        return new ResolvedValue<>(
                through(row, expression, type, table, referred, of),
                of,
                new ResolvedValue.Referred(row, referred, second));
    }

    private static <E, V extends @Nullable Object> @Nullable ResolvedValue<E, V> field(
            TableStore<E> table, ReferencedValue<?, ?, ?> of, FallbackListener tables) {
        RowMapping row = new References(tables, null).row(table, of.path());
        TableStore<?> referred = row == null ? null : referred(of.path(), tables);
        IntFunction<@Nullable Object> value = referred == null ? null : ExpressionResolver.value(referred, of.field());
        if (row == null || value == null || referred == null) {
            return null;
        }
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
        IntUnaryOperator row = new References(tables, null).row(table, path);
        TableStore<?> to = row == null ? null : referred(path, tables);
        return row == null || to == null ? null : new Followed(to, row);
    }

    private static @Nullable TableStore<?> referred(ReferencePath<?, ?> path, FallbackListener tables) {
        return tables.table(path.hops().getLast().table());
    }

    /** The rows that rows refer to, or −1; null where keys have no index, or tables are missing. */
    @Nullable
    RowMapping row(TableStore<?> table, ReferencePath<?, ?> path) {
        List<Step> steps = steps(table, path);
        return steps == null || steps.stream().anyMatch(step -> step.key.index() == null) ? null : new Mapping(steps);
    }

    /** One step behind the other. */
    private record Mapping(List<Step> steps) implements RowMapping {
        @Override
        public int applyAsInt(int from) {
            int row = from;
            for (int i = 0; i < steps.size() && row >= 0; i++) {
                row = steps.get(i).row(row);
            }
            for (Step step : steps) {
                step.table.keepAlive();
            }
            return row;
        }

        @Override
        public void map(int[] rows, int count, int[] into) {
            System.arraycopy(rows, 0, into, 0, count);
            long[] keys = new long[count];
            for (Step step : steps) {
                step.map(into, count, keys);
                step.table.keepAlive();
            }
        }
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

    /**
     * One foreign key and what it refers to, as columns.
     *
     * @param translation from the keys of the one to those of the foreign key
     * @param there from those of the foreign key
     */
    private record Step(
            ColumnRef.Ordered foreign,
            TableStore<?> table,
            ColumnRef.Ordered key,
            KeySpace.Translation translation,
            KeySpace.Translation there) {

        /** The filter of the foreign key for the rows of which a predicate holds; null where it cannot be read. */
        @Nullable
        Filter keysOf(References references, @Nullable Predicate<?> predicate) {
            Filter filter = predicate == null ? Filter.Constant.ALL : references.filterOf(table, predicate);
            return filter == null ? null : keysOf(references, filter);
        }

        Filter keysOf(References references, Filter filter) {
            Rows rows = new Execution(table, false, references.profile)
                    .run(new Planner(table).rows(Logical.filtered(Logical.TABLE, filter)));
            KeyColumn column = key.column();
            long[] keys = new long[rows.size()];
            RowBlock block = new RowBlock(1);
            long[] read = new long[RowBlock.CAPACITY];
            int size = 0;
            for (int place = 0; place < keys.length; place += block.size) {
                block.fill(rows, place);
                column.keys(block.rows[0], block.size, read);
                for (int i = 0; i < block.size; i++) {
                    long translated = column.nulls() > 0 && column.isNull(block.rows[0][i])
                            ? KeySpace.Translation.NONE
                            : translation.of(read[i]);
                    if (translated != KeySpace.Translation.NONE) {
                        keys[size++] = translated;
                    }
                }
            }
            table.keepAlive();
            return set(Arrays.copyOf(keys, size));
        }

        Filter keysOf(Iterable<?> values) {
            KeyCodec own = key.column().codec();
            long[] keys = new long[16];
            int size = 0;
            for (Object value : values) {
                long translated = own.canEqual(value) ? translation.of(own.floor(value)) : KeySpace.Translation.NONE;
                if (translated != KeySpace.Translation.NONE) {
                    keys = size == keys.length ? Arrays.copyOf(keys, 2 * size) : keys;
                    keys[size++] = translated;
                }
            }
            return set(Arrays.copyOf(keys, size));
        }

        private Filter set(long[] keys) {
            Arrays.sort(keys);
            int size = 0;
            for (int i = 0; i < keys.length; i++) {
                if (i == 0 || keys[i] != keys[i - 1]) {
                    keys[size++] = keys[i];
                }
            }
            return size == 0
                    ? Filter.Constant.NONE
                    : new Filter.KeySet(foreign, Arrays.copyOf(keys, size), false, false);
        }

        /** The row that a row refers to, or −1. */
        int row(int from) {
            KeyColumn column = foreign.column();
            if (column.isNull(from)) {
                return -1;
            }
            SortedIndex index = requireNonNull(key.index());
            long wanted = there.of(column.key(from));
            int position = index.below(wanted);
            return position < index.through(wanted) ? index.row(position) : -1;
        }

        /** As {@link #row}, of many; −1 stays. */
        void map(int[] rows, int count, long[] keys) {
            KeyColumn column = foreign.column();
            RowFinder finder = new RowFinder(requireNonNull(key.index()));
            if (column.nulls() > 0 || IntStream.range(0, count).anyMatch(i -> rows[i] < 0)) {
                for (int i = 0; i < count; i++) {
                    boolean isNone = rows[i] < 0 || column.isNull(rows[i]);
                    rows[i] = isNone ? -1 : finder.find(there.of(column.key(rows[i])));
                }
                return;
            }
            column.keys(rows, count, keys);
            if (there.isIdentity()) {
                for (int i = 0; i < count; i++) {
                    rows[i] = finder.find(keys[i]);
                }
            } else {
                for (int i = 0; i < count; i++) {
                    rows[i] = finder.find(there.of(keys[i]));
                }
            }
        }
    }

    @SuppressWarnings("unchecked") // a predicate on another table has no filter
    private <R> @Nullable Filter filterOf(TableStore<R> table, Predicate<?> predicate) {
        return FilterResolver.resolve(table, resolved(table, (Predicate<? super R>) predicate));
    }

    private @Nullable List<Step> steps(TableStore<?> table, ReferencePath<?, ?> path) {
        List<Step> steps = new ArrayList<>();
        TableStore<?> from = table;
        for (ReferencePath.Hop hop : path.hops()) {
            TableStore<?> to = tables.table(hop.table());
            if (to == null
                    || !(from.ref(hop.foreignKey().identifier()) instanceof ColumnRef.Ordered foreign)
                    || !(to.ref(hop.key().identifier()) instanceof ColumnRef.Ordered key)) {
                return null;
            }
            boolean isSame = isSameNumbers(foreign.column(), key.column());
            if (!isSame
                    && foreign.column().codec().valueClass()
                            != key.column().codec().valueClass()) {
                return null;
            }
            steps.add(new Step(
                    foreign,
                    to,
                    key,
                    isSame
                            ? KeySpace.Translation.IDENTITY
                            : key.column().space().to(foreign.column().space()),
                    isSame
                            ? KeySpace.Translation.IDENTITY
                            : foreign.column().space().to(key.column().space())));
            from = to;
        }
        return steps;
    }

    private static boolean isSameNumbers(KeyColumn one, KeyColumn other) {
        return one.codec().isWhole() && other.codec().isWhole();
    }
}
