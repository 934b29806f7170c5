package org.speedwell.accelerator.types;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.text.NumberFormat;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import org.speedwell.accelerator.builder.KeyColumnBuilder;

/**
 * The whole numbers that a Java class can represent. Numbers are {@code long}s. In a BIGINT UNSIGNED column, negative
 * {@code long}s represent the numbers from 2^63.
 *
 * @param key the number to add to a value to get its key
 * @param isAnySize true if the class can represent every number; the column may still refuse some
 */
record NumberRange(Class<?> of, long min, long max, long key, boolean isAnySize, LongFunction<Object> box) {
    private static final Map<Class<?>, NumberRange> RANGES = Map.of(
            Byte.class, range(Byte.class, Byte.MIN_VALUE, Byte.MAX_VALUE, n -> (byte) n),
            Short.class, range(Short.class, Short.MIN_VALUE, Short.MAX_VALUE, n -> (short) n),
            Integer.class, range(Integer.class, Integer.MIN_VALUE, Integer.MAX_VALUE, n -> (int) n),
            Long.class, range(Long.class, Long.MIN_VALUE, Long.MAX_VALUE, n -> n),
            BigInteger.class,
                    new NumberRange(BigInteger.class, 0, Long.MAX_VALUE, Long.MIN_VALUE, true, BigInteger::valueOf),
            BigDecimal.class,
                    new NumberRange(BigDecimal.class, Long.MIN_VALUE, Long.MAX_VALUE, 0, true, BigDecimal::valueOf));

    private static NumberRange range(Class<?> of, long min, long max, LongFunction<Object> box) {
        return new NumberRange(of, min, max, 0, false, box);
    }

    static Optional<NumberRange> of(Class<?> databaseClass) {
        return Optional.ofNullable(RANGES.get(databaseClass));
    }

    boolean holds(long number) {
        return number >= min && number <= max;
    }

    /**
     * Returns the decoder of numbers from the binlog. Like the driver, it refuses a number outside the range or drops
     * the upper bits.
     *
     * @param isHuge true if negative numbers represent those from 2^63
     */
    ImageDecoder decoder(ImageDecoder.LongAt number, boolean isHuge, boolean acceptsKeys, boolean truncatesBits) {
        if (acceptsKeys && of != BigDecimal.class) {
            return (event, start, target) -> {
                long n = number.read(event, start);
                if (holds(n) && (n >= 0 || !isHuge) || isHuge && of == BigInteger.class) {
                    ((KeyColumnBuilder) target).appendKey(n + key);
                    return true;
                }
                return target.append(other(n, isHuge, truncatesBits));
            };
        }
        return (event, start, target) -> {
            long n = number.read(event, start);
            return target.append(holds(n) && (n >= 0 || !isHuge) ? box.apply(n) : other(n, isHuge, truncatesBits));
        };
    }

    private Object other(long number, boolean isHuge, boolean truncatesBits) {
        String digits = isHuge ? Long.toUnsignedString(number) : Long.toString(number);
        if (isAnySize) {
            return of == BigInteger.class ? new BigInteger(digits) : new BigDecimal(digits);
        }
        if (!truncatesBits) {
            // The driver groups the digits of large numbers.
            throw outOfRange(isHuge ? NumberFormat.getInstance().format(new BigInteger(digits)) : digits);
        }
        return box.apply(number);
    }

    IllegalArgumentException outOfRange(String digits) {
        return new IllegalArgumentException(
                "Value '" + digits + "' is outside of valid range for type " + of.getName());
    }

    /** Returns the decoder of numbers from text; empty if the column does not store the numbers' keys. */
    Optional<TextDecoder> textDecoder(KeyColumnBuilder target) {
        return of == BigDecimal.class
                ? Optional.empty()
                : Optional.of(new TextDecoder.WholeNumber(target, min, max, key));
    }
}
