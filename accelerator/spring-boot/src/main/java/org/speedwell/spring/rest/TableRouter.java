package org.speedwell.spring.rest;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.FallbackException;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.spring.query.Limits;
import org.speedwell.spring.query.QueryException;
import org.speedwell.spring.query.RowQuery;
import org.speedwell.spring.query.ServedTable;
import org.speedwell.spring.query.Watching;
import org.springframework.http.CacheControl;
import org.springframework.http.ETag;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * The router of {@code GET /{schema}/{table}?filter=&sort=&start=&limit=&fields=&count=&watch=}. It answers each
 * request from one version in memory, and sends later results to clients that watch. It also accepts {@code POST} with the same parameters as a form, {@code HEAD} and
 * {@code OPTIONS}. Spring passes all other requests to other handlers.
 */
final class TableRouter {
    /** The header with the number of rows that match the filter, if {@code count=true}. */
    static final String TOTAL = "X-Total-Count";

    /** The header with the age of the data in memory, in milliseconds. */
    static final String AGE = "X-Speedwell-Age";

    /** The header with the identifier of the last event that a watcher has received. */
    private static final String LAST_EVENT_ID = "Last-Event-ID";

    /** The seconds until a client may repeat its request while memory cannot answer it. */
    private static final String RETRY_SECONDS = "5";

    private static final MediaType FORM = MediaType.APPLICATION_FORM_URLENCODED;

    private final DataStore store;
    private final ServedTables tables;
    private final Limits limits;
    private final AnswerWriter writer;
    private final Watches watches;
    private final Duration heartbeat;
    private final EntityTags tags = new EntityTags();

    /**
     * Creates a router.
     *
     * @param heartbeat the time without events after which a watcher receives a comment
     */
    TableRouter(
            DataStore store,
            ServedTables tables,
            Limits limits,
            AnswerWriter writer,
            Watches watches,
            Duration heartbeat) {
        this.store = store;
        this.tables = tables;
        this.limits = limits;
        this.writer = writer;
        this.watches = watches;
        this.heartbeat = heartbeat;
    }

    /**
     * Returns the routes of all tables and of the OpenAPI document.
     *
     * @param base the prefix of all paths, such as {@code /api}; may be empty
     */
    RouterFunction<ServerResponse> routes(String base) {
        byte[] description = OpenApi.of(tables, base, limits);
        String openApi = base + "/openapi.json";
        String rows = base + "/{schema}/{table}";
        return RouterFunctions.route()
                .filter((request, next) -> writer.writing(next.handle(request)))
                .GET(openApi, request -> document().body(description))
                .HEAD(
                        openApi,
                        request -> document().contentLength(description.length).build())
                .OPTIONS(openApi, request -> allowing(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS))
                .GET(rows, this::isServed, this::rows)
                .HEAD(rows, this::isServed, this::rows)
                .POST(rows, this::isServed, this::posted)
                .OPTIONS(
                        rows,
                        this::isServed,
                        request -> allowing(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.POST, HttpMethod.OPTIONS))
                .onError(QueryException.class, (failure, request) -> refused((QueryException) failure))
                .onError(
                        DataStoreNotLoadedException.class,
                        (failure, request) -> unavailable("The table is not in memory yet"))
                .build();
    }

    private static ServerResponse.BodyBuilder document() {
        return ServerResponse.ok().contentType(MediaType.APPLICATION_JSON);
    }

    private static ServerResponse allowing(HttpMethod... methods) {
        return ServerResponse.noContent().allow(methods).build();
    }

    private boolean isServed(ServerRequest request) {
        return table(request).isPresent();
    }

    private Optional<ServedTable<?>> table(ServerRequest request) {
        Map<String, String> path = request.pathVariables();
        return tables.find(path.getOrDefault("schema", ""), path.getOrDefault("table", ""));
    }

    private ServerResponse posted(ServerRequest request) {
        return request.headers().contentType().filter(FORM::includes).isPresent()
                ? rows(request)
                : response(
                        ProblemDetail.forStatusAndDetail(
                                HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                                "The parameters of a POST must be a form: Content-Type: " + FORM),
                        HttpHeaders.ACCEPT,
                        FORM.toString());
    }

    private ServerResponse rows(ServerRequest request) {
        return rows(request, table(request).orElseThrow());
    }

    private <E> ServerResponse rows(ServerRequest request, ServedTable<E> table) {
        RowQuery<E> query = RowQuery.of(table, request.params(), limits);
        Duration age = store.age(table.rows()); // read before the version, which then is not older
        SnapshotView version = store.snapshot();
        if (isTooOld(age)) {
            return unavailable("The data in memory is older than allowed");
        }
        if (query.watching() != Watching.NONE) {
            return watched(request, table, query);
        }
        version.stream(table.rows()).close(); // fails now, and not in the middle of the answer
        ETag tag = tags.of(version, table, query);
        boolean isKnown = EntityTags.isKnown(request.headers().header(HttpHeaders.IF_NONE_MATCH), tag);
        ServerResponse.BodyBuilder response = ServerResponse.status(status(request.method(), isKnown))
                .cacheControl(CacheControl.noCache())
                .eTag(tag.formattedTag())
                .header(AGE, Long.toString(age.toMillis()));
        if (isKnown) {
            return response.build();
        }
        response.contentType(MediaType.APPLICATION_JSON);
        if (query.counts()) {
            response.header(TOTAL, Long.toString(query.count(version.stream(table.rows()))));
        }
        if (request.method().equals(HttpMethod.HEAD)) {
            return response.build();
        }
        return response.build((_, to) -> {
            try {
                long _ = query.rows(version.stream(table.rows()))
                        .collect(query.encoder().into(to.getOutputStream()));
            } catch (UncheckedIOException e) {
                throw e.getCause(); // the client has disconnected or reads too slowly
            }
            return null;
        });
    }

    private boolean isTooOld(Duration age) {
        return store.configuration()
                .maxAge()
                .filter(max -> age.compareTo(max) > 0)
                .isPresent();
    }

    private <E> ServerResponse watched(ServerRequest request, ServedTable<E> table, RowQuery<E> query) {
        if (request.method().equals(HttpMethod.HEAD)) {
            return ServerResponse.ok().contentType(MediaType.TEXT_EVENT_STREAM).build();
        }
        if (!request.servletRequest().isAsyncSupported()) {
            return notImplemented("A filter or servlet of the application does not support asynchronous answers,"
                    + " so clients cannot watch queries. Enable async-supported for all of them.");
        }
        try {
            Watcher watcher = watches.add(table, query, request.headers().firstHeader(LAST_EVENT_ID));
            boolean asPatches = query.watching() == Watching.PATCHES;
            return new EventAnswer(watcher, asPatches, writer, heartbeat, watches::id, () -> isOutdated(table));
        } catch (Watches.RefusedException e) {
            return unavailable(e.reason());
        } catch (FallbackException e) {
            return notImplemented(
                    "Clients cannot watch these rows while speedwell.fallback is fail, because the store"
                            + " would compute them from scratch. Ask for the first 1,024 rows only, or set it to warn or silent.");
        }
    }

    private boolean isOutdated(ServedTable<?> table) {
        try {
            return isTooOld(store.age(table.rows()));
        } catch (DataStoreNotLoadedException e) {
            return true;
        }
    }

    private static ServerResponse notImplemented(String why) {
        return response(ProblemDetail.forStatusAndDetail(HttpStatus.NOT_IMPLEMENTED, why));
    }

    private static HttpStatus status(HttpMethod method, boolean isKnown) {
        if (!isKnown) {
            return HttpStatus.OK;
        }
        return method.equals(HttpMethod.POST) ? HttpStatus.PRECONDITION_FAILED : HttpStatus.NOT_MODIFIED;
    }

    private static ServerResponse refused(QueryException failure) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, failure.getMessage());
        if (!failure.allowed().isEmpty()) {
            problem.setProperty("allowed", failure.allowed());
        }
        return response(problem);
    }

    private static ServerResponse unavailable(String why) {
        return response(
                ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, why),
                HttpHeaders.RETRY_AFTER,
                RETRY_SECONDS);
    }

    private static ServerResponse response(ProblemDetail problem, String... header) {
        ServerResponse.BodyBuilder response =
                ServerResponse.status(problem.getStatus()).contentType(MediaType.APPLICATION_PROBLEM_JSON);
        if (header.length > 0) {
            response.header(header[0], header[1]);
        }
        return response.body(problem);
    }
}
