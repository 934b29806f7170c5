package org.speedwell.demo.web;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.NotFoundResponse;
import io.javalin.http.staticfiles.Location;
import io.javalin.util.JavalinBindException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Stream;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.speedwell.demo.shop.DemoException;
import org.speedwell.demo.shop.Failures;
import org.speedwell.demo.shop.Shop;
import org.speedwell.demo.shop.Stopwatch;

/** The web server of the demo. Thread-safe. */
public final class DemoServer implements AutoCloseable {
    private static final String CHARTS = "META-INF/maven/org.webjars.npm/chart.js/pom.properties";
    private static final String PAGE = "org/speedwell/demo/web/page";

    /**
     * The number of bytes that may wait for a slow page. Without this limit, the operating system would buffer
     * megabytes for each page.
     */
    private static final int SEND_BUFFER = 65_536;

    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
                    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options",
            "nosniff",
            "Referrer-Policy",
            "no-referrer",
            "Cache-Control",
            "no-cache");

    private final Gson json =
            new GsonBuilder().serializeNulls().disableHtmlEscaping().create();
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private final Shop shop;
    private final Broadcast broadcast;
    private final DatabaseWatch watch;
    private final QueryPanel queries;
    private final LatencyPanel latency;
    private final LivePanel live;
    private final MaintainedPanel maintained;
    private final SnapshotPanel snapshot;
    private final Javalin http;

    /** The first data that a page requests. */
    private record About(String database, List<QueryPanel.Listed> queries, List<String> method) {}

    /** The reason why a request failed. */
    private record Problem(String error) {}

    /** The health of the demo. */
    private record Health(String database, String film) {}

    /**
     * Starts the server.
     *
     * @param shop an open shop. The caller closes it after the server
     * @param host the address to listen on
     * @param port the port to listen on; 0 for any free port
     * @param names additional host names that requests may use, besides those of the loopback interface
     * @throws DemoException if the port is in use
     */
    public DemoServer(Shop shop, String host, int port, List<String> names) {
        this(shop, host, port, names, Limits.DEFAULTS);
    }

    DemoServer(Shop shop, String host, int port, List<String> names, Limits limits) {
        this.shop = shop;
        try {
            broadcast = part(new Broadcast(json, limits));
            snapshot = new SnapshotPanel(shop, broadcast);
            live = part(new LivePanel(shop, broadcast));
            maintained = part(new MaintainedPanel(shop, broadcast, live.commits()));
            queries = part(new QueryPanel(shop, this::difference));
            part(new FollowPanel(shop, broadcast, snapshot));
            latency = part(new LatencyPanel(broadcast));
            watch = part(new DatabaseWatch(shop.database(), broadcast));
            Gate gate = Gate.of(Stream.concat(Stream.of(host), names.stream()));
            RequestDeadlines deadlines = part(new RequestDeadlines(limits.request()));
            http = Javalin.create(config -> {
                connect(config, host, port, deadlines);
                configure(config, gate);
            });
            part(http::stop);
            http.start();
            queries.warmUp(); // not before: it would delay the page
        } catch (JavalinBindException e) {
            close();
            throw portInUse(host, port, e);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Loads the classes of the web server. A thread can do so while another one waits for the database. */
    public static void loadClasses() {
        var _ = Javalin.create(config -> {
            config.startup.startupWatcherEnabled = false; // it would report that the server is never started
            configurePage(config);
        });
    }

    /** Returns an exception for a port on which the server cannot listen. */
    public static DemoException portInUse(String host, int port, Exception cause) {
        return new DemoException(
                "The demo cannot listen on port " + port + " of " + host + " (" + rootMessage(cause)
                        + "). If another program uses the port, set --port to another number, or to 0 for a free one.",
                cause);
    }

    private static @Nullable String rootMessage(Throwable failure) {
        return failure.getCause() == null ? failure.getMessage() : rootMessage(failure.getCause());
    }

    /** Returns whether only this machine can reach a host on which the page listens. */
    public static boolean isForThisMachineOnly(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** Returns the name that a browser on this machine uses for a host on which the page listens. */
    public static String address(String host) {
        try {
            InetAddress address = InetAddress.getByName(host);
            return address.isAnyLocalAddress() || address.equals(InetAddress.getByName("127.0.0.1"))
                    ? "localhost"
                    : Gate.inUrl(host);
        } catch (UnknownHostException e) {
            return host;
        }
    }

    /** Returns the number of listening pages. */
    int listeners() {
        return broadcast.listeners();
    }

    /** Returns the port on which the server listens. */
    public int port() {
        return http.port();
    }

    /** Stops the server, and removes its rows from the database if the database is reachable. */
    @Override
    public void close() {
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                System.getLogger(DemoServer.class.getName())
                        .log(System.Logger.Level.WARNING, "A part of the demo did not stop", e);
            }
        }
    }

    /** Returns the probable reason of a difference between answers. */
    private QueryPanel.Difference difference(long asked) {
        if (shop.store().followStatus().isPresent()) {
            return live.lastWrite() >= asked ? QueryPanel.Difference.MOVING : QueryPanel.Difference.UNEXPLAINED;
        }
        return live.lastWrite() > snapshot.loadedAt()
                ? QueryPanel.Difference.BEHIND
                : QueryPanel.Difference.UNEXPLAINED;
    }

    private <T extends AutoCloseable> T part(T part) {
        parts.push(part);
        return part;
    }

    private static void connect(JavalinConfig config, String host, int port, RequestDeadlines deadlines) {
        config.jetty.modifyServer(server -> server.setErrorHandler(new HeadedErrors()));
        config.jetty.addConnector((server, http) -> {
            http.addCustomizer((request, headers) -> {
                HEADERS.forEach(headers::put);
                return request;
            });
            http.addCustomizer(deadlines);
            ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(http));
            connector.addBean(deadlines);
            connector.setAcceptedSendBufferSize(SEND_BUFFER);
            connector.setHost(host);
            connector.setPort(port);
            return connector;
        });
    }

    /** A handler of malformed requests, which do not reach a customizer or another handler. */
    private static final class HeadedErrors extends ErrorHandler {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            HEADERS.forEach(response.getHeaders()::put);
            return super.handle(request, response, callback);
        }
    }

    private static void configurePage(JavalinConfig config) {
        config.startup.showJavalinBanner = false;
        config.concurrency.useVirtualThreads = true;
        config.staticFiles.add(files -> {
            files.directory = PAGE;
            files.location = Location.CLASSPATH;
        });
    }

    private void configure(JavalinConfig config, Gate gate) {
        configurePage(config);
        config.http.maxRequestSize = 1_000;
        config.http.prefer405over404 = true;
        config.routes.before(gate::check);
        byte[] charts = resource("META-INF/resources/webjars/chart.js/" + chartsVersion() + "/dist/chart.umd.min.js");
        config.routes.get(
                "/charts.js", request -> request.contentType("text/javascript").result(charts));
        config.routes.get("/api/about", this::about);
        config.routes.get("/health", this::health);
        config.routes.post("/api/queries/{number}/run", request -> reply(request, queries.run(number(request))));
        config.routes.post("/api/latency/start", this::startLatency);
        config.routes.post("/api/latency/stop", request -> latency.stop());
        config.routes.post("/api/live/start", request -> live.start(whole(request, "rate")));
        config.routes.post("/api/live/stop", request -> live.stop());
        config.routes.post(
                "/api/maintained/watch", request -> maintained.watch("on".equals(request.queryParam("sql"))));
        config.routes.post("/api/snapshot/reload", request -> snapshot.reload());
        config.routes.before("/events", request -> broadcast.makeRoom());
        config.routes.sse("/events", broadcast::join);
        config.routes.exception(
                Refusal.class, (e, request) -> refuse(request, e.status(), String.valueOf(e.getMessage())));
        config.routes.exception(DemoException.class, (e, request) -> refuse(request, 409, Failures.text(e)));
        config.routes.exception(
                HttpResponseException.class,
                (e, request) -> refuse(request, e.getStatus(), String.valueOf(e.getMessage())));
        config.routes.exception(Exception.class, (e, request) -> refuse(request, 500, Failures.text(e)));
    }

    private void about(Context request) {
        reply(request, new About(shop.database().toString(), queries.list(), Stopwatch.METHOD));
    }

    private void health(Context request) {
        DatabaseWatch.State state = watch.state();
        String film = shop.fromMemory().firstFilm();
        request.status(state.up() ? 200 : 503);
        reply(request, new Health(state.up() ? "up" : "gone: " + state.trouble(), film));
    }

    private void startLatency(Context request) {
        int number = whole(request, "query");
        latency.start(number, queries.query(number, false), queries.query(number, true));
    }

    private void reply(Context request, Object body) {
        request.contentType("application/json").result(json.toJson(body));
    }

    private void refuse(Context request, int status, String why) {
        try {
            request.status(status);
            reply(request, new Problem(why));
        } catch (IllegalStateException e) {
            // the browser has disconnected; another exception here would cause an endless loop
        }
    }

    private static int number(Context request) {
        String text = request.pathParam("number");
        if (!text.matches("\\d{1,4}")) {
            throw new NotFoundResponse("\"" + text + "\" is not the number of a query.");
        }
        return Integer.parseInt(text);
    }

    private static int whole(Context request, String name) {
        String text = request.queryParam(name);
        if (text == null || !text.matches("-?\\d{1,9}")) {
            throw new Refusal(
                    400,
                    "The parameter " + name + " is " + (text == null ? "missing" : "\"" + text + "\"")
                            + ", but must be a whole number.");
        }
        return Integer.parseInt(text);
    }

    /** Returns the version of the WebJar of the charts. The paths in the WebJar contain it. */
    private static String chartsVersion() {
        try {
            Properties properties = new Properties();
            properties.load(new ByteArrayInputStream(resource(CHARTS)));
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] resource(String path) {
        try (InputStream resource = DemoServer.class.getClassLoader().getResourceAsStream(path)) {
            return Objects.requireNonNull(resource, path).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
