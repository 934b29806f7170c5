package org.speedwell.spring.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.context.request.async.WebAsyncUtils;

/** Verifies which thread writes an answer while the client of another answer reads nothing. */
@Timeout(60)
@Tag("unit")
class AnswerWriterTest {
    private final AnswerWriter writer = new AnswerWriter(1, Duration.ofDays(1));

    /** A response whose last bytes wait for the client. */
    private static final class SlowResponse extends MockHttpServletResponse {
        private final CountDownLatch waits = new CountDownLatch(1);
        private final CountDownLatch isRead = new CountDownLatch(1);

        @Override
        public ServletOutputStream getOutputStream() {
            ServletOutputStream out = super.getOutputStream();
            return new ServletOutputStream() {
                @Override
                public void write(int oneByte) throws IOException {
                    out.write(oneByte);
                }

                @Override
                public void close() throws IOException {
                    awaitReader();
                }

                @Override
                public boolean isReady() {
                    return true;
                }

                @Override
                public void setWriteListener(WriteListener listener) {
                    throw new UnsupportedOperationException();
                }
            };
        }

        @Override
        public void flushBuffer() {
            awaitReader();
        }

        private void awaitReader() {
            waits.countDown();
            try {
                isRead.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Test
    void workerHoldsPermitUntilClientHasLastByte() throws Exception {
        assertHoldsItsPermit(to -> to.getOutputStream().write(1));
    }

    @Test
    void workerHoldsPermitUntilClientHasBytesBeforeFailure() throws Exception {
        assertHoldsItsPermit(to -> {
            to.getOutputStream().write(1);
            ((MockHttpServletResponse) ((jakarta.servlet.http.HttpServletResponseWrapper) to).getResponse())
                    .setCommitted(true);
            throw new IOException("a failure");
        });
    }

    private void assertHoldsItsPermit(AnswerWriter.Content content) throws Exception {
        SlowResponse slow = new SlowResponse();
        CompletableFuture<Void> worker = CompletableFuture.runAsync(() -> {
            try {
                writer.write(request(slow), slow, content);
            } catch (ServletException | IOException e) {
                assertThat(e).hasMessage("a failure");
            }
        });
        slow.waits.await();

        MockHttpServletResponse other = new MockHttpServletResponse();
        MockHttpServletRequest request = request(other);
        CompletableFuture<Boolean> isVirtual = new CompletableFuture<>();
        writer.write(
                request, other, _ -> isVirtual.complete(Thread.currentThread().isVirtual()));
        assertThat(request.isAsyncStarted()).isTrue();
        assertThat(isVirtual.get(30, TimeUnit.SECONDS)).isTrue();

        slow.isRead.countDown();
        worker.get(30, TimeUnit.SECONDS);
        MockHttpServletResponse next = new MockHttpServletResponse();
        writer.write(request(next), next, to -> to.getOutputStream().write(2));
        assertThat(next.getContentAsByteArray()).as("written by this thread").containsExactly(2);
    }

    private static MockHttpServletRequest request(MockHttpServletResponse response) {
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setAsyncSupported(true);
        WebAsyncUtils.getAsyncManager(request)
                .setAsyncWebRequest(WebAsyncUtils.createAsyncWebRequest(request, response));
        return request;
    }

    @Test
    void failureReachesTheCaller() {
        MockHttpServletResponse response = new MockHttpServletResponse();
        assertThatThrownBy(() -> writer.write(request(response), response, _ -> {
                    throw new IOException("no room");
                }))
                .hasMessage("no room");
    }
}
