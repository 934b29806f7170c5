package org.speedwell.spring.rest;

import java.util.Map;
import java.util.Optional;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.spring.query.Limits;
import org.speedwell.spring.query.QueryException;
import org.speedwell.spring.query.RowQuery;
import org.speedwell.spring.query.ServedTable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * Answers {@code GET /{schema}/{table}?filter=&sort=&start=&limit=&fields=&count=} from one version in memory. What it does
 * not serve it leaves to others.
 */
final class TableRouter {
    /** Of the rows that pass the filter, where {@code count=true}. */
    static final String TOTAL = "X-Total-Count";

    /** How old memory is, in milliseconds. */
    static final String AGE = "X-Speedwell-Age";

    private final DataStoreComponent store;
    private final StoreConfiguration configuration;
    private final ServedTables tables;
    private final Limits limits;

    TableRouter(DataStoreComponent store, StoreConfiguration configuration, ServedTables tables, Limits limits) {
        this.store = store;
        this.configuration = configuration;
        this.tables = tables;
        this.limits = limits;
    }

    /** @param base in front of all paths, such as {@code /api}; may be empty */
    RouterFunction<ServerResponse> routes(String base) {
        byte[] description = OpenApi.of(tables, base, limits);
        return RouterFunctions.route()
                .GET(
                        base + "/openapi.json",
                        request -> ServerResponse.ok()
                                .contentType(MediaType.APPLICATION_JSON)
                                .body(description))
                .GET(
                        base + "/{schema}/{table}",
                        request -> table(request).isPresent(),
                        request -> rows(request, table(request).orElseThrow()))
                .onError(QueryException.class, (failure, request) -> refused((QueryException) failure))
                .onError(
                        DataStoreNotLoadedException.class,
                        (failure, request) -> unavailable("The table is not in memory yet"))
                .build();
    }

    private Optional<ServedTable<?>> table(ServerRequest request) {
        Map<String, String> path = request.pathVariables();
        return tables.find(path.getOrDefault("schema", ""), path.getOrDefault("table", ""));
    }

    private <E> ServerResponse rows(ServerRequest request, ServedTable<E> table) {
        RowQuery<E> query = RowQuery.of(table, request.params(), limits);
        SnapshotView version = store.snapshot();
        long age = store.age().toMillis();
        if (configuration.maxAge().filter(most -> age > most.toMillis()).isPresent()) {
            return unavailable("Memory is older than it may be");
        }
        String tag = tag(version);
        Optional<ServerResponse> known = request.checkNotModified(tag);
        if (known.isPresent()) {
            return known.get();
        }
        ServerResponse.BodyBuilder response = ServerResponse.ok()
                .contentType(MediaType.APPLICATION_JSON)
                .cacheControl(CacheControl.noCache())
                .eTag(tag)
                .header(AGE, Long.toString(age));
        if (query.counts()) {
            response.header(TOTAL, Long.toString(query.count(version.stream(table.identifier()))));
        }
        return response.build((_, servlet) -> {
            long _ = query.rows(version.stream(table.identifier()))
                    .collect(query.encoder().into(servlet.getOutputStream()));
            return null;
        });
    }

    /** Weak, as servers compress no answer with a strong one. */
    private static String tag(SnapshotView version) {
        return "W/\"" + Long.toHexString(version.takenAt().toEpochMilli()) + "-" + Long.toHexString(version.version())
                + "\"";
    }

    private static ServerResponse refused(QueryException failure) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, failure.getMessage());
        if (!failure.allowed().isEmpty()) {
            problem.setProperty("allowed", failure.allowed());
        }
        return told(problem);
    }

    private static ServerResponse unavailable(String why) {
        return told(ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, why));
    }

    private static ServerResponse told(ProblemDetail problem) {
        return ServerResponse.status(problem.getStatus())
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }
}
