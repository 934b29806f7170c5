package org.speedwell.accelerator.expression;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.common.function.BooleanToDoubleFunction;
import com.speedment.common.function.BooleanUnaryOperator;
import com.speedment.common.function.ByteToDoubleFunction;
import com.speedment.common.function.ByteUnaryOperator;
import com.speedment.common.function.CharUnaryOperator;
import com.speedment.common.function.FloatToDoubleFunction;
import com.speedment.common.function.FloatUnaryOperator;
import com.speedment.common.function.ShortToDoubleFunction;
import com.speedment.common.function.ShortUnaryOperator;
import com.speedment.runtime.compute.ToBigDecimal;
import com.speedment.runtime.compute.ToBoolean;
import com.speedment.runtime.compute.ToByte;
import com.speedment.runtime.compute.ToChar;
import com.speedment.runtime.compute.ToDouble;
import com.speedment.runtime.compute.ToEnum;
import com.speedment.runtime.compute.ToFloat;
import com.speedment.runtime.compute.ToInt;
import com.speedment.runtime.compute.ToLong;
import com.speedment.runtime.compute.ToShort;
import com.speedment.runtime.compute.ToString;
import com.speedment.runtime.compute.expression.Expression;
import com.speedment.runtime.compute.expression.Expressions;
import com.speedment.runtime.compute.trait.HasCompare;
import com.speedment.runtime.compute.trait.ToNullable;
import com.speedment.runtime.core.Speedment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.eval.ComparatorResolver;
import org.speedwell.accelerator.eval.ExpressionResolver;
import org.speedwell.accelerator.eval.PredicateResolver;
import org.speedwell.accelerator.eval.RowExpression;
import org.speedwell.accelerator.eval.RowLongs;
import org.speedwell.accelerator.eval.Scope;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.AwkwardValues;
import org.speedwell.accelerator.stream.RandomEntities;
import org.speedwell.torture.Mixed;
import org.speedwell.torture.MixedManager;
import org.speedwell.torture.TortureApplicationBuilder;
import org.speedwell.torture.generated.GeneratedMixed.Kind;
import org.speedwell.torture.generated.GeneratedMixed.OptKind;

/**
 * Compares expressions on rows with the same expressions on entities, exceptions included. Reflection finds every
 * operation of every kind of Speedment's expressions. The test covers comparators and tests for null as well. Numbers
 * are extremes or NULL.
 */
@Tag("oracle")
class EveryExpressionTest {
    private static final int ROWS = 30;

    /** The operations that Speedment turns into plain lambdas. */
    private static final Set<String> UNREADABLE = Set.of(
            "mapIfPresent",
            "mapToDoubleIfPresent",
            "asOrdinal",
            "asName",
            "byteToDoubleNullable",
            "shortToDoubleNullable",
            "intToDoubleNullable",
            "longToDoubleNullable",
            "floatToDoubleNullable");

    private static final Speedment APP = EntityTable.offline(new TortureApplicationBuilder());
    private static final List<Mixed> ENTITIES;
    private static final TableStore<Mixed> TABLE;

    static {
        MixedManager manager = APP.getOrThrow(MixedManager.class);
        EntityTable.Shape shape = EntityTable.Shape.of(APP, manager, 2);
        SplittableRandom random = new SplittableRandom(1);
        ENTITIES = new RandomEntities<>(manager, shape, random).list(ROWS, 30);
        for (Mixed entity : ENTITIES) {
            entity.setId((Long) pick(AwkwardValues.of(Long.class), random));
            entity.setQuantity((Integer) pick(AwkwardValues.of(Integer.class), random));
            entity.setWeight((Double) pick(AwkwardValues.of(Double.class), random));
            ifPresent(
                    entity.getOptAge().isPresent(), random, Integer.class, value -> entity.setOptAge((Integer) value));
            ifPresent(
                    entity.getOptSize().isPresent(), random, Double.class, value -> entity.setOptSize((Double) value));
        }
        TABLE = EntityTable.of(APP, manager, shape, ENTITIES, true, 10);
    }

    private static void ifPresent(boolean isPresent, SplittableRandom random, Class<?> of, Consumer<Object> setter) {
        if (isPresent) {
            setter.accept(pick(AwkwardValues.of(of), random));
        }
    }

    private static Object pick(List<Object> from, SplittableRandom random) {
        return from.get(random.nextInt(from.size()));
    }

    /** Fields and expressions of every kind. */
    private static final List<Expression<Mixed>> BASE = List.of(
            Mixed.QUANTITY,
            Mixed.ID,
            Mixed.WEIGHT,
            Mixed.ACTIVE,
            Mixed.NICKNAME,
            Mixed.OPT_KIND,
            Mixed.OPT_AGE.asByte(),
            Mixed.OPT_AGE.asShort(),
            Mixed.OPT_AGE.asInt(),
            Mixed.OPT_AGE.asLong(),
            Mixed.OPT_SIZE.asFloat(),
            Mixed.OPT_SIZE.asDouble(),
            Mixed.OPT_FEE.asBigDecimal(),
            Mixed.OPT_AGE.mapToCharIfPresent(age -> (char) (int) age),
            Mixed.OPT_AGE.mapToBooleanIfPresent(age -> age > 0),
            Mixed.OPT_AGE.asByte().orElse((byte) 7),
            Mixed.OPT_AGE.asShort().orElse(Short.MIN_VALUE),
            Mixed.OPT_AGE.asInt().orElse(0),
            Mixed.OPT_SIZE.asFloat().orElse(Float.NaN),
            Mixed.OPT_SIZE.asDouble().orElse(-0d),
            Mixed.OPT_FEE.asBigDecimal().orElse(BigDecimal.TEN),
            Mixed.OPT_AGE.mapToCharIfPresent(age -> 'x').orElse('y'),
            Mixed.OPT_AGE.mapToBooleanIfPresent(age -> age < 0).orElse(true),
            Mixed.NICKNAME.orElse("none"),
            Mixed.OPT_KIND.orElse(OptKind.values()[0]),
            Mixed.KIND.orElse(Kind.values()[0]));

    private static final Map<Class<?>, List<?>> CONSTANTS = Map.ofEntries(
            Map.entry(byte.class, List.of((byte) -128, (byte) 3)),
            Map.entry(short.class, List.of((short) -3)),
            Map.entry(int.class, List.of(Integer.MIN_VALUE, -1, 0, 1, 2, 3, 4, 5, 6)),
            Map.entry(long.class, List.of(Long.MAX_VALUE, -7L, 0L)),
            Map.entry(float.class, List.of(0.1f)),
            Map.entry(double.class, List.of(Double.NaN, 0.5, 0d, 2d)),
            Map.entry(char.class, List.of('z')),
            Map.entry(boolean.class, List.of(true)),
            Map.entry(Byte.class, List.of((byte) 5)),
            Map.entry(Short.class, List.of((short) 5)),
            Map.entry(Integer.class, List.of(5)),
            Map.entry(Long.class, List.of(5L)),
            Map.entry(Float.class, List.of(5f)),
            Map.entry(Double.class, List.of(5d)),
            Map.entry(Character.class, List.of('5')),
            Map.entry(Boolean.class, List.of(true)),
            Map.entry(BigDecimal.class, List.of(new BigDecimal("5.50"))),
            Map.entry(String.class, List.of("five")),
            Map.entry(UnaryOperator.class, List.of(UnaryOperator.identity())),
            Map.entry(ByteUnaryOperator.class, List.<ByteUnaryOperator>of(value -> (byte) (3 * value))),
            Map.entry(ShortUnaryOperator.class, List.<ShortUnaryOperator>of(value -> (short) (3 * value))),
            Map.entry(IntUnaryOperator.class, List.<IntUnaryOperator>of(value -> 3 * value)),
            Map.entry(LongUnaryOperator.class, List.<LongUnaryOperator>of(value -> 3 * value)),
            Map.entry(FloatUnaryOperator.class, List.<FloatUnaryOperator>of(value -> 3 * value)),
            Map.entry(DoubleUnaryOperator.class, List.<DoubleUnaryOperator>of(value -> 3 * value)),
            Map.entry(CharUnaryOperator.class, List.<CharUnaryOperator>of(value -> (char) (value + 1))),
            Map.entry(BooleanUnaryOperator.class, List.<BooleanUnaryOperator>of(value -> !value)),
            Map.entry(ByteToDoubleFunction.class, List.<ByteToDoubleFunction>of(value -> value / 2d)),
            Map.entry(ShortToDoubleFunction.class, List.<ShortToDoubleFunction>of(value -> value / 2d)),
            Map.entry(IntToDoubleFunction.class, List.<IntToDoubleFunction>of(value -> value / 2d)),
            Map.entry(LongToDoubleFunction.class, List.<LongToDoubleFunction>of(value -> value / 2d)),
            Map.entry(FloatToDoubleFunction.class, List.<FloatToDoubleFunction>of(value -> value / 2d)),
            Map.entry(BooleanToDoubleFunction.class, List.<BooleanToDoubleFunction>of(value -> value ? 1 : 2)),
            Map.entry(ToDoubleFunction.class, List.<ToDoubleFunction<BigDecimal>>of(BigDecimal::doubleValue)));

    private final Set<String> read = new TreeSet<>();
    private final Set<String> unread = new TreeSet<>();

    @AfterAll
    static void stop() {
        APP.stop();
    }

    @Test
    void operationsOnRowsEqualThoseOnEntities() {
        for (Expression<Mixed> base : BASE) {
            check("itself", base);
            List<Method> operations = Stream.of(Arrays.asList(base.getClass().getInterfaces()), interfaces(base))
                    .flatMap(Collection::stream)
                    .distinct()
                    .flatMap(type -> Stream.of(type.getMethods()))
                    .distinct()
                    .filter(method -> !Modifier.isStatic(method.getModifiers()) && !method.isBridge())
                    .filter(method -> method.getDeclaringClass().getName().startsWith("com.speedment.runtime.compute"))
                    .toList();
            operations.forEach(operation -> check(operation, base));
        }
        assertThat(unread).isSubsetOf(UNREADABLE);
        assertThat(read)
                .contains("abs", "negate", "sign", "sqrt", "pow", "plus", "minus", "multiply", "divide")
                .contains("asInt", "asLong", "asDouble", "map", "mapToDouble", "orElse", "orElseGet", "orThrow")
                .contains("toUpperCase", "toLowerCase", "isNull", "isNotNull");
    }

    private static List<Class<?>> interfaces(Object of) {
        List<Class<?>> all = new ArrayList<>();
        for (Class<?> type = of.getClass(); type != null; type = type.getSuperclass()) {
            all.addAll(List.of(type.getInterfaces()));
        }
        return all;
    }

    @Test
    void expressionFunctionsOnRowsEqualThoseOnEntities() {
        for (Method function : Expressions.class.getMethods()) {
            if (Modifier.isStatic(function.getModifiers()) && !function.isVarArgs()) {
                check(function, null);
            }
        }
        assertThat(unread).isSubsetOf(UNREADABLE);
        assertThat(read)
                .contains("abs", "absOrNull", "sign", "signOrNull", "sqrt", "sqrtOrNull", "pow", "powOrNull")
                .contains("negate", "negateOrNull", "plus", "minus", "multiply", "divide");
    }

    /** Calls the method with every combination of possible arguments. */
    private void check(Method method, @Nullable Expression<Mixed> base) {
        boolean isWanted = Expression.class.isAssignableFrom(method.getReturnType())
                || Predicate.class.isAssignableFrom(method.getReturnType());
        if (!isWanted) {
            return;
        }
        List<List<Object>> arguments = new ArrayList<>(List.of(List.of()));
        for (Class<?> parameter : method.getParameterTypes()) {
            List<Object> values = arguments(parameter, base);
            arguments = arguments.stream()
                    .flatMap(before -> values.stream()
                            .map(value -> Stream.concat(before.stream(), Stream.of(value))
                                    .toList()))
                    .toList();
        }
        for (List<Object> given : arguments) {
            try {
                Object made = method.invoke(base, given.toArray());
                check(method.getName(), method + " of " + base + " with " + given, requireNonNull(made));
            } catch (InvocationTargetException e) {
                // Speedment refuses these arguments
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static List<Object> arguments(Class<?> type, @Nullable Expression<Mixed> base) {
        if (Expression.class.isAssignableFrom(type) && type != Expression.class) {
            return BASE.stream()
                    .filter(type::isInstance)
                    .<Object>map(any -> any)
                    .toList();
        }
        if (type == Enum.class) {
            return List.of(base == (Object) Mixed.OPT_KIND ? OptKind.values()[0] : Kind.values()[0]);
        }
        return List.copyOf(CONSTANTS.getOrDefault(type, List.of()));
    }

    private void check(String name, Object made) {
        check(name, name + " " + made, made);
    }

    /** Resolves an expression on columns and compares it with the entities, row by row. */
    @SuppressWarnings("unchecked") // of this table
    private void check(String name, String what, Object made) {
        if (made instanceof Expression<?>) {
            RowExpression onColumns = ExpressionResolver.resolve(Scope.of(TABLE), made);
            if (onColumns == null) {
                unread.add(name);
                return;
            }
            read.add(name);
            IntFunction<@Nullable Object> value = onColumns.boxed();
            forEachRow(what, row -> value(made, ENTITIES.get(row)), value);
            if (onColumns instanceof RowExpression.Whole whole) {
                checkMany(what, whole.value());
            }
            if (made instanceof HasCompare<?> order) {
                IntBinaryOperator compared =
                        requireNonNull(ComparatorResolver.resolve(Scope.of(TABLE), (Comparator<Mixed>) made));
                forEachRow(
                        "comparing " + what,
                        row -> Integer.signum(
                                ((HasCompare<Mixed>) order).compare(ENTITIES.get(row), ENTITIES.get(ROWS - 1 - row))),
                        row -> Integer.signum(compared.applyAsInt(row, ROWS - 1 - row)));
            }
        } else {
            IntPredicate test = PredicateResolver.resolve(Scope.of(TABLE), (Predicate<?>) made);
            if (test == null) {
                unread.add(name);
                return;
            }
            read.add(name);
            forEachRow(what, row -> ((Predicate<Mixed>) made).test(ENTITIES.get(row)), test::test);
        }
    }

    /** Checks that a read of many rows returns the number of each row, or throws if one row throws. */
    private static void checkMany(String what, RowLongs numbers) {
        List<Integer> some = new ArrayList<>();
        for (int row = ROWS - 1; row >= 0; row--) {
            int of = row;
            if (result(() -> numbers.applyAsLong(of)) instanceof Long) {
                some.add(row);
            } else {
                assertThat(result(() -> read(numbers, List.of(0, of, 1))))
                        .as("%s of rows 0, %d and 1", what, row)
                        .isInstanceOf(Class.class);
            }
        }
        assertThat(result(() -> read(numbers, some)))
                .as("%s of rows %s", what, some)
                .isEqualTo(some.stream().map(numbers::applyAsLong).toList());
    }

    private static List<Long> read(RowLongs numbers, List<Integer> rows) {
        long[] into = new long[rows.size()];
        numbers.read(rows.stream().mapToInt(row -> row).toArray(), rows.size(), into);
        return Arrays.stream(into).boxed().toList();
    }

    private static void forEachRow(
            String what, IntFunction<@Nullable Object> expected, IntFunction<@Nullable Object> actual) {
        for (int row = 0; row < ROWS; row++) {
            int of = row;
            Object plain = result(() -> expected.apply(of));
            Object ours = result(() -> actual.apply(of));
            if (!Objects.equals(ours, plain)) {
                assertThat(ours)
                        .as("%s of row %d: %s", what, row, ENTITIES.get(row))
                        .isEqualTo(plain);
            }
        }
    }

    private static @Nullable Object result(Callable<@Nullable Object> call) {
        try {
            return call.call();
        } catch (Exception e) {
            return e.getClass();
        }
    }

    @SuppressWarnings("unchecked") // of this table
    private static @Nullable Object value(Object expression, Mixed entity) {
        return switch (expression) {
            case ToNullable<?, ?, ?> of -> ((ToNullable<Mixed, ?, ?>) of).apply(entity);
            case ToByte<?> of -> ((ToByte<Mixed>) of).applyAsByte(entity);
            case ToShort<?> of -> ((ToShort<Mixed>) of).applyAsShort(entity);
            case ToInt<?> of -> ((ToInt<Mixed>) of).applyAsInt(entity);
            case ToLong<?> of -> ((ToLong<Mixed>) of).applyAsLong(entity);
            case ToFloat<?> of -> ((ToFloat<Mixed>) of).applyAsFloat(entity);
            case ToDouble<?> of -> ((ToDouble<Mixed>) of).applyAsDouble(entity);
            case ToChar<?> of -> ((ToChar<Mixed>) of).applyAsChar(entity);
            case ToBoolean<?> of -> ((ToBoolean<Mixed>) of).applyAsBoolean(entity);
            case ToString<?> of -> ((ToString<Mixed>) of).apply(entity);
            case ToBigDecimal<?> of -> ((ToBigDecimal<Mixed>) of).apply(entity);
            case ToEnum<?, ?> of -> ((ToEnum<Mixed, ?>) of).apply(entity);
            default -> throw new IllegalArgumentException("unknown: " + expression.getClass());
        };
    }
}
