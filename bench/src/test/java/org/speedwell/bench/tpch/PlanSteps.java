package org.speedwell.bench.tpch;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.speedwell.accelerator.monitor.Explanation;

/**
 * The steps of a plan: kinds of steps, columns, and numbers of rows. It omits times and the texts of conditions, because
 * a lambda says {@code ≥ 1 and ≤ 2} where a field says {@code between}.
 */
final class PlanSteps {
    private PlanSteps() {}

    static List<String> of(Explanation explanation) {
        return explanation
                .toString()
                .lines()
                .filter(line -> !line.stripLeading().startsWith("read "))
                .filter(line -> !line.contains("made"))
                .map(line -> line.replaceAll(", [\\d.,]+ [µmn]?s$", "")
                        .replaceAll(" \\([\\d,]+ expected\\)", "")
                        .replaceAll("filter .* → ", "filter → "))
                .map(PlanSteps::withSortedColumns)
                .toList();
    }

    private static String withSortedColumns(String line) {
        int scan = line.indexOf("scan of ");
        int end = line.lastIndexOf(": ");
        if (scan < 0 || end < scan) {
            return line;
        }
        int start = scan + "scan of ".length();
        return line.substring(0, start)
                + Arrays.stream(line.substring(start, end).split(", ")).sorted().collect(Collectors.joining(", "))
                + line.substring(end);
    }
}
