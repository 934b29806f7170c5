package org.speedwell.demo.shop;

import java.util.Locale;

/** Texts of times and ratios, with no more digits than the measurement is accurate to. */
public final class Figures {
    private Figures() {}

    /** Formats a time, such as 4.2 ns, 42 µs, 420 ms. */
    public static String time(double nanos) {
        double value = nanos;
        for (String unit : new String[] {"ns", "µs", "ms"}) {
            if (value < 999.5) {
                return digits(value) + " " + unit;
            }
            value /= 1_000;
        }
        return digits(value) + " s";
    }

    /** Formats a ratio with at most two significant digits, such as 0.4×, 4.2×, 42×, 42,000×. */
    public static String ratio(double ratio) {
        if (ratio < 9.95) {
            return digits(ratio) + "×";
        }
        double unit = Math.pow(10, Math.floor(Math.log10(ratio)) - 1);
        return String.format(Locale.ROOT, "%,.0f×", Math.round(ratio / unit) * unit);
    }

    private static String digits(double value) {
        return String.format(Locale.ROOT, value < 9.95 ? "%.1f" : "%,.0f", value);
    }
}
