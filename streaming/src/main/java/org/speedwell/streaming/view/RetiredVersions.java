package org.speedwell.streaming.view;

import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Deque;
import org.speedwell.accelerator.store.TableStore;

/**
 * The versions of a view that were replaced and whose memory has not come back. That is the collector's affair, which
 * does not see native memory and may take its time: where too much is outstanding, it is asked for a cycle. For one
 * thread at a time.
 */
final class RetiredVersions {
    private final long maxBytes;
    private final Runnable collector;
    private final Deque<Retired> retired = new ArrayDeque<>();
    private long bytes;

    private record Retired(WeakReference<TableStore<?>> store, long bytes) {}

    /** Asks the collector when more than {@code maxBytes} are outstanding. */
    RetiredVersions(long maxBytes, Runnable collector) {
        this.maxBytes = maxBytes;
        this.collector = collector;
    }

    void add(TableStore<?> store) {
        retired.add(new Retired(new WeakReference<>(store), store.bytes()));
        bytes += store.bytes();
        if (bytes > maxBytes) {
            forgetCollected();
            if (bytes > maxBytes) {
                collector.run();
                forgetCollected();
            }
        }
    }

    /** Native bytes that are outstanding, as far as known. */
    long bytes() {
        return bytes;
    }

    private void forgetCollected() {
        retired.removeIf(each -> each.store.refersTo(null));
        bytes = retired.stream().mapToLong(Retired::bytes).sum();
    }
}
