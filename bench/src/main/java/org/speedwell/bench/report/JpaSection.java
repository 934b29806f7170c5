package org.speedwell.bench.report;

import java.util.List;
import java.util.Optional;

/** The section with the questions of a JPA service, before and after it gains memory. */
final class JpaSection implements Report.Section {
    private static final String BENCHMARK = "JpaBenchmark";

    @Override
    public void write(Findings findings, Html html, List<Table> tables) {
        List<Timing> timings = findings.of(BENCHMARK);
        Table table = new Table(
                "A JPA service before and after, time of one question",
                "One dependency and three lines of configuration lie between the two.",
                List.of("", "JPQL over SQL", "streams from memory", "ratio", "bytes allocated", "bytes allocated "));
        for (String question : timings.stream().map(Timing::method).distinct().toList()) {
            Optional<Timing> before = find(timings, question, "before");
            Optional<Timing> after = find(timings, question, "after");
            if (before.isPresent() && after.isPresent()) {
                table.row(List.of(
                        question,
                        Figures.time(before.get().nanos()),
                        "*" + Figures.time(after.get().nanos()),
                        Figures.ratio(before.get().nanos() / after.get().nanos()),
                        bytes(before.get()),
                        bytes(after.get())));
            }
        }
        if (!table.isEmpty()) {
            html.element("h2", "A JPA service before and after it gains memory");
            html.element(
                    "p",
                    "Spring Data JPA and Hibernate, with prepared statements on a server on this machine, and with "
                            + "indexes on rating and length.");
            table.writeTo(html);
            tables.add(table);
        }
    }

    private static String bytes(Timing timing) {
        Double bytes = timing.secondary().get("gc.alloc.rate.norm");
        return bytes == null ? "–" : Figures.digits(bytes);
    }

    private static Optional<Timing> find(List<Timing> timings, String question, String service) {
        return timings.stream()
                .filter(timing -> timing.method().equals(question)
                        && timing.parameter("service").equals(service))
                .findFirst();
    }
}
