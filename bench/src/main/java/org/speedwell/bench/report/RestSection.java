package org.speedwell.bench.report;

import java.util.List;
import java.util.Optional;
import org.speedwell.bench.rest.RestContender;

/** The section with REST results: rows from columns, compared with rows from entities. */
final class RestSection implements Report.Section {

    @Override
    public void write(Findings findings, Html html, List<Table> tables) {
        List<RestFinding> rest = findings.rest();
        if (rest.isEmpty()) {
            return;
        }
        html.element("h2", "REST: bytes from columns, compared with Jackson over entities");
        html.element(
                "p",
                "One Spring Boot service serves all paths and parses all queries in the same way. A few clients on the "
                        + "same machine send requests in a closed loop. The answers are the same to the byte.");
        for (Table table : List.of(rates(rest), latencies(rest))) {
            table.writeTo(html);
            tables.add(table);
        }
    }

    private static Table rates(List<RestFinding> rest) {
        Table table = new Table(
                "REST: requests per second",
                "An empty answer shows the cost of the server itself, a lower limit. The contender with entities of "
                        + "memory runs the same query on the same columns.",
                List.of(
                        "",
                        "bytes",
                        RestContender.nothing.title(),
                        RestContender.speedwell.title(),
                        RestContender.entities.title(),
                        "ratio",
                        RestContender.sql.title(),
                        "ratio "));
        for (String request : requests(rest)) {
            Optional<RestFinding> ours = find(rest, request, RestContender.speedwell);
            Optional<RestFinding> entities = find(rest, request, RestContender.entities);
            Optional<RestFinding> sql = find(rest, request, RestContender.sql);
            table.row(List.of(
                    request,
                    ours.map(found -> Figures.count(found.bytes())).orElse("–"),
                    rate(find(rest, request, RestContender.nothing)),
                    "*" + rate(ours),
                    rate(entities),
                    ratio(ours, entities),
                    rate(sql),
                    ratio(ours, sql)));
        }
        return table;
    }

    private static Table latencies(List<RestFinding> rest) {
        Table table = new Table(
                "REST: latencies, and processor time of the server for a request",
                "The clients measure the latencies. Each client has one request under way.",
                List.of("", "median", "99 %", "server's processors"));
        for (String request : requests(rest)) {
            for (RestFinding found :
                    rest.stream().filter(each -> each.request().equals(request)).toList()) {
                table.row(List.of(
                        request + ": " + found.contender(),
                        Figures.time(found.median()),
                        Figures.time(found.p99()),
                        Figures.time(found.serverTime())));
            }
        }
        return table;
    }

    private static List<String> requests(List<RestFinding> rest) {
        return rest.stream().map(RestFinding::request).distinct().toList();
    }

    private static String rate(Optional<RestFinding> found) {
        return found.map(each -> Figures.rate(each.perSecond())).orElse("–");
    }

    private static String ratio(Optional<RestFinding> ours, Optional<RestFinding> other) {
        return ours.isPresent() && other.isPresent()
                ? Figures.ratio(ours.get().perSecond() / other.get().perSecond())
                : "–";
    }

    private static Optional<RestFinding> find(List<RestFinding> rest, String request, RestContender contender) {
        return rest.stream()
                .filter(each ->
                        each.request().equals(request) && each.contender().equals(contender.title()))
                .findFirst();
    }
}
