package org.speedwell.accelerator.eval;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.LongToIntFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.KeyCodec;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.eval.RowExpression.Decimal;
import org.speedwell.accelerator.eval.RowExpression.Real;
import org.speedwell.accelerator.eval.RowExpression.Reference;
import org.speedwell.accelerator.eval.RowExpression.Whole;
import org.speedwell.accelerator.expr.Callee;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Interpreter;
import org.speedwell.accelerator.expr.Kind;
import org.speedwell.accelerator.expr.PureMethod;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.expression.Callees;
import org.speedwell.accelerator.expression.EntityCall;
import org.speedwell.accelerator.filter.RowTest;
import org.speedwell.accelerator.kernel.SelectorBuilder;
import org.speedwell.accelerator.store.TableStore;

/**
 * A compiler of expressions into functions of the rows of a scope. It computes numbers as longs and doubles, without
 * objects. The functions have the same results as {@link Interpreter}.
 */
final class ExprCompiler {
    private final RowScope scope;

    ExprCompiler(RowScope scope) {
        this.scope = scope;
    }

    /** Returns the function of an expression. All its columns must be in memory. */
    RowExpression compile(Expr of) {
        RowScope.Way way = scope.way(of);
        if (way == null) {
            return direct(of);
        }
        RowExpression value = through(way);
        return isNeverNull(of) ? required(value) : value;
    }

    /** Returns whether an expression throws, instead of returning null, if a value that it needs is null. */
    private static boolean isNeverNull(Expr of) {
        return switch (of) {
            case Expr.Exists _,
                    Expr.Convert _,
                    Expr.Unary _,
                    Expr.Binary _,
                    Expr.Condition _,
                    Expr.Sign _,
                    Expr.Require _ -> true;
            case Expr.Call call ->
                call.callee() instanceof PureMethod method
                        && method.type().returnType().isPrimitive();
            case Expr.Column _,
                    Expr.Given _,
                    Expr.Constant _,
                    Expr.Parameter _,
                    Expr.Choice _,
                    Expr.Optional _,
                    Expr.DecimalCase _ -> false;
        };
    }

    private RowExpression direct(Expr of) {
        return switch (of) {
            case Expr.Column column -> column(column);
            case Expr.Constant constant -> constant(constant.value());
            case Expr.Given given when given.function() instanceof EntityCall<?> call -> called(call);
            case Expr.Convert convert -> convert(compile(convert.value()), convert.kind());
            case Expr.Unary unary -> unary(unary);
            case Expr.Binary binary -> binary(binary);
            case Expr.Sign sign -> sign(sign);
            case Expr.Require require -> required(compile(require.value()));
            case Expr.Choice choice -> choice(choice);
            case Expr.Call call -> call(call);
            case Expr.Optional optional -> {
                IntFunction<@Nullable Object> value = compile(optional.value()).boxed();
                Class<?> type = optional.type();
                yield new Reference(row -> Interpreter.optional(type, value.apply(row)));
            }
            case Expr.DecimalCase cases -> cases(cases);
            case Expr.Given _, Expr.Exists _, Expr.Condition _ ->
                RowExpression.whole(Kind.BOOLEAN, RowLongs.of(test(of)));
            case Expr.Parameter _ -> throw new IllegalArgumentException("A parameter has no value yet: " + of);
        };
    }

    /** Returns the test of a row that evaluates a condition. */
    RowTest test(Expr condition) {
        RowScope.Way way = scope.way(condition);
        if (way != null) {
            return BlockTest.of(longs(through(way)));
        }
        return switch (condition) {
            case Expr.Constant constant -> {
                boolean value = Boolean.TRUE.equals(constant.value());
                yield _ -> value;
            }
            case Expr.And and ->
                new BlockTest.All(and.conditions().stream().map(this::test).toArray(RowTest[]::new));
            case Expr.Or or ->
                new BlockTest.Any(or.conditions().stream().map(this::test).toArray(RowTest[]::new));
            case Expr.Not not -> {
                RowTest test = test(not.value());
                yield test instanceof ReferredNulls nulls ? nulls.negated() : new BlockTest.Not(test);
            }
            case Expr.Exists exists -> {
                RowMapping rows = scope.mapping(exists.row());
                yield row -> rows.applyAsInt(row) >= 0;
            }
            case Expr.IsNull isNull
            when isNull.value() instanceof Expr.Choice choice
                    && choice.otherwise().equals(Expr.THROW) ->
                test(new Expr.Choice(choice.condition(), new Expr.IsNull(choice.then()), Expr.THROW));
            case Expr.IsNull isNull -> {
                IntPredicate nulls = compile(isNull.value()).nulls();
                yield nulls instanceof RowTest test ? test : nulls::test;
            }
            case Expr.Compare compare -> comparison(compare);
            case Expr.Equal equal -> equality(equal);
            case Expr.In in -> {
                IntFunction<@Nullable Object> value = compile(in.value()).boxed();
                yield row -> Interpreter.contains(in.set(), value.apply(row));
            }
            case Expr.Given given
            when given.function() instanceof Predicate<?> predicate ->
                new SelectorBuilder(scope.own().table())
                        .build(requireNonNull(scope.own().filter(predicate)));
            case Expr.Column _, Expr.Given _, Expr.Parameter _, Expr.Operation _ ->
                BlockTest.of(longs(compile(condition)));
        };
    }

    @SuppressWarnings("unchecked") // the function takes the table's entities
    private Reference called(EntityCall<?> call) {
        Function<Object, ? extends @Nullable Object> function =
                (Function<Object, ? extends @Nullable Object>) call.function();
        TableStore<?> table = scope.own().table();
        return new Reference(row -> function.apply(table.entity(row)));
    }

    /** Returns an expression of other rows as an expression of the rows that lead to them. */
    private RowExpression through(RowScope.Way way) {
        RowMapping path = way.rows();
        TableStore<?> referred = way.scope().table();
        RowExpression inner = new ExprCompiler(way.scope()).compile(way.inner());
        RowTest nulls = new ReferredNulls(path, referred, inner.nulls(), true);
        return switch (inner) {
            case Whole whole -> new Whole(whole.kind(), new ReferredLongs(path, referred, whole.value()), nulls);
            case Real real -> {
                RowDoubles value = real.value();
                yield new Real(
                        real.kind(),
                        at -> {
                            double number = value.applyAsDouble(ReferredLongs.present(path.applyAsInt(at)));
                            referred.keepAlive();
                            return number;
                        },
                        nulls);
            }
            case Decimal decimal ->
                new Decimal(
                        decimal.scale(),
                        new ReferredLongs(path, referred, decimal.unscaled()),
                        decimal.least(),
                        decimal.greatest(),
                        nulls);
            case Reference reference -> {
                IntFunction<@Nullable Object> value = reference.value();
                yield new Reference(at -> {
                    int found = path.applyAsInt(at);
                    Object got = found < 0 ? null : value.apply(found);
                    referred.keepAlive();
                    return got;
                });
            }
        };
    }

    private RowExpression column(Expr.Column of) {
        Column column = scope.own().table().column(scope.own().place(of));
        Kind kind = of.kind() == Kind.OBJECT && column instanceof KeyColumn keys
                ? Kind.of(keys.codec().valueClass())
                : of.kind();
        boolean isNullable = column.nulls() > 0 && !of.type().isPrimitive();
        IntPredicate nulls = isNullable ? column::isNull : RowExpression.NEVER_NULL;
        RowLongs absent = isNullable ? Nulls::refuse : new ConstantLong(0);
        if (kind.isWhole() && column instanceof KeyColumn keys && keys.codec().isWhole()) {
            RowLongs present = new KeyLongs(keys);
            return new Whole(
                    kind, column.nulls() == 0 ? present : NullableLongs.of(present, column::isNull, absent), nulls);
        }
        return switch (kind) {
            case BOOLEAN, BYTE, SHORT, CHAR, INT, LONG ->
                new Whole(
                        kind,
                        row -> {
                            Object value = column.get(row);
                            return value == null ? absent.applyAsLong(row) : Interpreter.whole(value);
                        },
                        nulls);
            case FLOAT, DOUBLE ->
                column instanceof KeyColumn keys && keys.codec().isNumber() && column.nulls() == 0
                        ? new Real(kind, new RowDoubles.OfKeys(keys), nulls)
                        : new Real(
                                kind,
                                row -> {
                                    Object value = column.get(row);
                                    return value == null ? absent.applyAsLong(row) : ((Number) value).doubleValue();
                                },
                                nulls);
            case DECIMAL ->
                DecimalArithmetic.isPossible(column) ? decimals((KeyColumn) column) : new Reference(column::get);
            case OBJECT -> new Reference(column::get);
        };
    }

    private static Decimal decimals(KeyColumn keys) {
        Decimal all = DecimalArithmetic.column(keys, keys::isNull);
        return new Decimal(
                all.scale(),
                NullableLongs.of(all.unscaled(), all.nulls(), Nulls::refuse),
                all.least(),
                all.greatest(),
                all.nulls());
    }

    private static RowExpression constant(@Nullable Object value) {
        return switch (value) {
            case Boolean truth -> RowExpression.whole(Kind.BOOLEAN, new ConstantLong(truth ? 1 : 0));
            case Character letter -> new Whole(Kind.CHAR, new ConstantLong(letter), RowExpression.NEVER_NULL);
            case BigDecimal decimal -> DecimalArithmetic.constant(decimal);
            case null -> new Reference(_ -> null);
            case Byte number -> RowExpression.whole(Kind.BYTE, new ConstantLong(number));
            case Short number -> RowExpression.whole(Kind.SHORT, new ConstantLong(number));
            case Integer number -> RowExpression.whole(Kind.INT, new ConstantLong(number));
            case Long number -> RowExpression.whole(Kind.LONG, new ConstantLong(number));
            case Float number -> RowExpression.real(Kind.FLOAT, new RowDoubles.Constant(number));
            case Double number -> RowExpression.real(Kind.DOUBLE, new RowDoubles.Constant(number));
            default -> new Reference(_ -> value);
        };
    }

    /** Returns the numbers of an expression of a whole kind, for every class of {@code RowExpression}. */
    private static RowLongs longs(RowExpression of) {
        if (of instanceof Whole whole) {
            return whole.value();
        }
        IntFunction<@Nullable Object> value = of.boxed();
        return row -> Interpreter.whole(requireNonNull(value.apply(row)));
    }

    private static RowDoubles doubles(RowExpression of) {
        if (of instanceof Whole || of instanceof Real) {
            return of.real();
        }
        if (of instanceof Decimal decimal) {
            return DecimalArithmetic.doubles(decimal);
        }
        IntFunction<@Nullable Object> value = of.boxed();
        return row -> {
            Object number = requireNonNull(value.apply(row));
            return number instanceof Number real ? real.doubleValue() : Interpreter.whole(number);
        };
    }

    private static RowExpression convert(RowExpression of, Kind kind) {
        return switch (kind) {
            case DOUBLE -> RowExpression.real(Kind.DOUBLE, doubles(of));
            case FLOAT -> RowExpression.real(Kind.FLOAT, floats(of));
            case DECIMAL ->
                of instanceof Whole whole
                        ? DecimalArithmetic.of(new Whole(whole.kind(), whole.value(), RowExpression.NEVER_NULL))
                        : required(of);
            case BOOLEAN, BYTE, SHORT, CHAR, INT, LONG -> new Whole(kind, wholes(of, kind), RowExpression.NEVER_NULL);
            case OBJECT -> of;
        };
    }

    private static RowDoubles floats(RowExpression of) {
        if (of instanceof Whole whole) {
            RowLongs value = whole.value();
            return row -> (float) value.applyAsLong(row);
        }
        RowDoubles value = doubles(of);
        return row -> (float) value.applyAsDouble(row);
    }

    private static RowLongs wholes(RowExpression of, Kind kind) {
        boolean isInt = kind != Kind.LONG;
        return switch (of) {
            case Whole whole -> NarrowLongs.of(kind, whole.value());
            case Real real -> {
                RowDoubles value = real.value();
                yield row -> {
                    double number = value.applyAsDouble(row);
                    return kind.narrow(isInt ? (int) number : (long) number);
                };
            }
            case Decimal _, Reference _ -> {
                IntFunction<@Nullable Object> value = of.boxed();
                yield row -> {
                    Object number = requireNonNull(value.apply(row));
                    return number instanceof BigDecimal decimal
                            ? kind.narrow(isInt ? decimal.intValueExact() : decimal.longValueExact())
                            : kind.narrow(Interpreter.whole(number));
                };
            }
        };
    }

    /** Returns the same expression for rows where it must not be null. */
    private static RowExpression required(RowExpression of) {
        return switch (of) {
            case Whole whole -> new Whole(whole.kind(), whole.value(), RowExpression.NEVER_NULL);
            case Real real -> new Real(real.kind(), real.value(), RowExpression.NEVER_NULL);
            case Decimal decimal ->
                new Decimal(
                        decimal.scale(),
                        required(decimal),
                        decimal.least(),
                        decimal.greatest(),
                        RowExpression.NEVER_NULL);
            case Reference reference -> {
                IntFunction<@Nullable Object> value = reference.value();
                yield new Reference(row -> requireNonNull(value.apply(row)));
            }
        };
    }

    private RowExpression unary(Expr.Unary of) {
        RowExpression value = compile(of.value());
        if (of.kind().isWhole() && value instanceof Whole whole) {
            RowLongs number = whole.value();
            return switch (of.operation()) {
                case NEGATE ->
                    of.kind() == Kind.BOOLEAN
                            ? RowExpression.whole(Kind.BOOLEAN, new MappedLongs(number, n -> 1 - n))
                            : RowExpression.whole(
                                    of.kind(),
                                    new LongOperation(Expr.BinaryOperation.SUBTRACT, new ConstantLong(0), number));
                case ABS -> RowExpression.whole(of.kind(), new MappedLongs(number, Math::abs));
                case SIGN -> RowExpression.whole(of.kind(), new MappedLongs(number, Long::signum));
                case SQRT -> throw new IllegalArgumentException("A square root must be a double: " + of);
            };
        }
        Kind kind = of.kind();
        return switch (of.operation()) {
            case NEGATE ->
                of.kind() == Kind.DECIMAL
                        ? value instanceof Decimal decimal
                                ? DecimalArithmetic.negated(decimal)
                                : decimals(value, BigDecimal::negate)
                        : reals(kind, doubles(value), n -> -n);
            case ABS ->
                of.kind() == Kind.DECIMAL
                        ? decimals(value, BigDecimal::abs)
                        : reals(kind, doubles(value), n -> n < 0 ? -n : n);
            case SIGN -> {
                IntFunction<@Nullable Object> number = value.boxed();
                yield RowExpression.whole(kind, row -> Interpreter.signum(requireNonNull(number.apply(row))));
            }
            case SQRT -> reals(kind, doubles(value), Math::sqrt);
        };
    }

    private static Real reals(Kind kind, RowDoubles value, DoubleUnaryOperator operator) {
        return RowExpression.real(kind, row -> operator.applyAsDouble(value.applyAsDouble(row)));
    }

    private static RowExpression decimals(RowExpression of, java.util.function.UnaryOperator<BigDecimal> operator) {
        IntFunction<@Nullable Object> value = of.boxed();
        return new Reference(row -> operator.apply((BigDecimal) requireNonNull(value.apply(row))));
    }

    private RowExpression binary(Expr.Binary of) {
        RowExpression first = compile(of.first());
        RowExpression second = compile(of.second());
        Expr.BinaryOperation operation = of.operation();
        Kind kind = of.kind();
        return switch (of.kind()) {
            case DOUBLE ->
                RowExpression.real(kind, new RowDoubles.Operation(operation, false, doubles(first), doubles(second)));
            case FLOAT ->
                RowExpression.real(kind, new RowDoubles.Operation(operation, true, floats(first), floats(second)));
            case DECIMAL ->
                DecimalArithmetic.operation(operation, convert(first, Kind.DECIMAL), convert(second, Kind.DECIMAL));
            case BOOLEAN, BYTE, SHORT, CHAR, INT, LONG, OBJECT ->
                RowExpression.whole(kind, wholes(operation, kind, longs(first), longs(second)));
        };
    }

    /** Returns an operation on longs. For ints the narrowed result is the same, except for shifts. */
    private static RowLongs wholes(Expr.BinaryOperation operation, Kind kind, RowLongs a, RowLongs b) {
        boolean isShift = operation == Expr.BinaryOperation.SHIFT_LEFT
                || operation == Expr.BinaryOperation.SHIFT_RIGHT
                || operation == Expr.BinaryOperation.SHIFT_RIGHT_UNSIGNED;
        return isShift && kind != Kind.LONG
                ? row -> operation.of((int) a.applyAsLong(row), (int) b.applyAsLong(row))
                : new LongOperation(operation, a, b);
    }

    private RowExpression sign(Expr.Sign of) {
        RowExpression first = compile(of.first());
        RowExpression second = compile(of.second());
        if (first instanceof Whole a && second instanceof Whole b) {
            return RowExpression.whole(
                    Kind.INT,
                    row -> Long.compare(a.value().applyAsLong(row), b.value().applyAsLong(row)));
        }
        IntFunction<@Nullable Object> a = first.boxed();
        IntFunction<@Nullable Object> b = second.boxed();
        return RowExpression.whole(
                Kind.INT,
                row -> Interpreter.sign(
                        of.order(), requireNonNull(a.apply(row)), requireNonNull(b.apply(row)), of.ofNaN()));
    }

    private RowTest comparison(Expr.Compare of) {
        RowExpression first = compile(of.first());
        RowExpression second = compile(of.second());
        ComparisonOperator operator = of.operator();
        if (first instanceof Whole a && second instanceof Whole b) {
            return new LongComparison(operator, a.value(), b.value());
        }
        if (of.order() == Expr.Order.OPERATORS) {
            return new DoubleComparison(operator, doubles(first), doubles(second));
        }
        if (first instanceof Decimal a && second instanceof Decimal b && a.scale() == b.scale()) {
            return new LongComparison(operator, required(a), required(b));
        }
        RowTest byKeys = KeyTests.comparison(scope, of);
        if (byKeys != null) {
            return byKeys;
        }
        IntFunction<@Nullable Object> a = first.boxed();
        IntFunction<@Nullable Object> b = second.boxed();
        return row -> operator.holds(
                Interpreter.sign(Expr.Order.NATURAL, requireNonNull(a.apply(row)), requireNonNull(b.apply(row)), 0));
    }

    private static RowLongs required(Decimal of) {
        return NullableLongs.of(of.unscaled(), of.nulls(), Nulls::refuse);
    }

    private RowTest equality(Expr.Equal of) {
        RowTest byKeys = KeyTests.equality(scope, of);
        if (byKeys != null) {
            return byKeys;
        }
        IntFunction<@Nullable Object> a = compile(of.first()).boxed();
        IntFunction<@Nullable Object> b = compile(of.second()).boxed();
        return row -> Objects.equals(a.apply(row), b.apply(row));
    }

    private RowExpression choice(Expr.Choice of) {
        IntPredicate test = test(of.condition());
        if (test == RowExpression.NEVER_NULL) {
            RowExpression only = compile(of.otherwise());
            return only instanceof Whole whole ? new Whole(of.kind(), whole.value(), whole.nulls()) : only;
        }
        if (of.otherwise().equals(Expr.THROW)) {
            return orThrow(compile(of.then()), test);
        }
        if (of.then() == Expr.NULL || of.otherwise() == Expr.NULL) {
            boolean isNullThen = of.then() == Expr.NULL;
            return orNull(compile(isNullThen ? of.otherwise() : of.then()), isNullThen ? test : test.negate());
        }
        RowExpression then = compile(of.then());
        RowExpression otherwise = compile(of.otherwise());
        IntPredicate nulls = then.nulls() == RowExpression.NEVER_NULL && otherwise.nulls() == RowExpression.NEVER_NULL
                ? RowExpression.NEVER_NULL
                : row -> (test.test(row) ? then : otherwise).nulls().test(row);
        Kind kind = of.kind();
        if (then instanceof Whole a && otherwise instanceof Whole b) {
            IntPredicate[] tests = {test};
            return new Whole(kind, new ChosenLongs(tests, new RowLongs[] {a.value(), b.value()}), nulls);
        }
        if (then instanceof Real && otherwise instanceof Real) {
            RowDoubles a = then.real();
            RowDoubles b = otherwise.real();
            return new Real(kind, row -> (test.test(row) ? a : b).applyAsDouble(row), nulls);
        }
        if (then instanceof Decimal a && otherwise instanceof Decimal b && a.scale() == b.scale()) {
            return new Decimal(
                    a.scale(),
                    new ChosenLongs(new IntPredicate[] {test}, new RowLongs[] {a.unscaled(), b.unscaled()}),
                    Math.min(a.least(), b.least()),
                    Math.max(a.greatest(), b.greatest()),
                    nulls);
        }
        IntFunction<@Nullable Object> a = then.boxed();
        IntFunction<@Nullable Object> b = otherwise.boxed();
        return new Reference(row -> (test.test(row) ? a : b).apply(row));
    }

    private RowExpression cases(Expr.DecimalCase of) {
        IntPredicate[] tests = of.tests().stream().map(this::test).toArray(IntPredicate[]::new);
        List<RowExpression> values = of.values().stream().map(this::compile).toList();
        Decimal exact = exact(tests, values);
        if (exact != null) {
            return exact;
        }
        List<IntFunction<@Nullable Object>> objects =
                values.stream().map(RowExpression::boxed).toList();
        return new Reference(row -> {
            int chosen = ChosenLongs.first(tests, row);
            BigDecimal value = (BigDecimal) requireNonNull(objects.get(chosen).apply(row));
            return Interpreter.rescaled(
                    value, objects.size(), chosen, place -> objects.get(place).apply(row));
        });
    }

    /**
     * Returns the cases as decimals computed on longs. Returns null if a value may be null or throw, or may not fit a
     * {@code long} at the common scale.
     */
    private static @Nullable Decimal exact(IntPredicate[] tests, List<RowExpression> values) {
        int scale = Integer.MIN_VALUE;
        for (RowExpression value : values) {
            if (!(value instanceof Decimal decimal)
                    || decimal.nulls() != RowExpression.NEVER_NULL
                    || !decimal.unscaled().cannotThrow()) {
                return null;
            }
            scale = Math.max(scale, decimal.scale());
        }
        RowLongs[] unscaled = new RowLongs[values.size()];
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        for (int i = 0; i < unscaled.length; i++) {
            Decimal rescaled = DecimalArithmetic.rescaled((Decimal) values.get(i), scale);
            if (rescaled == null) {
                return null;
            }
            unscaled[i] = rescaled.unscaled();
            least = Math.min(least, rescaled.least());
            greatest = Math.max(greatest, rescaled.greatest());
        }
        return new Decimal(scale, new ChosenLongs(tests, unscaled), least, greatest, RowExpression.NEVER_NULL);
    }

    /** Returns the same expression, but null for rows that pass a test. */
    private static RowExpression orNull(RowExpression of, IntPredicate test) {
        IntPredicate inner = of.nulls();
        IntPredicate nulls = inner == RowExpression.NEVER_NULL ? test : row -> test.test(row) || inner.test(row);
        return switch (of) {
            case Whole whole ->
                new Whole(
                        whole.kind(),
                        row -> nulls.test(row)
                                ? Nulls.refuse(row)
                                : whole.value().applyAsLong(row),
                        nulls);
            case Real real ->
                new Real(
                        real.kind(),
                        row -> nulls.test(row)
                                ? Nulls.refuse(row)
                                : real.value().applyAsDouble(row),
                        nulls);
            case Decimal decimal ->
                new Decimal(
                        decimal.scale(),
                        NullableLongs.of(decimal.unscaled(), nulls, Nulls::refuse),
                        decimal.least(),
                        decimal.greatest(),
                        nulls);
            case Reference reference -> {
                IntFunction<@Nullable Object> value = reference.value();
                yield new Reference(row -> test.test(row) ? null : value.apply(row));
            }
        };
    }

    /** Returns the same expression for rows that pass a test. It throws for other rows. */
    private static RowExpression orThrow(RowExpression of, IntPredicate test) {
        IntPredicate inner = of.nulls();
        IntPredicate nulls = inner == RowExpression.NEVER_NULL ? inner : row -> inner.test(passing(row, test));
        return switch (of) {
            case Whole whole -> new Whole(whole.kind(), row -> whole.value().applyAsLong(passing(row, test)), nulls);
            case Real real -> new Real(real.kind(), row -> real.value().applyAsDouble(passing(row, test)), nulls);
            case Decimal decimal ->
                new Decimal(
                        decimal.scale(),
                        row -> decimal.unscaled().applyAsLong(passing(row, test)),
                        decimal.least(),
                        decimal.greatest(),
                        nulls);
            case Reference reference -> {
                IntFunction<@Nullable Object> value = reference.value();
                yield new Reference(row -> value.apply(passing(row, test)));
            }
        };
    }

    private static int passing(int row, IntPredicate test) {
        if (!test.test(row)) {
            Nulls.refuse(row);
        }
        return row;
    }

    private RowExpression call(Expr.Call of) {
        if (of.callee() instanceof Callees.FieldFunction function && function.isOwn()) {
            RowExpression cast = cast(compile(of.arguments().getFirst()), function);
            if (cast != null) {
                return cast;
            }
        }
        if (of.callee().isPure()
                && of.arguments().size() == 1
                && of.arguments().getFirst() instanceof Expr.Column column
                && column.row() == Row.FIRST
                && scope instanceof Scope own
                && own.table().column(own.place(column)) instanceof KeyColumn keys
                && !(column.type().isPrimitive() && keys.nulls() > 0)) {
            RowExpression keyed = keyed(of.callee(), keys);
            if (keyed != null) {
                return keyed;
            }
        }
        List<IntFunction<@Nullable Object>> arguments =
                of.arguments().stream().map(operand -> compile(operand).boxed()).toList();
        IntFunction<@Nullable Object> value = row -> {
            @Nullable Object[] values = new @Nullable Object[arguments.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = arguments.get(i).apply(row);
            }
            return of.callee().call(values);
        };
        Kind kind = of.kind();
        return switch (kind) {
            case BOOLEAN, BYTE, SHORT, CHAR, INT, LONG ->
                new Whole(kind, row -> Interpreter.whole(requireNonNull(value.apply(row))), RowExpression.NEVER_NULL);
            case FLOAT, DOUBLE ->
                RowExpression.real(kind, row -> ((Number) requireNonNull(value.apply(row))).doubleValue());
            case DECIMAL, OBJECT -> new Reference(value);
        };
    }

    /**
     * Returns Speedment's own conversion of a field's number, computed on the column. Returns null for kinds of numbers
     * that the compiler does not convert.
     */
    private static @Nullable RowExpression cast(RowExpression of, Callees.FieldFunction function) {
        Kind kind = function.kind();
        RowLongs absent =
                _ -> Interpreter.whole(requireNonNull(function.call(new @Nullable Object[] {null}))); // or throws
        return switch (of) {
            case Whole whole -> {
                RowLongs present = whole.value() instanceof NullableLongs nullable ? nullable.present() : whole.value();
                yield switch (kind) {
                    case BYTE, SHORT, INT, LONG ->
                        new Whole(
                                kind,
                                NullableLongs.of(NarrowLongs.of(kind, present), whole.nulls(), absent),
                                RowExpression.NEVER_NULL);
                    case FLOAT, DOUBLE -> {
                        IntPredicate nulls = whole.nulls();
                        boolean isFloat = kind == Kind.FLOAT;
                        yield RowExpression.real(kind, row -> {
                            long number = (nulls.test(row) ? absent : present).applyAsLong(row);
                            return isFloat ? (float) number : number;
                        });
                    }
                    case BOOLEAN, CHAR, DECIMAL, OBJECT -> null;
                };
            }
            case Decimal decimal ->
                kind == Kind.DECIMAL
                        ? new Decimal(
                                decimal.scale(),
                                NullableLongs.of(decimal.unscaled(), decimal.nulls(), Nulls::refuse),
                                decimal.least(),
                                decimal.greatest(),
                                RowExpression.NEVER_NULL)
                        : null;
            case Real _, Reference _ -> null;
        };
    }

    /**
     * Returns a function of the keys of a column. It computes each key once if the keys are close together. Returns
     * null if the compiler has no such function.
     */
    private static @Nullable RowExpression keyed(Callee callee, KeyColumn keys) {
        KeyCodec codec = keys.codec();
        if (callee.kind() == Kind.INT) {
            LongToIntFunction ofKey =
                    callee instanceof Callees.PartOfDate date && LocalPart.isPossible(date.part(), codec)
                            ? LocalPart.of(date.part(), codec)
                            : key -> (int) requireNonNull(callee.call(new Object[] {codec.value(key)}));
            RowLongs present = new KeyedInts(keys, ofKey);
            RowLongs absent = _ -> (int) requireNonNull(callee.call(new @Nullable Object[] {null}));
            return new Whole(
                    Kind.INT,
                    keys.nulls() == 0 ? present : NullableLongs.of(present, keys::isNull, absent),
                    RowExpression.NEVER_NULL);
        }
        return callee.kind() == Kind.OBJECT && codec.isText() && KeyedInts.isClose(keys)
                ? new Reference(new KeyedObjects(keys, callee))
                : null;
    }
}
