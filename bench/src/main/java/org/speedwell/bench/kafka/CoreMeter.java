package org.speedwell.bench.kafka;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.speedwell.bench.report.Table;

/** A meter of the throughput by the clock and by the processor time of this JVM, without that of other processes. */
final class CoreMeter {
    private static final double NANOS = 1e9;

    private CoreMeter() {}

    /** A task that is measured. */
    interface Task {
        void run() throws Exception;
    }

    /** The throughput of a task. */
    record Run(double perSecond, double perCore) {

        /** Prints the throughput of {@code items}, such as records. */
        void print(String title, String items) {
            System.out.printf(
                    Locale.ROOT,
                    "%-65s %,10.0f %s/s, %,10.0f per second of a core%n",
                    title,
                    perSecond,
                    items,
                    perCore);
        }
    }

    /** Measures a task that processes a number of items. */
    static Run measure(long items, Task task) throws Exception {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long begin = System.nanoTime();
        long processor = system.getProcessCpuTime();
        task.run();
        double seconds = (System.nanoTime() - begin) / NANOS;
        double busy = (system.getProcessCpuTime() - processor) / NANOS;
        return new Run(items / seconds, items / busy);
    }

    /** Returns a table of the medians of each contender's runs. */
    static <C> Table table(
            String title, String note, String items, Map<C, List<Run>> runs, Function<C, String> titles) {
        Table table = new Table(
                title,
                note + " The last column divides by the processor time of the contender's process.",
                List.of("", items + " a second", items + " a second of a core"));
        runs.forEach((contender, all) -> table.row(List.of(
                titles.apply(contender),
                String.format(Locale.ROOT, "%,.0f", median(all, Run::perSecond)),
                String.format(Locale.ROOT, "%,.0f", median(all, Run::perCore)))));
        return table;
    }

    private static double median(List<Run> runs, Function<Run, Double> figure) {
        return runs.stream().map(figure).sorted().toList().get(runs.size() / 2);
    }

    /** Deletes a folder with its files. */
    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }
}
