package org.speedwell.accelerator.expression;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.KeyCodec;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.FixedElements;
import org.speedwell.accelerator.expr.Interpreter;
import org.speedwell.accelerator.expr.KeyRange;
import org.speedwell.accelerator.expr.Kind;
import org.speedwell.accelerator.expr.Logic;
import org.speedwell.accelerator.expr.Matching;
import org.speedwell.accelerator.expr.PureMethod;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.filter.ColumnReads;
import org.speedwell.accelerator.filter.ConditionCompiler;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.filter.KeyOrder;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.text.TextPattern;

/**
 * A translator from conditions to filters.
 *
 * <p>The translator evaluates a condition for NULL to decide whether NULL rows match. If the condition is not a plain
 * comparison, it evaluates the condition for each key of the column.
 *
 * <p>A condition has no filter if it may throw for a row or calls a function of the user. The caller then tests it row
 * by row.
 */
final class ExprFilters {
    /** The largest number of keys of a column that the translator tests key by key. */
    private static final long MAX_TESTED_KEYS = 1 << 16;

    private final TableStore<?> table;
    private final ConditionCompiler compiler;

    private ExprFilters(TableStore<?> table, ConditionCompiler compiler) {
        this.table = table;
        this.compiler = compiler;
    }

    /** Returns the filter of a condition; null if it has none. */
    static @Nullable Filter resolve(TableStore<?> table, Expr condition, ConditionCompiler compiler) {
        try {
            return new ExprFilters(table, compiler).filter(condition, Set.of());
        } catch (Unfit e) {
            return null;
        }
    }

    /** Returns a column of a table in memory; null if the table has no such column or its keys have no order. */
    static ColumnRef.@Nullable Ordered ordered(TableStore<?> table, Expr.Column read) {
        int place = table.place(read);
        return place >= 0 && table.ref(place) instanceof ColumnRef.Ordered column ? column : null;
    }

    /** The signal that a condition has no filter. */
    private static final class Unfit extends RuntimeException {
        private static final long serialVersionUID = 1;

        static final Unfit UNFIT = new Unfit();

        private Unfit() {
            super(null, null, false, false);
        }
    }

    /**
     * Translates a condition: to a filter on keys if possible, otherwise by the compiler.
     *
     * @param present columns whose NULL rows need not match
     */
    private Filter filter(Expr condition, Set<Expr.Column> present) {
        try {
            return ofKeys(condition, present);
        } catch (Unfit e) {
            Filter computed = compiler.compile(table, condition, present);
            if (computed == null) {
                throw e;
            }
            return computed;
        }
    }

    /** Translates a condition to a filter on the keys of columns. */
    private Filter ofKeys(Expr condition, Set<Expr.Column> present) {
        if (condition instanceof Expr.Given given) {
            return given(given);
        }
        if (condition.readsReferenced()) {
            return referring(condition, present);
        }
        if (condition.hasGiven()) {
            return parts(condition, present, null);
        }
        Set<Expr.Column> reads = new HashSet<>();
        collect(condition, reads);
        if (reads.isEmpty()) {
            return isTrue(condition, null) ? Filter.Constant.ALL : Filter.Constant.NONE;
        }
        if (reads.size() == 1) {
            Expr.Column read = reads.iterator().next();
            return ofOne(condition, read, ordered(read), present.contains(read));
        }
        Filter pair = reads.size() == 2 ? new ColumnPairs(table, present).of(condition) : null;
        return pair == null ? parts(condition, present, null) : pair;
    }

    /** Translates a predicate of Speedment on a field. */
    private Filter given(Expr.Given given) {
        Filter filter = given.row() == Row.FIRST && given.function() instanceof Predicate<?> predicate
                ? FilterResolver.resolveAny(table, predicate, compiler)
                : null;
        if (filter == null) {
            throw Unfit.UNFIT;
        }
        return filter;
    }

    /**
     * Creates one filter for all parts of a condition that read referenced rows, so that a scan follows each reference
     * once.
     */
    private Filter referring(Expr condition, Set<Expr.Column> present) {
        List<Expr> all = condition instanceof Expr.And and ? and.conditions() : List.of(condition);
        List<Expr> own = new ArrayList<>();
        List<Expr> referring = new ArrayList<>();
        Set<Expr.Column> known = new HashSet<>(present);
        for (Expr part : all) {
            (part.readsReferenced() ? referring : own).add(part);
            if (referring.isEmpty() && guarded(part, true) instanceof Expr.Column column) {
                known.add(column);
            }
        }
        Filter others = compiler.compile(table, Logic.and(referring), known);
        if (others == null) {
            throw Unfit.UNFIT;
        }
        List<Filter> filters = parts(own, true, present, null);
        filters.add(others);
        return filters.size() == 1 ? others : new Filter.And(filters);
    }

    private static void collect(Expr of, Set<Expr.Column> reads) {
        if (of instanceof Expr.Call call && !call.callee().isPure()) {
            throw Unfit.UNFIT;
        }
        if (of instanceof Expr.Column read) {
            reads.add(read);
        }
        of.operands().forEach(operand -> collect(operand, reads));
    }

    private static boolean reads(Expr of) {
        return of.any(part -> part instanceof Expr.Column);
    }

    private ColumnRef.Ordered ordered(Expr.Column read) {
        ColumnRef.Ordered column = ordered(table, read);
        if (column == null) {
            throw Unfit.UNFIT;
        }
        return column;
    }

    /**
     * Translates the parts of a compound condition.
     *
     * @param of the only column that the condition reads, for rows with a value there; null if it reads several columns
     */
    private Filter parts(Expr condition, Set<Expr.Column> present, ColumnRef.@Nullable Ordered of) {
        return switch (condition) {
            case Expr.And and -> both(parts(and.conditions(), true, present, of));
            case Expr.Or or -> either(parts(or.conditions(), false, present, of));
            case Expr.Choice choice -> {
                Expr not = Logic.not(choice.condition());
                yield new Filter.Or(List.of(
                        new Filter.And(parts(List.of(choice.condition(), choice.then()), true, present, of)),
                        new Filter.And(parts(List.of(not, choice.otherwise()), true, present, of))));
            }
            case Expr.Leaf _,
                    Expr.Convert _,
                    Expr.Unary _,
                    Expr.Binary _,
                    Expr.Compare _,
                    Expr.Sign _,
                    Expr.Equal _,
                    Expr.In _,
                    Expr.IsNull _,
                    Expr.Require _,
                    Expr.Not _,
                    Expr.Call _,
                    Expr.Optional _,
                    Expr.DecimalCase _ -> throw Unfit.UNFIT;
        };
    }

    /** Returns the filter of rows that match all filters. Two ranges of a column become one, as in {@code between}. */
    private static Filter both(List<Filter> filters) {
        List<Filter> some = new ArrayList<>();
        for (Filter filter : filters) {
            Filter last = some.isEmpty() ? null : some.getLast();
            if (last instanceof Filter.InRange one
                    && filter instanceof Filter.InRange other
                    && !one.inverted()
                    && !other.inverted()
                    && one.column().equals(other.column())) {
                KeyRange range = new KeyRange(one.low(), one.high()).and(new KeyRange(other.low(), other.high()));
                some.set(some.size() - 1, Filter.of(one.column(), range, false));
            } else {
                some.add(filter);
            }
        }
        return some.size() == 1 ? some.getFirst() : new Filter.And(some);
    }

    /** Returns the filter of rows that match one of several filters. Several single keys of a column become a set. */
    private static Filter either(List<Filter> filters) {
        List<Filter> some = filters.stream()
                .filter(filter -> filter != Filter.Constant.NONE)
                .toList();
        long[] keys = some.stream()
                .filter(filter -> filter instanceof Filter.InRange range
                        && range.low() == range.high()
                        && !range.inverted()
                        && some.getFirst() instanceof Filter.InRange first
                        && first.column().equals(range.column()))
                .mapToLong(filter -> ((Filter.InRange) filter).low())
                .toArray();
        return keys.length == some.size() && keys.length > 0
                ? Filter.KeySet.of(((Filter.InRange) some.getFirst()).column(), keys, keys.length, false)
                : new Filter.Or(filters);
    }

    /**
     * Translates the parts in order. A later part of a conjunction runs only for rows that match the earlier parts. A
     * later part of a disjunction runs only for the other rows.
     */
    private List<Filter> parts(
            List<Expr> conditions, boolean isAnd, Set<Expr.Column> present, ColumnRef.@Nullable Ordered of) {
        Set<Expr.Column> known = new HashSet<>(present);
        List<Filter> filters = new ArrayList<>();
        for (Expr condition : conditions) {
            filters.add(of == null ? filter(condition, known) : ofValues(condition, of));
            if (guarded(condition, isAnd) instanceof Expr.Column read) {
                known.add(read);
            }
        }
        return filters;
    }

    /**
     * Returns the expression that is not null when a part of a conjunction holds, or when a part of a disjunction does
     * not. Returns null if the part says nothing about nulls.
     */
    private static @Nullable Expr guarded(Expr condition, boolean isAnd) {
        return (isAnd ? Logic.not(condition) : condition) instanceof Expr.IsNull isNull ? isNull.value() : null;
    }

    /** Translates a condition on one column. */
    private Filter ofOne(Expr condition, Expr.Column read, ColumnRef.Ordered column, boolean isPresent) {
        boolean mayBeNull = !isPresent && column.column().nulls() > 0;
        boolean matchesNull = mayBeNull && isTrue(condition, null);
        Filter values = ofValues(assumePresent(condition, read), column);
        if (!matchesNull) {
            return values;
        }
        Filter nulls = new Filter.NullRows(column);
        return values == Filter.Constant.NONE ? nulls : new Filter.Or(List.of(values, nulls));
    }

    /** Simplifies a condition for rows that have a value in the column. */
    private static Expr assumePresent(Expr of, Expr.Column read) {
        if (of instanceof Expr.IsNull isNull && isNull.value().equals(read)) {
            return Expr.FALSE;
        }
        if (of instanceof Expr.Require require && require.value().equals(read)) {
            return read;
        }
        return of.with(of.operands().stream()
                .map(operand -> assumePresent(operand, read))
                .toList());
    }

    /** Translates a condition for rows that have a value in the column. The condition reads no other column. */
    private Filter ofValues(Expr condition, ColumnRef.Ordered column) {
        if (!reads(condition)) {
            return isTrue(condition, null) ? Filter.valid(column) : Filter.Constant.NONE;
        }
        boolean isNegated = condition instanceof Expr.Not;
        Filter range = switch (condition instanceof Expr.Not not ? not.value() : condition) {
            case Expr.Compare compare -> comparison(compare, column, isNegated);
            case Expr.Equal equal -> equality(equal.first(), equal.second(), column, isNegated);
            case Expr.Call call -> call(call, column, isNegated);
            case Expr.And _, Expr.Or _, Expr.Choice _ when !isNegated -> parts(condition, Set.of(), column);
            case Expr.Leaf _,
                    Expr.Convert _,
                    Expr.Unary _,
                    Expr.Binary _,
                    Expr.Sign _,
                    Expr.In _,
                    Expr.IsNull _,
                    Expr.Require _,
                    Expr.Choice _,
                    Expr.And _,
                    Expr.Or _,
                    Expr.Not _,
                    Expr.Optional _,
                    Expr.DecimalCase _ -> null;
        };
        return range == null ? byKeys(condition, column) : range;
    }

    private @Nullable Filter comparison(Expr.Compare compare, ColumnRef.Ordered column, boolean isNegated) {
        boolean isMirrored = !reads(compare.first());
        ComparisonOperator operator = isMirrored ? compare.operator().mirrored() : compare.operator();
        Expr of = isMirrored ? compare.second() : compare.first();
        Expr with = isMirrored ? compare.first() : compare.second();
        if (reads(with)) {
            return null;
        }
        Object operand = value(with, null);
        boolean isWhole = isNumber(of, column.column()) && with.kind().isWhole() && with.kind() != Kind.BOOLEAN;
        if (isWhole && operand instanceof Number number) {
            return Filter.of(column, KeyRange.of(operator, number.longValue()), isNegated ^ operator.isInverted());
        }
        return compare.order() == Expr.Order.NATURAL && of instanceof Expr.Column
                ? ordered(operator, operand, column, isNegated)
                : null;
    }

    /**
     * Returns whether an expression equals the whole number that is the column's key. A conversion counts if it can
     * represent all values of the column.
     */
    private static boolean isNumber(Expr of, KeyColumn column) {
        if (!column.codec().isWhole()) {
            return false;
        }
        return ColumnReads.number(of) != null
                || of instanceof Expr.Call call
                        && call.callee() instanceof Callees.FieldFunction function
                        && function.isOwn()
                        && call.arguments().getFirst() instanceof Expr.Column
                        && (function.kind() == Kind.LONG
                                || function.kind() == Kind.INT
                                        && column.min() >= Integer.MIN_VALUE
                                        && column.max() <= Integer.MAX_VALUE);
    }

    /** Translates a comparison by the natural order of the values, which equals the order of the keys. */
    private static @Nullable Filter ordered(
            ComparisonOperator operator, @Nullable Object operand, ColumnRef.Ordered column, boolean isNegated) {
        if (operand == null || !isComparable(operand, column)) {
            return null;
        }
        KeyRange range = new KeyOrder(column.column().codec(), false).range(operator, operand);
        return Filter.of(column, range, isNegated ^ operator.isInverted());
    }

    /**
     * Returns whether the codec can compare its values with the operand. Floating-point operands are excluded; the
     * values themselves compare them.
     */
    private static boolean isComparable(Object operand, ColumnRef.Ordered column) {
        return !(operand instanceof Float)
                && !(operand instanceof Double)
                && column.column().codec().takes(operand);
    }

    private static @Nullable Filter equality(Expr first, Expr second, ColumnRef.Ordered column, boolean isNegated) {
        boolean isMirrored = !(first instanceof Expr.Column);
        Expr of = isMirrored ? second : first;
        Expr with = isMirrored ? first : second;
        if (!(of instanceof Expr.Column) || reads(with)) {
            return null;
        }
        Object operand = value(with, null);
        return operand == null || !isComparable(operand, column)
                ? null
                : Filter.of(column, new KeyOrder(column.column().codec(), false).equal(operand), isNegated);
    }

    private static @Nullable Filter call(Expr.Call call, ColumnRef.Ordered column, boolean isNegated) {
        if (call.callee() instanceof Callees.HasKey known && call.arguments().getFirst() instanceof Expr.Column) {
            long[] keys = FilterResolver.keys(known.keys(), column.column().codec());
            return keys == null ? null : new Filter.KeySet(column, keys, isNegated, false);
        }
        if (call.callee() instanceof FixedElements.Contains) {
            long[] keys = call.arguments().getLast() instanceof Expr.Column
                            && value(call.arguments().getFirst(), null) instanceof FixedElements elements
                    ? FilterResolver.keys(
                            elements.values(), true, column.column().codec())
                    : null;
            return keys == null ? null : new Filter.KeySet(column, keys, isNegated, false);
        }
        if (call.callee() instanceof Matching matching && call.arguments().getFirst() instanceof Expr.Column) {
            TextPattern pattern = TextPattern.ofRegex(matching.regex());
            return pattern == null ? null : TextFilters.of(column, pattern, isNegated);
        }
        if (!(call.callee() instanceof PureMethod method)
                || call.arguments().size() != 2
                || !(call.arguments().getFirst() instanceof Expr.Column)
                || reads(call.arguments().getLast())
                || !(value(call.arguments().getLast(), null) instanceof String part)) {
            return null;
        }
        return switch (method.name()) {
            case "String.startsWith" -> {
                KeyRange range = FilterResolver.startsWith(column, part);
                yield range == null ? null : Filter.of(column, range, isNegated);
            }
            case "String.contains" -> TextFilters.of(column, TextPattern.contains(part), isNegated);
            case "String.endsWith" -> TextFilters.of(column, TextPattern.endsWith(part), isNegated);
            default -> null;
        };
    }

    private static Filter byKeys(Expr condition, ColumnRef.Ordered column) {
        KeyColumn of = column.column();
        KeyCodec codec = of.codec();
        long count = of.isEmpty() ? 1 : codec.count(of.min(), of.max());
        if (count <= 0 || count > Math.min(MAX_TESTED_KEYS, of.rows()) + 1) {
            throw Unfit.UNFIT;
        }
        if (of.isEmpty()) {
            return Filter.Constant.NONE;
        }
        long[] keys = codec.keys(of.min(), of.max())
                .filter(key -> isTrue(condition, codec.value(key)))
                .toArray();
        int last = keys.length - 1;
        return last >= 0 && keys[last] - keys[0] == last
                ? new Filter.InRange(column, keys[0], keys[last], false)
                : new Filter.KeySet(column, keys, false, false);
    }

    private static boolean isTrue(Expr condition, @Nullable Object column) {
        return Boolean.TRUE.equals(value(condition, column));
    }

    /**
     * Evaluates an expression. An exception means that there is no filter: the row-by-row evaluation throws it again
     * for the right row.
     */
    private static @Nullable Object value(Expr of, @Nullable Object column) {
        try {
            return new Interpreter(_ -> column).value(of);
        } catch (RuntimeException e) {
            throw Unfit.UNFIT;
        }
    }
}
