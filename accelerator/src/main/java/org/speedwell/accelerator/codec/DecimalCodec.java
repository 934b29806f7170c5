package org.speedwell.accelerator.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Decimals of at most 18 digits, all of one scale: the key is the unscaled value. */
public record DecimalCodec(int scale) implements KeyCodec {
    /** The most digits that always fit a key. */
    public static final int MAX_PRECISION = 18;

    @Override
    public long encode(Object value) {
        BigDecimal decimal = (BigDecimal) value;
        if (decimal.scale() != scale || decimal.precision() > MAX_PRECISION) {
            throw new IllegalArgumentException(decimal + " does not fit a decimal of " + MAX_PRECISION + " digits, "
                    + scale + " of them decimals");
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

    /** {@code BigDecimal.equals} tells 2.0 from 2.00. */
    @Override
    public boolean canEqual(Object value) {
        return isExact(value) && ((BigDecimal) value).scale() == scale;
    }

    /**
     * The unscaled value of the greatest decimal of a scale that is not above the given one, which is not too large to be
     * written out. It may be too small for that: 1E-1000000000 has a thousand million zeros to divide by.
     */
    static BigInteger floor(BigDecimal decimal, int scale) {
        boolean isNextToZero = (long) decimal.precision() - decimal.scale() < -(long) scale;
        if (decimal.signum() == 0 || isNextToZero) {
            return decimal.signum() < 0 ? BigInteger.ONE.negate() : BigInteger.ZERO;
        }
        return decimal.setScale(scale, RoundingMode.FLOOR).unscaledValue();
    }

    /** Beyond all keys, and perhaps too large to write out: 1E+1000000000. */
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
