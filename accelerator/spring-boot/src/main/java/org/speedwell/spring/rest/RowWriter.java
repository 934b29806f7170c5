package org.speedwell.spring.rest;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncManager;
import org.springframework.web.context.request.async.WebAsyncUtils;

/**
 * Writes answers. A client that reads slowly keeps its writer waiting, so only a few threads of the server may write at once. All
 * other answers are written by virtual threads, of which there may be as many as there are clients. No answer takes longer than
 * a given time. Thread-safe.
 */
final class RowWriter {
    /** Waits for as long as the writer, which has a bound of its own. */
    private static final long NO_TIMEOUT = 0;

    private final Semaphore workers;
    private final Duration most;

    /** Writes the body of an answer. */
    @FunctionalInterface
    interface Body {
        /** @throws UncheckedIOException if the client is gone, or reads too slowly */
        void writeTo(OutputStream out);
    }

    /**
     * @param workers number of threads of the server that may write at once
     * @param most time that an answer may take
     */
    RowWriter(int workers, Duration most) {
        this.workers = new Semaphore(workers);
        this.most = most;
    }

    /** Writes a body, by this thread or another one. The status and the headers of the response are set. */
    void write(HttpServletRequest request, HttpServletResponse response, Body body) throws IOException {
        if (workers.tryAcquire()) {
            try {
                write(response, body);
            } finally {
                workers.release();
            }
        } else if (request.isAsyncSupported()) {
            writeBehind(request, body);
        } else {
            write(response, body); // a filter of the application allows no other thread
        }
    }

    private void write(HttpServletResponse response, Body body) throws IOException {
        try {
            body.writeTo(new TimedOutput(response.getOutputStream(), most));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private void writeBehind(HttpServletRequest request, Body body) throws IOException {
        DeferredResult<Void> done = new DeferredResult<>(NO_TIMEOUT);
        WebAsyncManager async = WebAsyncUtils.getAsyncManager(request);
        try {
            async.startDeferredResultProcessing(done);
        } catch (Exception e) {
            throw new IOException("The server does not let another thread write the answer: " + e.getMessage(), e);
        }
        request.getAsyncContext().addListener(new Ended(async));
        HttpServletResponse response =
                (HttpServletResponse) request.getAsyncContext().getResponse();
        Thread.ofVirtual().name("speedwell-rest").start(() -> {
            try {
                write(response, body);
                response.getOutputStream().close(); // so that nothing is left that the server would have to wait for
                done.setResult(null);
            } catch (Throwable e) { // the server has to be told of each
                fail(done, e);
            }
        });
    }

    private static void fail(DeferredResult<Void> done, Throwable e) {
        try {
            done.setErrorResult(e);
        } catch (IllegalStateException known) {
            // the server has noticed before that the client is gone, and needs nobody to tell
        }
    }

    /**
     * Ends a request whose client is gone, if our thread was the first to notice. Otherwise the server would make an error page,
     * and Spring would take our result for that of the page.
     */
    private record Ended(WebAsyncManager async) implements AsyncListener {
        @Override
        public void onError(AsyncEvent event) {
            try {
                event.getAsyncContext().complete();
                async.clearConcurrentResult();
            } catch (IllegalStateException dispatched) {
                // Spring ends the request
            }
        }

        @Override
        public void onComplete(AsyncEvent event) {
            // all is done
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            // there is none
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            // has begun before
        }
    }
}
