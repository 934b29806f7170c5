package org.speedwell.bench.report;

import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Histograms of latencies in nanoseconds, by name. They are stored in a file in the {@code .hlog} format of
 * HdrHistogram, with one tag each.
 *
 * @param title the subject of the measurement
 */
public record Latencies(String title, Map<String, Histogram> histograms) {
    private static final String TITLE = "Title: ";
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 99.99, 99.999};
    private static final double ROUNDING = 1e-6;

    /** Creates an empty set of histograms. */
    public static Latencies of(String title) {
        return new Latencies(title, new LinkedHashMap<>());
    }

    /** Creates a histogram of latencies up to one hour, with a precision of three digits. */
    public static Histogram histogram() {
        return new Histogram(3_600_000_000_000L, 3);
    }

    /**
     * Adds a histogram, or replaces the one with the same name. Do not use "_" or ";" in a name: the file uses them for
     * space and comma.
     */
    public void add(String name, Histogram histogram) {
        histograms.put(name, histogram);
    }

    /** Writes all histograms to a file. */
    public void write(Path file) throws IOException {
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputComment("[" + TITLE + title + "]");
            writer.outputLogFormatVersion();
            writer.outputLegend();
            histograms.forEach((name, histogram) -> {
                histogram.setTag(tag(name));
                writer.outputIntervalHistogram(histogram);
            });
        }
    }

    static Latencies read(Path file) throws IOException {
        String title = Files.readAllLines(file).stream()
                .filter(line -> line.contains(TITLE))
                .map(line -> line.substring(line.indexOf(TITLE) + TITLE.length(), line.lastIndexOf(']')))
                .findFirst()
                .orElse(file.getFileName().toString());
        Latencies latencies = of(title);
        try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
            while (reader.hasNext()) {
                if (reader.nextIntervalHistogram() instanceof Histogram histogram) {
                    latencies.add(name(histogram.getTag()), histogram);
                }
            }
        }
        return latencies;
    }

    /** Returns a name as a tag, which cannot contain spaces or commas. */
    private static String tag(String name) {
        return name.replace(' ', '_').replace(',', ';');
    }

    private static String name(String tag) {
        return tag == null ? "all" : tag.replace('_', ' ').replace(';', ',');
    }

    /** Returns whether there are enough samples that at least one is beyond a percentile. */
    static boolean isResolved(Histogram histogram, double percentile) {
        return histogram.getTotalCount() * (100 - percentile) > 100 - ROUNDING;
    }

    /** Returns a table of the percentiles of all histograms. It omits a percentile that is only the highest sample. */
    Table table() {
        List<String> columns = new ArrayList<>(List.of(""));
        for (double percentile : PERCENTILES) {
            columns.add(BigDecimal.valueOf(percentile).stripTrailingZeros().toPlainString() + " %");
        }
        columns.add("max");
        columns.add("samples");
        Table table = new Table(title + ": percentiles", "", columns);
        histograms.forEach((name, histogram) -> {
            List<String> cells = new ArrayList<>(List.of(name));
            for (double percentile : PERCENTILES) {
                cells.add(
                        isResolved(histogram, percentile)
                                ? Figures.time((double) histogram.getValueAtPercentile(percentile))
                                : "–");
            }
            cells.add(Figures.time((double) histogram.getMaxValue()));
            cells.add(Figures.count((double) histogram.getTotalCount()));
            table.row(cells);
        });
        return table;
    }

    /**
     * Returns the curves of all histograms. The x value of a percentile p is 1 / (1 − p), so that each power of ten
     * adds a nine.
     */
    List<LineChart.Curve> curves() {
        List<LineChart.Curve> curves = new ArrayList<>();
        histograms.forEach((name, histogram) -> {
            List<LineChart.Point> points = new ArrayList<>();
            double last = Math.max(10, (double) histogram.getTotalCount());
            for (double beyond = 1; beyond <= last; beyond *= 1.1) {
                long value = histogram.getValueAtPercentile(100 - 100 / beyond);
                points.add(new LineChart.Point(beyond, (double) Math.max(1, value)));
            }
            curves.add(new LineChart.Curve(name, points));
        });
        return curves;
    }

    /** Returns an x value of the curves as a percentile. */
    static String percentile(double beyond) {
        int nines = (int) Math.round(Math.log10(beyond));
        return switch (nines) {
            case 0 -> "0 %";
            case 1 -> "90 %";
            case 2 -> "99 %";
            default -> "99." + "9".repeat(nines - 2) + " %";
        };
    }
}
