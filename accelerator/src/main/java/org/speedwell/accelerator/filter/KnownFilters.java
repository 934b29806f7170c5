package org.speedwell.accelerator.filter;

import java.lang.classfile.Opcode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyCodec;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expr.KeyRange;
import org.speedwell.accelerator.lambda.Code;
import org.speedwell.accelerator.lambda.Evaluation;
import org.speedwell.accelerator.lambda.Known;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * Turns predicates that have been read from their bytecode into filters. What one says of NULL, and of a value where it is no plain
 * comparison, is found by computing it for that value. Where it may throw for any row it has no filter, so that it
 * is run row by row.
 */
final class KnownFilters {
    /** A column of so few keys is tested key by key. */
    private static final long MAX_TESTED_KEYS = 1 << 16;

    /** Methods of boxes that give the number as it is. */
    private static final Set<String> WIDENING = Set.of(
            "Byte.byteValue",
            "Byte.intValue",
            "Byte.longValue",
            "Short.shortValue",
            "Short.intValue",
            "Short.longValue",
            "Integer.intValue",
            "Integer.longValue",
            "Long.longValue");

    private final TableStore<?> table;
    private final List<? extends @Nullable Object> captured;

    private KnownFilters(TableStore<?> table, List<? extends @Nullable Object> captured) {
        this.table = table;
        this.captured = captured;
    }

    /** The filter of a predicate, or null where it has none. */
    static @Nullable Filter resolve(TableStore<?> table, Known<?, ?> predicate) {
        try {
            return new KnownFilters(table, predicate.captured()).filter(predicate.code(), Set.of());
        } catch (Unfit e) {
            return null;
        }
    }

    /** A predicate that has no filter. */
    private static final class Unfit extends RuntimeException {
        private static final long serialVersionUID = 1;
        static final Unfit UNFIT = new Unfit();

        private Unfit() {
            super(null, null, false, false);
        }
    }

    /** @param present fields of which only rows with a value are asked for */
    private Filter filter(Code code, Set<Code.Read> present) {
        Set<Code.Read> reads = new HashSet<>();
        collect(code, reads);
        if (reads.isEmpty()) {
            return truth(constant(code)) ? Filter.Constant.ALL : Filter.Constant.NONE;
        }
        if (reads.size() == 1) {
            Code.Read read = reads.iterator().next();
            return ofOne(code, read, ordered(read), present.contains(read));
        }
        Filter pair = reads.size() == 2 ? new KnownPairs(table, present).of(code) : null;
        if (pair != null) {
            return pair;
        }
        if (!(code instanceof Code.Choice choice)) {
            throw Unfit.UNFIT;
        }
        return parts(choice, present, null);
    }

    private static void collect(Code code, Set<Code.Read> reads) {
        if (code instanceof Code.Read read) {
            reads.add(read);
        }
        code.parts().forEach(part -> collect(part, reads));
    }

    private ColumnRef.Ordered ordered(Code.Read read) {
        int place = table.fields().place(read.field());
        if (place >= 0 && table.ref(place) instanceof ColumnRef.Ordered column) {
            return column;
        }
        throw Unfit.UNFIT;
    }

    /** @param of where all is of one column, of rows that have a value there; or null */
    private Filter parts(Code.Choice choice, Set<Code.Read> present, ColumnRef.@Nullable Ordered of) {
        Code condition = choice.condition();
        Code then = choice.then();
        Code otherwise = choice.otherwise();
        if (Code.FALSE.equals(then) && Code.TRUE.equals(otherwise)) {
            if (condition instanceof Code.Choice inner) {
                Code.Choice negated =
                        new Code.Choice(inner.condition(), Code.not(inner.then()), Code.not(inner.otherwise()));
                return part(negated, present, of);
            }
            throw Unfit.UNFIT;
        }
        Set<Code.Read> whereNot = condition instanceof Code.IsNull isNull && isNull.value() instanceof Code.Read read
                ? with(present, read)
                : present;
        Set<Code.Read> where = condition instanceof Code.Choice not
                        && not.condition() instanceof Code.IsNull isNull
                        && isNull.value() instanceof Code.Read read
                        && Code.FALSE.equals(not.then())
                        && Code.TRUE.equals(not.otherwise())
                ? with(present, read)
                : present;
        if (Code.FALSE.equals(otherwise)) {
            return new Filter.And(List.of(part(condition, present, of), part(then, where, of)));
        }
        if (Code.TRUE.equals(then)) {
            return new Filter.Or(List.of(part(condition, present, of), part(otherwise, whereNot, of)));
        }
        if (Code.FALSE.equals(then)) {
            return new Filter.And(List.of(part(Code.not(condition), present, of), part(otherwise, whereNot, of)));
        }
        if (Code.TRUE.equals(otherwise)) {
            return new Filter.Or(List.of(part(Code.not(condition), present, of), part(then, where, of)));
        }
        return new Filter.Or(List.of(
                new Filter.And(List.of(part(condition, present, of), part(then, where, of))),
                new Filter.And(List.of(part(Code.not(condition), present, of), part(otherwise, whereNot, of)))));
    }

    private Filter part(Code code, Set<Code.Read> present, ColumnRef.@Nullable Ordered of) {
        return of == null ? filter(code, present) : ofValues(code, of);
    }

    private static Set<Code.Read> with(Set<Code.Read> present, Code.Read read) {
        Set<Code.Read> more = new HashSet<>(present);
        more.add(read);
        return more;
    }

    /** Of a predicate on one column. */
    private Filter ofOne(Code code, Code.Read read, ColumnRef.Ordered column, boolean isPresent) {
        Code ofValue = assumePresent(code, read);
        boolean mayBeNull = !isPresent && column.column().nulls() > 0;
        boolean matchesNull = mayBeNull && truth(run(code, _ -> null));
        Filter values = ofValues(ofValue, column);
        return matchesNull ? new Filter.Or(List.of(values, new Filter.NullRows(column))) : values;
    }

    /** The same for rows that have a value in the column. */
    private static Code assumePresent(Code code, Code.Read read) {
        return switch (code) {
            case Code.IsNull isNull -> read.equals(isNull.value()) ? Code.FALSE : code;
            case Code.Require require -> {
                Code value = assumePresent(require.value(), read);
                yield read.equals(value) ? value : new Code.Require(value);
            }
            case Code.Choice choice ->
                Code.choice(
                        assumePresent(choice.condition(), read),
                        assumePresent(choice.then(), read),
                        assumePresent(choice.otherwise(), read));
            case Code.Compare compare ->
                new Code.Compare(
                        compare.operator(),
                        assumePresent(compare.first(), read),
                        assumePresent(compare.second(), read));
            case Code.Same same -> new Code.Same(assumePresent(same.first(), read), assumePresent(same.second(), read));
            case Code.Operator operator ->
                new Code.Operator(
                        operator.opcode(),
                        operator.operands().stream()
                                .map(operand -> assumePresent(operand, read))
                                .toList());
            case Code.Invoke invoke ->
                new Code.Invoke(
                        invoke.method(),
                        invoke.arguments().stream()
                                .map(argument -> assumePresent(argument, read))
                                .toList());
            default -> code;
        };
    }

    /** Of rows that have a value in the column, which is the only one that is read. */
    private Filter ofValues(Code code, ColumnRef.Ordered column) {
        Set<Code.Read> reads = new HashSet<>();
        collect(code, reads);
        if (reads.isEmpty()) {
            return truth(constant(code)) ? Filter.valid(column) : Filter.Constant.NONE;
        }
        boolean isNegated =
                code instanceof Code.Choice not && Code.FALSE.equals(not.then()) && Code.TRUE.equals(not.otherwise());
        Code test = isNegated ? ((Code.Choice) code).condition() : code;
        Filter range = switch (test) {
            case Code.Compare compare -> comparison(compare, column, isNegated);
            case Code.Same same -> equality(same.first(), same.second(), column, isNegated);
            case Code.Invoke invoke -> call(invoke, column, isNegated);
            case Code.Choice choice
            when !isNegated || test instanceof Code.Choice -> parts((Code.Choice) code, Set.of(), column);
            default -> null;
        };
        return range == null ? byKeys(code, column) : range;
    }

    private @Nullable Filter comparison(Code.Compare compare, ColumnRef.Ordered column, boolean isNegated) {
        boolean isMirrored = !reads(compare.first());
        ComparisonOperator operator = isMirrored ? compare.operator().mirrored() : compare.operator();
        Code of = isMirrored ? compare.second() : compare.first();
        Code with = isMirrored ? compare.first() : compare.second();
        if (reads(with)) {
            return null;
        }
        Object operand = constant(with);
        if (numberRead(of) != null && column.column().codec().isWhole() && operand instanceof Number number) {
            return Filter.of(column, KeyRange.of(operator, number.longValue()), isNegated ^ operator.isInverted());
        }
        if (of instanceof Code.Invoke invoke
                && invoke.method().name().endsWith(".compareTo")
                && Integer.valueOf(0).equals(operand)) {
            boolean isExchanged = !(invoke.arguments().getFirst() instanceof Code.Read);
            Code value = invoke.arguments().get(isExchanged ? 0 : 1);
            Code read = invoke.arguments().get(isExchanged ? 1 : 0);
            return read instanceof Code.Read && !reads(value)
                    ? ordered(isExchanged ? operator.mirrored() : operator, constant(value), column, isNegated)
                    : null;
        }
        return null;
    }

    /** The column of which it is the number as it is, however wide or boxed; or null. */
    static Code.@Nullable Read numberRead(Code code) {
        return switch (code) {
            case Code.Read read -> read.type() == boolean.class || read.type() == char.class ? null : read;
            case Code.Operator widened
            when widened.opcode() == Opcode.I2L -> numberRead(widened.operands().getFirst());
            case Code.Invoke unboxed
            when WIDENING.contains(unboxed.method().name()) ->
                unboxed.arguments().getFirst() instanceof Code.Read read ? read : null;
            default -> null;
        };
    }

    /** By the natural order of values that is also that of the keys. */
    private @Nullable Filter ordered(
            ComparisonOperator operator, @Nullable Object operand, ColumnRef.Ordered column, boolean isNegated) {
        if (!isComparable(operand, column) || operand == null) {
            return null;
        }
        KeyRange range = new KeyOrder(column.column().codec(), false).range(operator, operand);
        return Filter.of(column, range, isNegated ^ operator.isInverted());
    }

    /** Whether the codec knows values of the operand's class; of floating-point numbers that is left to them. */
    private static boolean isComparable(@Nullable Object operand, ColumnRef.Ordered column) {
        return operand != null
                && !(operand instanceof Float)
                && !(operand instanceof Double)
                && column.column().codec().takes(operand);
    }

    private @Nullable Filter equality(Code first, Code second, ColumnRef.Ordered column, boolean isNegated) {
        boolean isMirrored = !(first instanceof Code.Read);
        Code of = isMirrored ? second : first;
        Code with = isMirrored ? first : second;
        if (!(of instanceof Code.Read) || reads(with)) {
            return null;
        }
        Object operand = constant(with);
        return operand == null || !isComparable(operand, column)
                ? null
                : Filter.of(column, new KeyOrder(column.column().codec(), false).equal(operand), isNegated);
    }

    private @Nullable Filter call(Code.Invoke invoke, ColumnRef.Ordered column, boolean isNegated) {
        List<Code> arguments = invoke.arguments();
        String name = invoke.method().name();
        if (arguments.size() != 2 || arguments.stream().allMatch(KnownFilters::reads)) {
            return null;
        }
        String method = name.substring(name.indexOf('.') + 1);
        if (method.equals("equals")) {
            return equality(arguments.getFirst(), arguments.getLast(), column, isNegated);
        }
        if (!(arguments.getFirst() instanceof Code.Read)) {
            return null;
        }
        return switch (method) {
            case "before", "isBefore" ->
                ordered(ComparisonOperator.LESS_THAN, constant(arguments.getLast()), column, isNegated);
            case "after", "isAfter" ->
                ordered(ComparisonOperator.GREATER_THAN, constant(arguments.getLast()), column, isNegated);
            case "startsWith" -> startsWith(constant(arguments.getLast()), column, isNegated);
            case "contains", "endsWith" ->
                constant(arguments.getLast()) instanceof String part
                        ? TextFilters.ofMany(column, TextFilters.pattern(method, part), isNegated)
                        : null;
            default -> null;
        };
    }

    private static @Nullable Filter startsWith(@Nullable Object of, ColumnRef.Ordered column, boolean isNegated) {
        KeyRange range = of instanceof String prefix ? FilterResolver.startsWith(column, prefix) : null;
        return range == null ? null : Filter.of(column, range, isNegated);
    }

    private Filter byKeys(Code code, ColumnRef.Ordered column) {
        KeyColumn of = column.column();
        KeyCodec codec = of.codec();
        long count = of.isEmpty() ? 1 : codec.count(of.min(), of.max());
        if (count <= 0 || count > Math.min(MAX_TESTED_KEYS, of.rows()) + 1) {
            throw Unfit.UNFIT;
        }
        if (of.isEmpty()) {
            return Filter.Constant.NONE;
        }
        @Nullable Object[] value = {null};
        IntFunction<@Nullable Object> test = new Evaluation(_ -> _ -> value[0], captured).of(code);
        long[] keys = codec.keys(of.min(), of.max())
                .filter(key -> {
                    value[0] = codec.value(key);
                    return truth(run(test));
                })
                .toArray();
        return new Filter.KeySet(column, keys, false, false);
    }

    private static boolean reads(Code code) {
        return code instanceof Code.Read || code.parts().stream().anyMatch(KnownFilters::reads);
    }

    private @Nullable Object constant(Code code) {
        return run(code, _ -> null);
    }

    private @Nullable Object run(Code code, IntFunction<@Nullable Object> field) {
        return run(new Evaluation(_ -> field, captured).of(code));
    }

    /** Whatever is thrown, the function throws it itself, row by row. */
    private static @Nullable Object run(IntFunction<@Nullable Object> computation) {
        try {
            return computation.apply(0);
        } catch (RuntimeException e) {
            throw Unfit.UNFIT;
        }
    }

    private static boolean truth(@Nullable Object value) {
        return Evaluation.isTrue(value);
    }
}
