package org.speedwell.accelerator.types;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * The numbers that a driver reads from the server's text of a FLOAT. The text has six digits, or the declared number of
 * decimals.
 */
final class FloatText {
    private static final MathContext DIGITS = new MathContext(6, RoundingMode.HALF_EVEN);
    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };

    /** The distance to the midpoint of two six-digit numbers below which double arithmetic may choose the wrong one. */
    private static final double NEAR = 1e-6;

    private FloatText() {}

    /** Returns a number rounded to six digits. */
    static double sixDigits(float value) {
        double size = Math.abs((double) value);
        if (size >= 1e-9 && size < 1e6) {
            int exponent = 0;
            while (size * POWERS[exponent] < 1e5) {
                exponent++;
            }
            double scaled = size * POWERS[exponent];
            double floor = Math.floor(scaled);
            double rest = scaled - floor;
            if (Math.abs(rest - 0.5) > NEAR) {
                return Math.copySign((rest > 0.5 ? floor + 1 : floor) / POWERS[exponent], value);
            }
        }
        return size == 0 || !Float.isFinite(value)
                ? value
                : new BigDecimal((double) value).round(DIGITS).doubleValue();
    }

    /** Returns a number rounded to {@code scale} decimals. */
    static double decimals(double value, int scale) {
        double rounded =
                new BigDecimal(value).setScale(scale, RoundingMode.HALF_EVEN).doubleValue();
        return Math.copySign(rounded, value);
    }
}
