package org.speedwell.spring.rest;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * An answer with server-sent events: the current result, and each later one. A virtual thread writes it until the client
 * disconnects or the watcher ends.
 *
 * @param watcher the watcher, which the answer closes
 * @param asPatches true if each later event has the difference from the rows that the client has, false if it has all rows
 * @param writer the writer that provides the thread and the time limit of an event
 * @param heartbeat the time without events after which the answer contains a comment
 * @param id returns the identifier of an event
 * @param isOutdated tests whether the client must no longer rely on the result that it has
 */
record EventAnswer(
        Watcher watcher,
        boolean asPatches,
        AnswerWriter writer,
        Duration heartbeat,
        Function<VersionedRows, String> id,
        BooleanSupplier isOutdated)
        implements ServerResponse {
    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = "\n\n".getBytes(StandardCharsets.US_ASCII);

    @Override
    public HttpStatusCode statusCode() {
        return HttpStatus.OK;
    }

    @Override
    public HttpHeaders headers() {
        HttpHeaders headers = new HttpHeaders();
        headers.setContentType(MediaType.TEXT_EVENT_STREAM);
        headers.setCacheControl(CacheControl.noStore());
        headers.set("X-Accel-Buffering", "no"); // nginx would keep the events back
        return headers;
    }

    @Override
    public MultiValueMap<String, Cookie> cookies() {
        return new LinkedMultiValueMap<>();
    }

    @Override
    public @Nullable ModelAndView writeTo(HttpServletRequest request, HttpServletResponse response, Context context)
            throws ServletException, IOException {
        try {
            writer.writeEvents(request, this::writeEvents);
        } catch (Throwable e) {
            watcher.close();
            throw e;
        }
        return null;
    }

    private void writeEvents(HttpServletResponse response) throws IOException {
        try (watcher) {
            response.setStatus(HttpServletResponse.SC_OK);
            headers().forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
            response.flushBuffer(); // the client learns now that it is connected
            writeEventsTo(response.getOutputStream());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void writeEventsTo(OutputStream out) throws IOException, InterruptedException {
        while (!watcher.isDone()) {
            JsonRows former = watcher.sent();
            VersionedRows next = watcher.next(heartbeat);
            if (next != null) {
                writeEvent(former, next, writer.timed(out));
            } else if (isOutdated.getAsBoolean()) {
                return;
            } else if (!watcher.isDone()) {
                out.write(COMMENT);
            }
            out.flush();
        }
    }

    /** Writes an event. JSON contains no line breaks, so that its data is one line. */
    private void writeEvent(@Nullable JsonRows former, VersionedRows next, OutputStream out) throws IOException {
        String event = former == null ? "result" : asPatches ? "patch" : "change";
        out.write("id: %s\nevent: %s\ndata: ".formatted(id.apply(next), event).getBytes(StandardCharsets.US_ASCII));
        out.write(
                former == null || !asPatches ? next.rows().json() : next.rows().patchOf(former));
        out.write(END);
    }
}
