package org.speedwell.accelerator.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** A codec for decimals of at most 18 digits and one scale. The key is the unscaled value. */
public record DecimalCodec(int scale) implements KeyCodec {
    /** The maximum number of digits that always fit into a key. */
    public static final int MAX_PRECISION = 18;

    @Override
    public long encode(Object value) {
        BigDecimal decimal = (BigDecimal) value;
        if (decimal.scale() != scale || decimal.precision() > MAX_PRECISION) {
            throw new IllegalArgumentException(decimal + " does not fit a decimal of at most " + MAX_PRECISION
                    + " digits with a scale of " + scale);
        }
        return decimal.unscaledValue().longValue();
    }

    @Override
    public Object value(long key) {
        return BigDecimal.valueOf(key, scale);
    }

    @Override
    public Class<?> valueClass() {
        return BigDecimal.class;
    }

    @Override
    public long floor(Object value) {
        BigDecimal decimal = (BigDecimal) value;
        if (isHuge(decimal)) {
            return decimal.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        BigInteger unscaled = floor(decimal, scale);
        if (unscaled.bitLength() < Long.SIZE) {
            return unscaled.longValue();
        }
        return unscaled.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    @Override
    public boolean isExact(Object value) {
        BigDecimal decimal = (BigDecimal) value;
        return !isHuge(decimal) && BigDecimal.valueOf(floor(decimal), scale).compareTo(decimal) == 0;
    }

    /** Returns whether a stored decimal can equal the value. {@code BigDecimal.equals} distinguishes 2.0 from 2.00. */
    @Override
    public boolean canEqual(Object value) {
        return isExact(value) && ((BigDecimal) value).scale() == scale;
    }

    /**
     * Returns the unscaled value of the greatest decimal of a scale that is not above {@code decimal}. The decimal must
     * not be too large to write out in digits. It may be very small, because the method does not divide such decimals:
     * 1E-1000000000 would need 10⁹ zeros.
     */
    static BigInteger floor(BigDecimal decimal, int scale) {
        boolean isNextToZero = (long) decimal.precision() - decimal.scale() < -(long) scale;
        if (decimal.signum() == 0 || isNextToZero) {
            return decimal.signum() < 0 ? BigInteger.ONE.negate() : BigInteger.ZERO;
        }
        return decimal.setScale(scale, RoundingMode.FLOOR).unscaledValue();
    }

    /** Returns whether a decimal is beyond all keys. It may be too large to write out in digits: 1E+1000000000. */
    private static boolean isHuge(BigDecimal decimal) {
        return decimal.signum() != 0 && (long) decimal.precision() - decimal.scale() > MAX_PRECISION + 1;
    }

    @Override
    public boolean isInOrderOfDatabase() {
        return true;
    }

    @Override
    public boolean isShareable() {
        return true;
    }

    @Override
    public boolean isUnscaled() {
        return true;
    }
}
