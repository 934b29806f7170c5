package org.speedwell.streaming.console;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.JobControl;
import org.speedwell.streaming.checkpoint.CheckpointException;

/** The answers to all requests of a console. Thread-safe. */
final class Requests implements HttpHandler {
    private static final System.Logger LOG = System.getLogger(JobConsole.class.getName());
    private static final Set<String> LOCAL_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final String JSON = "application/json; charset=utf-8";
    private static final String TEXT = "text/plain; charset=utf-8";

    /** The addresses of a job that name one of their elements. */
    private static final Set<String> DEEP = Set.of("savepoints", "views");

    /** The largest number of rows of a view in an answer. */
    private static final int ROWS = 100;

    /** The resources of the page, with their types. */
    private static final Map<String, String> PAGE = Map.of(
            "/console.html", "text/html; charset=utf-8",
            "/console.css", "text/css; charset=utf-8",
            "/console.js", "text/javascript; charset=utf-8");

    private final JobControl.Directory jobs;
    private final boolean allowsControl;
    private final boolean isLocal;

    /** An answer to a request. */
    private record Answer(int status, String type, byte[] body) {
        private static Answer of(int status, String type, String text) {
            return new Answer(status, type, text.getBytes(StandardCharsets.UTF_8));
        }

        private static Answer error(int status, String message) {
            return of(
                    status,
                    JSON,
                    new JsonWriter().object(out -> out.field("error", message)).toString());
        }
    }

    /**
     * Creates a handler.
     *
     * @param isLocal true if only this machine reaches the server. It then refuses the names of other machines, because
     * a page of another site could let such a name point to this machine
     */
    Requests(JobControl.Directory jobs, boolean allowsControl, boolean isLocal) {
        this.jobs = jobs;
        this.allowsControl = allowsControl;
        this.isLocal = isLocal;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Answer answer;
            try {
                answer = answer(exchange);
            } catch (RuntimeException e) {
                LOG.log(Level.WARNING, "The job console could not answer " + exchange.getRequestURI(), e);
                answer = Answer.error(500, "" + e.getMessage());
            }
            var headers = exchange.getResponseHeaders();
            headers.set("Content-Type", answer.type);
            headers.set("Cache-Control", "no-store");
            headers.set("X-Content-Type-Options", "nosniff");
            headers.set("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'");
            exchange.sendResponseHeaders(answer.status, answer.body.length == 0 ? -1 : answer.body.length);
            if (answer.body.length > 0) {
                exchange.getResponseBody().write(answer.body);
            }
        }
    }

    private Answer answer(HttpExchange exchange) throws IOException {
        if (isLocal && !LOCAL_NAMES.contains(host(exchange))) {
            return Answer.error(403, "The console serves only this machine. Call it localhost.");
        }
        List<String> path = List.of(
                        exchange.getRequestURI().getRawPath().substring(1).split("/", -1))
                .stream()
                .map(Requests::decoded)
                .toList();
        boolean isRead = exchange.getRequestMethod().equals("GET");
        boolean isDeep = path.size() == 4 && DEEP.contains(path.get(2));
        if (!path.getFirst().equals("jobs") || path.size() > 3 && !isDeep) {
            return isRead && path.size() == 1 ? page("/" + path.getFirst()) : notFound();
        }
        if (path.size() == 1) {
            return isRead ? Answer.of(200, JSON, ReportJson.summaries(jobs.jobs())) : notAllowed();
        }
        JobControl job = jobs.job(path.get(1)).orElse(null);
        if (job == null) {
            return Answer.error(404, "There is no job named \"" + path.get(1) + "\". GET /jobs lists all.");
        }
        if (path.size() == 2) {
            return isRead ? Answer.of(200, JSON, ReportJson.of(job.report())) : notAllowed();
        }
        try {
            return switch (path.get(2)) {
                case "explain" -> isRead ? Answer.of(200, TEXT, job.report() + "\n") : notAllowed();
                case "savepoints" ->
                    isDeep ? savepoint(exchange, job, path.get(3)) : isRead ? savepoints(job) : notAllowed();
                case "views" -> isDeep && isRead ? rows(job, path.get(3)) : isRead ? notFound() : notAllowed();
                default -> control(exchange, job, path.get(2));
            };
        } catch (IllegalArgumentException e) {
            return Answer.error(400, "" + e.getMessage());
        } catch (IllegalStateException | CheckpointException e) {
            return Answer.error(409, "" + e.getMessage());
        }
    }

    private static Answer rows(JobControl job, String view) {
        return Answer.of(200, JSON, ReportJson.of(job.rows(view, ROWS)));
    }

    private static Answer savepoints(JobControl job) {
        return Answer.of(200, JSON, ReportJson.names(job.savepoints().names()));
    }

    private static String host(HttpExchange exchange) {
        String host = exchange.getRequestHeaders().getFirst("Host");
        return host == null ? "localhost" : host.replaceFirst(":\\d+$", "");
    }

    /** Decodes a part of a path, in which a plus sign is no space. */
    private static String decoded(String part) {
        return java.net.URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static Answer notFound() {
        return Answer.error(404, "There is no such page. GET / is the page of the jobs, and GET /jobs lists them.");
    }

    private static Answer notAllowed() {
        return Answer.error(405, "This address allows only GET.");
    }

    private static Answer page(String path) throws IOException {
        String name = path.equals("/") ? "/console.html" : path;
        String type = PAGE.get(name);
        if (type == null) {
            return notFound();
        }
        try (InputStream in = Requests.class.getResourceAsStream(name.substring(1))) {
            if (in == null) {
                throw new FileNotFoundException("The resource " + name + " of the console is missing in the jar.");
            }
            return new Answer(200, type, in.readAllBytes());
        }
    }

    /** Returns the reason why a request may not change a job. Null if it may. */
    private @Nullable Answer refusal(HttpExchange exchange, String... methods) {
        if (!List.of(methods).contains(exchange.getRequestMethod())) {
            return Answer.error(405, "This address allows only " + String.join(" and ", methods) + ".");
        }
        if (!allowsControl) {
            return Answer.error(403, "The console only shows jobs. JobConsole.withControl allows actions.");
        }
        return "control".equals(exchange.getRequestHeaders().getFirst("X-Speedwell"))
                ? null
                : Answer.error(403, "The action needs the header \"X-Speedwell: control\".");
    }

    private Answer savepoint(HttpExchange exchange, JobControl job, String name) {
        Answer refusal = refusal(exchange, "POST", "DELETE");
        if (refusal != null) {
            return refusal;
        }
        if (exchange.getRequestMethod().equals("DELETE")) {
            job.savepoints().remove(name);
            return savepoints(job);
        }
        try {
            job.savepoints().take(name);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Answer.error(503, "The console stopped before the savepoint was written.");
        }
        return savepoints(job);
    }

    private Answer control(HttpExchange exchange, JobControl job, String action) {
        Answer refusal = refusal(exchange, "POST");
        if (refusal != null) {
            return refusal;
        }
        switch (action) {
            case "pause" -> job.pause();
            case "resume" -> job.resume();
            case "drain" -> job.drain();
            case "cancel" -> job.cancel();
            default -> {
                return Answer.error(404, "There is no action \"" + action + "\". Use pause, resume, drain or cancel.");
            }
        }
        return Answer.of(200, JSON, ReportJson.summary(job));
    }
}
