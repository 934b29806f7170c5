package org.speedwell.spring.rest;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.util.MultiValueMap;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncManager;
import org.springframework.web.context.request.async.WebAsyncUtils;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * A writer of answers. A slow client blocks the thread that writes its answer, so only a few threads of the server may
 * write at once. Virtual threads write all other answers, one thread for each client. The writer closes each answer, so
 * that the server has no remaining bytes to send. An answer that takes longer than a given time fails. Thread-safe.
 */
final class AnswerWriter {
    /** The asynchronous request has no timeout, because the writer enforces one. */
    private static final long NO_TIMEOUT = 0;

    private final Semaphore workers;
    private final Duration max;

    /** A function that writes status, headers and body of an answer. */
    @FunctionalInterface
    interface Content {
        /**
         * Writes the answer.
         *
         * @throws IOException if the client has disconnected or reads too slowly
         */
        void writeTo(HttpServletResponse response) throws ServletException, IOException;
    }

    /**
     * Creates a writer.
     *
     * @param workers the maximum number of threads of the server that write at once
     * @param max the maximum time of an answer
     */
    AnswerWriter(int workers, Duration max) {
        this.workers = new Semaphore(workers);
        this.max = max;
    }

    /** Returns an answer that this writer writes. Answers with events call {@link #writeEvents} themselves. */
    ServerResponse writing(ServerResponse answer) {
        return answer instanceof EventAnswer ? answer : new WrittenAnswer(answer, this);
    }

    /** An answer whose writer chooses the thread that writes it. It never returns a view. */
    private record WrittenAnswer(ServerResponse answer, AnswerWriter writer) implements ServerResponse {
        @Override
        public HttpStatusCode statusCode() {
            return answer.statusCode();
        }

        @Override
        public HttpHeaders headers() {
            return answer.headers();
        }

        @Override
        public MultiValueMap<String, Cookie> cookies() {
            return answer.cookies();
        }

        @Override
        public @Nullable ModelAndView writeTo(HttpServletRequest request, HttpServletResponse response, Context context)
                throws ServletException, IOException {
            writer.write(request, response, to -> {
                ModelAndView _ = answer.writeTo(request, to, context);
            });
            return null;
        }
    }

    /** Writes an answer in this thread, or in a virtual thread if all workers are busy. */
    void write(HttpServletRequest request, HttpServletResponse response, Content content)
            throws ServletException, IOException {
        if (workers.tryAcquire()) {
            try {
                write(response, content);
            } finally {
                workers.release();
            }
        } else if (request.isAsyncSupported()) {
            writeBehind(request, other -> write(other, content));
        } else {
            write(response, content); // a filter of the application forbids other threads
        }
    }

    /** Writes an answer without a time limit in a virtual thread. The request must allow asynchronous answers. */
    void writeEvents(HttpServletRequest request, Content content) throws IOException {
        writeBehind(request, response -> {
            try {
                content.writeTo(response);
            } catch (Throwable e) {
                sendRest(response);
                throw e;
            }
        });
    }

    /** Returns an output that has the time limit of an answer from now on. */
    OutputStream timed(OutputStream out) {
        return new TimedOutput(out, max);
    }

    private void write(HttpServletResponse response, Content content) throws ServletException, IOException {
        try {
            HttpServletResponse timed = new TimedResponse(response, max);
            content.writeTo(timed);
            timed.getOutputStream().close(); // a server that closes it later would wait for the client
        } catch (Throwable e) {
            sendRest(response);
            throw e;
        }
    }

    /**
     * Sends the bytes that were written before a failure. Otherwise the server would send them itself and wait for the
     * client.
     */
    private static void sendRest(HttpServletResponse response) {
        if (response.isCommitted()) {
            try {
                response.flushBuffer();
            } catch (IOException gone) {
                // The caller throws the original failure.
            }
        }
    }

    /** A response whose body has a time limit. */
    private static final class TimedResponse extends HttpServletResponseWrapper {
        private final Duration max;
        private @Nullable ServletOutputStream out;

        TimedResponse(HttpServletResponse response, Duration max) {
            super(response);
            this.max = max;
        }

        @Override
        public ServletOutputStream getOutputStream() throws IOException {
            if (out == null) {
                out = new TimedOutput(super.getOutputStream(), max);
            }
            return out;
        }
    }

    private void writeBehind(HttpServletRequest request, Content content) throws IOException {
        DeferredResult<Void> done = new DeferredResult<>(NO_TIMEOUT);
        WebAsyncManager async = WebAsyncUtils.getAsyncManager(request);
        try {
            async.startDeferredResultProcessing(done);
        } catch (Exception e) {
            throw new IOException("The server does not support asynchronous answers: " + e.getMessage(), e);
        }
        request.getAsyncContext().addListener(new Ended(async));
        HttpServletResponse response =
                (HttpServletResponse) request.getAsyncContext().getResponse();
        Thread.ofVirtual().name("speedwell-rest").start(() -> {
            try {
                content.writeTo(response);
                done.setResult(null);
            } catch (Throwable e) { // the server must learn of every failure
                fail(done, e);
            }
        });
    }

    private static void fail(DeferredResult<Void> done, Throwable e) {
        try {
            done.setErrorResult(e);
        } catch (IllegalStateException known) {
            // The server has already noticed that the client has disconnected.
        }
    }

    /**
     * A listener that ends a request whose client has disconnected, if our thread notices it first. Otherwise the
     * server would create an error page, and Spring would take our result for the result of that page.
     */
    private record Ended(WebAsyncManager async) implements AsyncListener {
        @Override
        public void onError(AsyncEvent event) {
            try {
                event.getAsyncContext().complete();
                async.clearConcurrentResult();
            } catch (IllegalStateException dispatched) {
                // Spring ends the request.
            }
        }

        @Override
        public void onComplete(AsyncEvent event) {
            // Nothing remains to do.
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            // The request has no timeout.
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            // The request has already started.
        }
    }
}
