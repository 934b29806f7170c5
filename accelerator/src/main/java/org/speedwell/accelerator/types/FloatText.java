package org.speedwell.accelerator.types;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** What is read of the text that the server writes of a FLOAT, which has six digits, or so many decimals as are declared. */
final class FloatText {
    private static final MathContext DIGITS = new MathContext(6, RoundingMode.HALF_EVEN);
    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };

    /** How near to the middle between two numbers of six digits a double may be wrong about the nearer. */
    private static final double NEAR = 1e-6;

    private FloatText() {}

    /** With six digits. */
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

    /** With so many decimals. */
    static double decimals(double value, int scale) {
        double rounded =
                new BigDecimal(value).setScale(scale, RoundingMode.HALF_EVEN).doubleValue();
        return Math.copySign(rounded, value);
    }
}
