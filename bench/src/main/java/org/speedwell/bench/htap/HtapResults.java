package org.speedwell.bench.htap;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.bench.report.Findings;
import org.speedwell.bench.report.Latencies;
import org.speedwell.bench.report.Table;
import org.speedwell.schema.ChBenchmark;
import org.speedwell.schema.Database;

/** The measurements of a run, and their tables. */
final class HtapResults {
    private static final int TIMES = 5;

    private final Map<Phase, List<Double>> rates = new EnumMap<>(Phase.class);
    private final Map<Phase, Histogram> ages = new EnumMap<>(Phase.class);
    private final Map<Question, Histogram> busyTimes = new EnumMap<>(Question.class);
    private final Map<Question, Double> idleTimes = new EnumMap<>(Question.class);
    private final Map<String, Double> maintainedTimes = new HashMap<>();
    private String about = "";
    private String server = "";

    /** Records what the run measures. */
    void describe(Database database, ChBenchmark size, DataStoreComponent store) {
        about = String.format(
                Locale.ROOT,
                "CH-benCHmark, %d %s, %,d rows at the start",
                size.warehouses(),
                size.warehouses() == 1 ? "warehouse" : "warehouses",
                store.rows());
        server = database.version()
                + ", terminals and Speedwell share one machine. One JVM runs the terminals and Speedwell.";
    }

    void add(Phase phase, double rate) {
        System.out.printf(Locale.ROOT, "%s: %,.0f transactions/s%n", phase.title(), rate);
        rates.computeIfAbsent(phase, _ -> new ArrayList<>()).add(rate);
    }

    void add(Phase phase, Histogram age) {
        System.out.printf(
                Locale.ROOT,
                "    age of results: median %.2f ms, 99 %% %.2f ms, max %.2f ms%n",
                age.getValueAtPercentile(50) / 1e6,
                age.getValueAtPercentile(99) / 1e6,
                age.getMaxValue() / 1e6);
        ages.computeIfAbsent(phase, _ -> Latencies.histogram()).add(age);
    }

    void add(Map<Question, Histogram> times) {
        times.forEach((question, time) ->
                busyTimes.computeIfAbsent(question, _ -> Latencies.histogram()).add(time));
    }

    /** Returns the median rate of the phases of a kind. */
    double rate(Phase phase) {
        return median(rates.getOrDefault(phase, List.of()).stream()
                .mapToDouble(Double::doubleValue)
                .toArray());
    }

    /** Measures the questions and the reads of maintained results while nothing else runs. */
    void timeQuestions(ChTables tables, MaintainedQuestions maintained) {
        for (Question question : Question.values()) {
            idleTimes.put(question, median(() -> question.ask(tables)));
        }
        for (MaintainedQuestions.Maintained each : maintained.all()) {
            maintainedTimes.put(each.name(), median(each.answer()));
        }
    }

    private static double median(Supplier<?> work) {
        double[] nanos = new double[TIMES];
        for (int i = 0; i < TIMES; i++) {
            long begun = System.nanoTime();
            Objects.requireNonNull(work.get());
            nanos[i] = System.nanoTime() - begun;
        }
        return median(nanos);
    }

    private static double median(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
    }

    /** Writes all tables and histograms to the folder of a run. */
    void write(AnswerCheck check, MaintainedQuestions maintained, Path folder) throws IOException {
        Findings.write(folder, "htap-rates", rateTable());
        Findings.write(folder, "htap-questions", questionTable(check, maintained));
        Latencies latencies = Latencies.of("CH-benCHmark: from a commit to a subscriber");
        ages.forEach((phase, age) -> latencies.add(phase.title(), age));
        latencies.write(folder.resolve("htap.hlog"));
    }

    private Table rateTable() {
        Table table = new Table(
                about + ": transactions, and the age of results",
                server + " The ratio is the median of the ratios of neighbouring phases. Goals: a ratio of at least"
                        + " 97 %, and an age of at most 10 ms for 99 % of commits.",
                List.of("", "transactions/s", "ratio", "age, median", "age, 99 %", "age, max", "commits"));
        for (Phase phase : Phase.values()) {
            Optional<Histogram> age = Optional.ofNullable(ages.get(phase));
            table.row(List.of(
                    phase.title(),
                    String.format(Locale.ROOT, "%,.0f", rate(phase)),
                    ratio(phase),
                    age.map(of -> millis(of.getValueAtPercentile(50))).orElse("–"),
                    age.map(of -> millis(of.getValueAtPercentile(99))).orElse("–"),
                    age.map(of -> millis(of.getMaxValue())).orElse("–"),
                    age.map(of -> String.format(Locale.ROOT, "%,d", of.getTotalCount()))
                            .orElse("–")));
        }
        return table;
    }

    private String ratio(Phase phase) {
        if (phase != Phase.FOLLOWING && phase != Phase.ANALYST) {
            return "–";
        }
        List<Double> with = rates.getOrDefault(phase, List.of());
        List<Double> without = rates.getOrDefault(Phase.WITHOUT, List.of());
        double[] ratios = new double[with.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = with.get(i) / without.get(i);
        }
        return String.format(Locale.ROOT, "%.1f %%", 100 * median(ratios));
    }

    private Table questionTable(AnswerCheck check, MaintainedQuestions maintained) {
        Table table = new Table(
                about + ": times of the questions",
                "Streams and SQL on one thread, all rows of the answer. SQL: the shortest of two or more runs without other"
                        + " work. Maintained: a read of the result, with the rest of the answer made from it.",
                List.of("", "streams", "beside transactions", "maintained", "SQL"));
        for (Question question : Question.values()) {
            Histogram busy = busyTimes.get(question);
            table.row(List.of(
                    question.name() + " " + question.text(),
                    millis(idleTimes.getOrDefault(question, 0.0)),
                    busy == null || busy.getTotalCount() == 0 ? "–" : millis(busy.getValueAtPercentile(50)),
                    maintainedTime(question.name()),
                    millis(check.sqlNanos(question.name()))));
        }
        for (MaintainedQuestions.Maintained each : maintained.all()) {
            if (Arrays.stream(Question.values())
                    .noneMatch(question -> question.name().equals(each.name()))) {
                table.row(List.of(
                        each.name(), "–", "–", maintainedTime(each.name()), millis(check.sqlNanos(each.name()))));
            }
        }
        return table;
    }

    private String maintainedTime(String name) {
        Double nanos = maintainedTimes.get(name);
        return nanos == null ? "–" : String.format(Locale.ROOT, "%.4f ms", nanos / 1e6);
    }

    private static String millis(double nanos) {
        return String.format(Locale.ROOT, "%.2f ms", nanos / 1e6);
    }
}
