package org.speedwell.spring.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("unit")
@Timeout(60)
class WatcherTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final AtomicInteger closed = new AtomicInteger();
    private final Watcher watcher = new Watcher(_ -> closed.incrementAndGet());

    private static VersionedRows rows(long version, String json) {
        return new VersionedRows(version, new JsonRows(json.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    }

    @Test
    void latestResultReplacesWaitingOne() throws Exception {
        watcher.offer(rows(1, "a"));
        watcher.offer(rows(2, "b"));
        watcher.offer(rows(3, "c"));
        assertThat(watcher.next(LONG)).isEqualTo(rows(3, "c"));
        assertThat(watcher.next(Duration.ZERO)).isNull();
    }

    @Test
    void earlierVersionIsIgnored() throws Exception {
        watcher.offer(rows(3, "c"));
        assertThat(watcher.next(LONG)).isEqualTo(rows(3, "c"));
        watcher.offer(rows(2, "b"));
        assertThat(watcher.next(Duration.ZERO)).isNull();
    }

    @Test
    void rowsThatTheClientHasAreNotRepeated() throws Exception {
        watcher.offer(rows(1, "a"));
        assertThat(watcher.next(LONG)).isEqualTo(rows(1, "a"));
        watcher.offer(rows(2, "b"));
        watcher.offer(rows(3, "a"));
        assertThat(watcher.next(Duration.ZERO)).isNull();
        watcher.offer(rows(4, "b"));
        assertThat(watcher.next(LONG)).isEqualTo(rows(4, "b"));
    }

    @Test
    void skippedResultDiscardsEarlierOnesOnly() throws Exception {
        watcher.offer(rows(1, "a"));
        watcher.skip(rows(2, "b"));
        assertThat(watcher.next(Duration.ZERO)).isNull();
        watcher.offer(rows(4, "d"));
        watcher.skip(rows(3, "c"));
        assertThat(watcher.next(LONG)).isEqualTo(rows(4, "d"));
    }

    @Test
    void waitingClientGetsNextResult() throws Exception {
        CompletableFuture<VersionedRows> next = new CompletableFuture<>();
        Thread client = Thread.startVirtualThread(() -> {
            try {
                next.complete(watcher.next(LONG));
            } catch (InterruptedException e) {
                next.completeExceptionally(e);
            }
        });
        watcher.offer(rows(1, "a"));
        assertThat(next.get(30, TimeUnit.SECONDS)).isEqualTo(rows(1, "a"));
        client.join();
    }

    @Test
    void endedWatcherStillHasItsWaitingResult() throws Exception {
        watcher.offer(rows(1, "a"));
        watcher.end();
        assertThat(watcher.isDone()).isFalse();
        assertThat(watcher.next(LONG)).isEqualTo(rows(1, "a"));
        assertThat(watcher.isDone()).isTrue();
        assertThat(watcher.next(LONG)).isNull();
    }

    @Test
    void queryIsReleasedOnce() {
        watcher.close();
        watcher.close();
        assertThat(closed).hasValue(1);
        assertThat(watcher.isDone()).isTrue();
    }
}
