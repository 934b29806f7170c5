package org.speedwell.accelerator.entity;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Year;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.types.Declaration;

/** The forms of numeric columns. */
final class NumberForms {
    /** The digits that a {@code float} and a {@code double} keep. */
    private static final int FLOAT_DIGITS = 6;

    private static final int DOUBLE_DIGITS = 15;

    /** The bits of the classes of whole numbers, with the sign. */
    private static final Map<Class<?>, Integer> BITS =
            Map.of(Byte.class, 8, Short.class, 16, Integer.class, 32, Long.class, 64);

    /** The conversions from any number. */
    private static final Map<Class<?>, Function<Number, Number>> CONVERSIONS = Map.of(
            Byte.class, Number::byteValue,
            Short.class, Number::shortValue,
            Integer.class, Number::intValue,
            Long.class, Number::longValue,
            Float.class, Number::floatValue,
            Double.class, Number::doubleValue,
            BigInteger.class, number -> number instanceof BigInteger big ? big : BigInteger.valueOf(number.longValue()),
            BigDecimal.class, NumberForms::decimal);

    private static final List<Class<?>> WHOLE = List.of(Integer.class, Long.class, BigInteger.class);

    private NumberForms() {}

    /** Returns the form of a numeric column; empty if the class cannot hold every value. */
    static Optional<ColumnForm> of(DatabaseColumn column, MySqlType type, Class<?> valueClass) {
        if (valueClass == Boolean.class) {
            boolean isBoolean = type == MySqlType.TINYINT || type == MySqlType.BIT && bits(column, type) == 1;
            return isBoolean ? Optional.of(ColumnForm.same(Boolean.class)) : Optional.empty();
        }
        if (valueClass == byte[].class && type == MySqlType.BIT) {
            return Optional.of(ColumnForm.same(byte[].class));
        }
        if (valueClass == Year.class && type.isReadAs(Integer.class) && isHeld(column, type, Integer.class)) {
            return Optional.of(ColumnForm.of(Integer.class, Year.class, Year::of, Year::getValue));
        }
        return CONVERSIONS.containsKey(valueClass) && isHeld(column, type, valueClass)
                ? number(column, type, valueClass)
                : Optional.empty();
    }

    /**
     * Returns the form of an unsigned column for the signed class of the same width; empty if there is none. Loads and
     * replication refuse the numbers that do not fit.
     */
    static Optional<ColumnForm> ofUnsigned(DatabaseColumn column, MySqlType type, Class<?> valueClass) {
        Class<?> signed = switch (type) {
            case TINYINT -> Byte.class;
            case SMALLINT -> Short.class;
            case INT -> Integer.class;
            case BIGINT -> Long.class;
            default -> null;
        };
        return valueClass == signed && !isSigned(column, type)
                ? Optional.of(ColumnForm.same(valueClass))
                : Optional.empty();
    }

    private static Optional<ColumnForm> number(DatabaseColumn column, MySqlType type, Class<?> valueClass) {
        if (type.isReadAs(valueClass)) {
            return Optional.of(ColumnForm.same(valueClass));
        }
        return WHOLE.stream()
                .filter(read -> type.isReadAs(read) && isHeld(column, type, read))
                .findFirst()
                .map(read -> new ColumnForm(read, valueClass, to(valueClass), to(read)::apply));
    }

    private static Function<Object, Object> to(Class<?> type) {
        Function<Number, Number> conversion = Objects.requireNonNull(CONVERSIONS.get(type));
        return value -> conversion.apply((Number) value);
    }

    private static BigDecimal decimal(Number number) {
        return number instanceof BigInteger big ? new BigDecimal(big) : BigDecimal.valueOf(number.longValue());
    }

    /** Returns whether a class can hold every number of a column exactly. */
    private static boolean isHeld(DatabaseColumn column, MySqlType type, Class<?> valueClass) {
        return switch (type) {
            case FLOAT -> valueClass == Float.class || valueClass == Double.class;
            case DOUBLE -> valueClass == Double.class;
            case DECIMAL -> isDecimalHeld(column, valueClass);
            default ->
                (valueClass != BigInteger.class || !isSigned(column, type)) // columns store them from 0 only
                        && isWholeHeld(bits(column, type), valueClass);
        };
    }

    private static boolean isDecimalHeld(DatabaseColumn column, Class<?> valueClass) {
        if (valueClass == BigDecimal.class) {
            return true;
        }
        if (valueClass == Float.class || valueClass == Double.class) {
            return column.precision() <= (valueClass == Float.class ? FLOAT_DIGITS : DOUBLE_DIGITS);
        }
        return column.scale() == 0
                && isWholeHeld(BigInteger.TEN.pow(column.precision()).bitLength() + 1, valueClass);
    }

    /**
     * Returns whether a class can hold every whole number.
     *
     * @param bits the bits of the numbers, with the sign
     */
    private static boolean isWholeHeld(int bits, Class<?> valueClass) {
        if (valueClass == Float.class || valueClass == Double.class) {
            return bits <= (valueClass == Float.class ? 25 : 54); // the significands have 24 and 53 bits
        }
        return bits <= BITS.getOrDefault(valueClass, Integer.MAX_VALUE);
    }

    /** Returns the bits of the column's numbers, with the sign. */
    private static int bits(DatabaseColumn column, MySqlType type) {
        int declared = switch (type) {
            case TINYINT -> 8;
            case SMALLINT, YEAR -> 16;
            case MEDIUMINT -> 24;
            case INT -> 32;
            case BIT -> Declaration.size(column.columnType(), 1);
            default -> 64;
        };
        return isSigned(column, type) || type == MySqlType.BIT && declared == 1 ? declared : declared + 1;
    }

    private static boolean isSigned(DatabaseColumn column, MySqlType type) {
        return type != MySqlType.BIT && !Declaration.isUnsigned(column.columnType());
    }
}
