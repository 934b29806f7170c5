package org.speedwell.bench.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A logarithmic scale between two powers of ten. */
record LogScale(double lowest, double highest, double from, double to) {

    /** Returns the scale between the powers of ten around the values, which must all be above 0. */
    static LogScale around(Collection<Double> values, double from, double to) {
        double least = values.stream().mapToDouble(Double::doubleValue).min().orElse(1);
        double most = values.stream().mapToDouble(Double::doubleValue).max().orElse(10);
        double lowest = Math.pow(10, Math.floor(Math.log10(least)));
        double highest = Math.pow(10, Math.ceil(Math.log10(most)));
        return new LogScale(lowest, highest > lowest ? highest : lowest * 10, from, to);
    }

    double place(double value) {
        double share = Math.log10(Math.clamp(value, lowest, highest) / lowest) / Math.log10(highest / lowest);
        return from + share * (to - from);
    }

    /** Returns the powers of ten on the scale. It skips some if there are more than {@code max}. */
    List<Double> ticks(int max) {
        int decades = (int) Math.round(Math.log10(highest / lowest));
        int step = Math.ceilDiv(decades + 1, max);
        List<Double> ticks = new ArrayList<>();
        for (int i = 0; i <= decades; i += step) {
            ticks.add(lowest * Math.pow(10, i));
        }
        return ticks;
    }
}
