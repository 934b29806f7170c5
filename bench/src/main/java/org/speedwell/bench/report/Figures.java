package org.speedwell.bench.report;

import java.util.Locale;

/** The formats of numbers in the report: three digits and a unit. */
final class Figures {
    private Figures() {}

    /** Returns a duration as text. */
    static String time(double nanos) {
        if (nanos < 1e3) {
            return digits(nanos) + " ns";
        }
        if (nanos < 1e6) {
            return digits(nanos / 1e3) + " µs";
        }
        return nanos < 1e9 ? digits(nanos / 1e6) + " ms" : digits(nanos / 1e9) + " s";
    }

    /** Returns a power of ten as text on an axis of durations. */
    static String tick(double nanos) {
        return time(nanos).replaceFirst("\\.0+(?= )", "");
    }

    /** Returns a rate per second as text. */
    static String rate(double perSecond) {
        if (perSecond < 1e3) {
            return digits(perSecond) + "/s";
        }
        if (perSecond < 1e6) {
            return digits(perSecond / 1e3) + " k/s";
        }
        return perSecond < 1e9 ? digits(perSecond / 1e6) + " M/s" : digits(perSecond / 1e9) + " G/s";
    }

    /** Returns a ratio as text with two digits, because a third digit would not be reliable. */
    static String ratio(double ratio) {
        if (ratio >= 10) {
            double unit = Math.pow(10, Math.floor(Math.log10(ratio)) - 1);
            return String.format(Locale.ROOT, "%,.0f ×", Math.round(ratio / unit) * unit);
        }
        return String.format(Locale.ROOT, ratio >= 1 ? "%.1f ×" : "%.2f ×", ratio);
    }

    /** Returns a count as text. */
    static String count(double number) {
        return String.format(Locale.ROOT, "%,.0f", number);
    }

    /** Returns a number as text with three digits. */
    static String digits(double number) {
        double size = Math.abs(number);
        if (size >= 99.95 || number == 0) {
            return count(number);
        }
        return String.format(Locale.ROOT, size >= 9.995 ? "%.1f" : "%.2f", number);
    }
}
