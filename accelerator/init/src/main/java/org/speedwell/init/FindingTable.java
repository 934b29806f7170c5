package org.speedwell.init;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.speedwell.init.model.Finding;

/** A printer of findings. The worst finding comes last, because a user of a terminal reads the last lines first. */
final class FindingTable {
    private FindingTable() {}

    static void print(List<Finding> findings, PrintWriter out) {
        findings.stream()
                .sorted((one, other) -> one.severity().compareTo(other.severity()))
                .forEach(each -> {
                    out.printf(
                            Locale.ROOT,
                            "%-7s  %s: %s%n",
                            each.severity().name().toLowerCase(Locale.ROOT),
                            each.subject(),
                            each.what());
                    if (!each.meaning().isEmpty()) {
                        out.println("         " + each.meaning());
                    }
                });
        out.flush();
    }
}
