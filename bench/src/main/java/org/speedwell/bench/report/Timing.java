package org.speedwell.bench.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of JMH for one benchmark with one set of parameters.
 *
 * @param benchmark the simple name of the class
 * @param method the name of the method
 * @param mode the short name of the mode in JMH, such as {@code avgt}
 * @param unit the unit of the values, such as {@code ns/op}
 * @param values one value for each iteration of all forks, in ascending order; the mean of the samples in the mode
 * {@code sample}
 * @param secondary further metrics, such as {@code gc.alloc.rate.norm}
 */
record Timing(
        String benchmark,
        String method,
        String mode,
        int threads,
        Map<String, String> parameters,
        String unit,
        List<Double> values,
        Map<String, Double> secondary) {

    /** Reads one element of JMH's array. */
    static Timing of(JsonObject json) {
        String name = json.get("benchmark").getAsString();
        int dot = name.lastIndexOf('.');
        Map<String, String> parameters = new LinkedHashMap<>();
        if (json.has("params")) {
            json.getAsJsonObject("params").asMap().forEach((key, value) -> parameters.put(key, value.getAsString()));
        }
        JsonObject primary = json.getAsJsonObject("primaryMetric");
        boolean isSampled = primary.has("rawDataHistogram");
        List<Double> values = new ArrayList<>();
        for (JsonElement fork : primary.getAsJsonArray(isSampled ? "rawDataHistogram" : "rawData")) {
            for (JsonElement value : (JsonArray) fork) {
                values.add(isSampled ? mean((JsonArray) value) : value.getAsDouble());
            }
        }
        Map<String, Double> secondary = new LinkedHashMap<>();
        json.getAsJsonObject("secondaryMetrics").asMap().forEach((key, value) -> {
            JsonElement score = value.getAsJsonObject().get("score");
            if (score.getAsJsonPrimitive().isNumber()) { // JMH writes "NaN" as a text
                secondary.put(key, score.getAsDouble());
            }
        });
        return new Timing(
                name.substring(name.lastIndexOf('.', dot - 1) + 1, dot),
                name.substring(dot + 1),
                json.get("mode").getAsString(),
                json.get("threads").getAsInt(),
                parameters,
                primary.get("scoreUnit").getAsString(),
                values.stream().sorted().toList(),
                secondary);
    }

    /** Returns the mean of a histogram, whose elements contain a value and its count. */
    private static double mean(JsonArray histogram) {
        double sum = 0;
        long count = 0;
        for (JsonElement each : histogram) {
            JsonArray bucket = (JsonArray) each;
            long some = bucket.get(1).getAsLong();
            sum += bucket.get(0).getAsDouble() * some;
            count += some;
        }
        return sum / count;
    }

    String parameter(String name) {
        return parameters.getOrDefault(name, "");
    }

    /** Returns the middle value, or the mean of the two middle values. */
    double median() {
        int size = values.size();
        return (values.get((size - 1) / 2) + values.get(size / 2)) / 2;
    }

    /** Returns the {@link #median} in nanoseconds. The mode must measure time. */
    double nanos() {
        return median() * nanosOfUnit();
    }

    double leastNanos() {
        return values.getFirst() * nanosOfUnit();
    }

    double mostNanos() {
        return values.getLast() * nanosOfUnit();
    }

    private double nanosOfUnit() {
        return switch (unit) {
            case "ns/op" -> 1;
            case "us/op" -> 1e3;
            case "ms/op" -> 1e6;
            case "s/op" -> 1e9;
            default -> throw new IllegalStateException(unit + " is not a unit of the time of an operation");
        };
    }

    /** Returns the operations per second. The mode must measure throughput. */
    double perSecond() {
        return switch (unit) {
            case "ops/ns" -> median() * 1e9;
            case "ops/us" -> median() * 1e6;
            case "ops/ms" -> median() * 1e3;
            case "ops/s" -> median();
            default -> throw new IllegalStateException(unit + " is not a unit of throughput");
        };
    }

    boolean isTime() {
        return unit.endsWith("/op");
    }
}
