package org.speedwell.demo.shop;

import java.util.Locale;

/** Times and ratios, with no more digits than a measurement of this kind has. */
public final class Figures {
    private Figures() {}

    /** Such as 4.2 ns, 42 µs, 420 ms. */
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

    /** Such as 0.4×, 4.2×, 42×, 42,000×: two digits that count. */
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
