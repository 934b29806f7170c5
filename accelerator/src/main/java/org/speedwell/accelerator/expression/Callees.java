package org.speedwell.accelerator.expression;

import static java.util.Objects.requireNonNull;

import com.speedment.common.function.BooleanToDoubleFunction;
import com.speedment.common.function.BooleanUnaryOperator;
import com.speedment.common.function.ByteToDoubleFunction;
import com.speedment.common.function.ByteUnaryOperator;
import com.speedment.common.function.CharUnaryOperator;
import com.speedment.common.function.FloatToDoubleFunction;
import com.speedment.common.function.FloatUnaryOperator;
import com.speedment.common.function.ShortToDoubleFunction;
import com.speedment.common.function.ShortUnaryOperator;
import com.speedment.common.function.ToBooleanFunction;
import com.speedment.common.function.ToByteFunction;
import com.speedment.common.function.ToCharFunction;
import com.speedment.common.function.ToFloatFunction;
import com.speedment.common.function.ToShortFunction;
import com.speedment.runtime.compute.expression.MapperExpression.MapperType;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Callee;
import org.speedwell.accelerator.expr.Interpreter;
import org.speedwell.accelerator.expr.Kind;

/** The functions of values that Speedment's and our expressions call. */
public final class Callees {
    private Callees() {}

    /** A pure function that returns a value if all arguments have one. */
    private interface TotalOfValues extends Callee {
        @Override
        default boolean isPure() {
            return true;
        }

        @Override
        default boolean isTotalOfValues() {
            return true;
        }
    }

    /**
     * A function of a field's value, written by Speedment or by the user. A function to a primitive is called for null,
     * too. A function to an object is not.
     *
     * @param isOwn true if the function is Speedment's, which converts a number as Java does
     */
    @SuppressWarnings("unchecked") // it takes the field's values
    public record FieldFunction(Object function, Kind kind, boolean isOwn) implements Callee {
        @Override
        public boolean isPure() {
            return isOwn;
        }

        @Override
        public boolean isTotalOfValues() {
            return isOwn;
        }

        @Override
        @SuppressWarnings("NullAway") // the function handles null
        public @Nullable Object call(@Nullable Object[] arguments) {
            Object value = arguments[0];
            return switch (function) {
                case ToByteFunction<?> f -> ((ToByteFunction<Object>) f).applyAsByte(value);
                case ToShortFunction<?> f -> ((ToShortFunction<Object>) f).applyAsShort(value);
                case ToIntFunction<?> f -> ((ToIntFunction<Object>) f).applyAsInt(value);
                case ToLongFunction<?> f -> ((ToLongFunction<Object>) f).applyAsLong(value);
                case ToCharFunction<?> f -> ((ToCharFunction<Object>) f).applyAsChar(value);
                case ToBooleanFunction<?> f -> ((ToBooleanFunction<Object>) f).applyAsBoolean(value);
                case ToFloatFunction<?> f -> ((ToFloatFunction<Object>) f).applyAsFloat(value);
                case ToDoubleFunction<?> f -> ((ToDoubleFunction<Object>) f).applyAsDouble(value);
                default -> value == null ? null : ((Function<Object, @Nullable Object>) function).apply(value);
            };
        }

        @Override
        public String text(List<String> arguments) {
            return "function of " + arguments.getFirst();
        }
    }

    /** A user's function of an expression's value. */
    @SuppressWarnings("unchecked") // it takes the expression's values
    record Mapper(MapperType type, Object operator, Kind kind) implements Callee {
        @Override
        @SuppressWarnings("NullAway") // the function handles null objects
        public @Nullable Object call(@Nullable Object[] arguments) {
            Object value = arguments[0];
            return switch (type) {
                case BOOLEAN_TO_BOOLEAN -> ((BooleanUnaryOperator) operator).applyAsBoolean((boolean) value);
                case BOOLEAN_TO_DOUBLE -> ((BooleanToDoubleFunction) operator).applyAsDouble((boolean) value);
                case CHAR_TO_CHAR -> ((CharUnaryOperator) operator).applyAsChar((char) value);
                case BYTE_TO_BYTE -> ((ByteUnaryOperator) operator).applyAsByte((byte) value);
                case BYTE_TO_DOUBLE -> ((ByteToDoubleFunction) operator).applyAsDouble((byte) value);
                case SHORT_TO_SHORT -> ((ShortUnaryOperator) operator).applyAsShort((short) value);
                case SHORT_TO_DOUBLE -> ((ShortToDoubleFunction) operator).applyAsDouble((short) value);
                case INT_TO_INT -> ((IntUnaryOperator) operator).applyAsInt((int) value);
                case INT_TO_DOUBLE -> ((IntToDoubleFunction) operator).applyAsDouble((int) value);
                case LONG_TO_LONG -> ((LongUnaryOperator) operator).applyAsLong((long) value);
                case LONG_TO_DOUBLE -> ((LongToDoubleFunction) operator).applyAsDouble((long) value);
                case FLOAT_TO_FLOAT -> ((FloatUnaryOperator) operator).applyAsFloat((float) value);
                case FLOAT_TO_DOUBLE -> ((FloatToDoubleFunction) operator).applyAsDouble((float) value);
                case DOUBLE_TO_DOUBLE -> ((DoubleUnaryOperator) operator).applyAsDouble((double) value);
                case BIG_DECIMAL_TO_DOUBLE -> ((ToDoubleFunction<Object>) operator).applyAsDouble(value);
                case ENUM_TO_ENUM, STRING_TO_STRING, BIG_DECIMAL_TO_BIG_DECIMAL ->
                    ((Function<Object, @Nullable Object>) operator).apply(value);
            };
        }

        @Override
        public String text(List<String> arguments) {
            return "function of " + arguments.getFirst();
        }
    }

    /**
     * A number raised to a power, as Speedment computes it. Small whole powers are products; for floats, products of
     * floats.
     *
     * @param isConstant true if the power is the same for all rows. Then only the square and the cube are products
     */
    record Power(boolean isOfFloat, boolean isWhole, boolean isConstant) implements Callee {
        @Override
        public Kind kind() {
            return Kind.DOUBLE;
        }

        @Override
        public boolean isPure() {
            return true;
        }

        @Override
        public boolean cannotThrow() {
            return true;
        }

        @Override
        public Object call(@Nullable Object[] arguments) {
            double base = Interpreter.real(requireNonNull(arguments[0]));
            Object power = requireNonNull(arguments[1]);
            return isWhole ? whole(base, (int) Interpreter.whole(power)) : Math.pow(base, Interpreter.real(power));
        }

        private double whole(double value, int exponent) {
            float small = (float) value;
            return switch (exponent) {
                case 0 -> 1;
                case 1 -> value;
                case 2 -> isOfFloat ? small * small : value * value;
                case 3 -> isOfFloat ? small * small * small : value * value * value;
                case 4, 5 -> isConstant ? Math.pow(value, exponent) : product(value, exponent);
                case -1 -> isOfFloat ? 1 / small : 1 / value;
                default -> Math.pow(value, exponent);
            };
        }

        private double product(double value, int exponent) {
            float small = (float) value;
            if (exponent == 4) {
                return isOfFloat ? small * small * small * small : value * value * value * value;
            }
            return isOfFloat ? small * small * small * small * small : value * value * value * value * value;
        }

        @Override
        public String text(List<String> arguments) {
            return "pow(" + String.join(", ", arguments) + ")";
        }
    }

    /** The concatenation of texts. */
    record Joining(CharSequence separator, CharSequence prefix, CharSequence suffix) implements Callee {
        @Override
        public Kind kind() {
            return Kind.OBJECT;
        }

        @Override
        public Object call(@Nullable Object[] arguments) {
            StringJoiner joined = new StringJoiner(separator, prefix, suffix);
            for (Object text : arguments) {
                joined.add((String) text);
            }
            return joined.toString();
        }

        @Override
        public String text(List<String> arguments) {
            return "joined " + String.join(", ", arguments);
        }
    }

    /** The part of a text between two positions, shortened to the length of the text. */
    record TextPart(int from, int to) implements TotalOfValues {
        @Override
        public Kind kind() {
            return Kind.OBJECT;
        }

        @Override
        public Object call(@Nullable Object[] arguments) {
            String text = (String) requireNonNull(arguments[0], "The text is null.");
            return text.substring(Math.min(from, text.length()), Math.min(to, text.length()));
        }

        @Override
        public String text(List<String> arguments) {
            return "chars " + from + " to " + to + " of " + arguments.getFirst();
        }
    }

    /** The number of chars of a text. */
    record TextLength() implements TotalOfValues {
        @Override
        public Kind kind() {
            return Kind.INT;
        }

        @Override
        public Object call(@Nullable Object[] arguments) {
            return ((String) requireNonNull(arguments[0], "The text is null.")).length();
        }

        @Override
        public String text(List<String> arguments) {
            return "length of " + arguments.getFirst();
        }
    }

    /**
     * A numeric part of a date or time.
     *
     * @param field the name of the field that has the date
     */
    public record PartOfDate(DatePart part, String field) implements TotalOfValues {
        @Override
        public Kind kind() {
            return Kind.INT;
        }

        @Override
        public Object call(@Nullable Object[] arguments) {
            return part.of(requireNonNull(arguments[0], () -> field + " is null."));
        }

        @Override
        public String text(List<String> arguments) {
            return part + " of " + arguments.getFirst();
        }
    }

    /** The test of whether a value is among given values. For null, neither the test nor its negation is true. */
    record Among(Compared<?, ?> of) implements Callee {
        @Override
        public Kind kind() {
            return Kind.BOOLEAN;
        }

        @Override
        public Object call(@Nullable Object[] arguments) {
            return of.holds(arguments[0]);
        }

        @Override
        public String text(List<String> arguments) {
            return of.toString();
        }
    }

    /**
     * The entries of a map at one moment, without null values. It is equal only to itself, which avoids comparing or
     * hashing all entries.
     */
    public static final class Entries {
        private final Map<Object, Object> of;

        Entries(Map<?, ?> map) {
            this.of = new HashMap<>(map);
            of.values().removeIf(Objects::isNull);
        }
    }

    /** The test of whether a map has a key. */
    public record HasKey(Entries map) implements TotalOfValues {
        /** Returns the keys of the map. */
        public Set<?> keys() {
            return Collections.unmodifiableSet(map.of.keySet());
        }

        @Override
        public Kind kind() {
            return Kind.BOOLEAN;
        }

        @Override
        public Object call(@Nullable Object[] arguments) {
            return map.of.containsKey(arguments[0]);
        }

        @Override
        public String text(List<String> arguments) {
            return arguments.getFirst() + " in a map of " + map.of.size();
        }
    }

    /** The value of a map for a key. The map must have the key. */
    record OfKey(Entries map, Kind kind) implements Callee {
        @Override
        public boolean isPure() {
            return true;
        }

        @Override
        public boolean isNeverNull() {
            return true;
        }

        @Override
        public Callee guard() {
            return new HasKey(map);
        }

        @Override
        public Object call(@Nullable Object[] arguments) {
            return requireNonNull(map.of.get(arguments[0]), "The map has no value for the key.");
        }

        @Override
        public String text(List<String> arguments) {
            return "value of " + arguments.getFirst() + " in a map of " + map.of.size();
        }
    }

    /** The comparison of two values. It is false if either value is null. */
    record Pair(ComparedPair<?> of) implements Callee {
        @Override
        public Kind kind() {
            return Kind.BOOLEAN;
        }

        @Override
        public boolean isPure() {
            return true;
        }

        @Override
        public Object call(@Nullable Object[] arguments) {
            return of.holds(arguments[0], arguments[1]);
        }

        @Override
        public String text(List<String> arguments) {
            return arguments.getFirst() + " " + of.operator().java() + " " + arguments.getLast();
        }
    }

    /** The test of whether a key belongs to a row of a stream. The first call reads the keys of the stream. */
    record AmongRows(RowKeys rows) implements Callee {
        @Override
        public Kind kind() {
            return Kind.BOOLEAN;
        }

        @Override
        public Object call(@Nullable Object[] arguments) {
            return rows.containsValues(arguments);
        }

        @Override
        public String text(List<String> arguments) {
            return String.join(" and ", arguments) + " among rows";
        }
    }
}
