package org.speedwell.streaming.kafka;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * The offsets that a source commits to its group, for tools and for the start of later jobs. A failure to commit is no
 * failure of the job, which continues from the offsets of its checkpoint. Thread-safe, but one thread commits.
 */
final class GroupOffsets {
    private static final System.Logger LOG = System.getLogger(GroupOffsets.class.getName());
    private static final Duration LAST_COMMIT = Duration.ofSeconds(5);

    private final SourceSettings settings;
    private final AtomicReference<@Nullable Map<TopicPartition, OffsetAndMetadata>> requested = new AtomicReference<>();
    private final AtomicLong commits = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();

    GroupOffsets(SourceSettings settings) {
        this.settings = settings;
    }

    /** Requests a commit. It replaces the request before, if that is not sent yet. */
    void request(Map<TopicPartition, OffsetAndMetadata> offsets) {
        if (settings.group() != null && !offsets.isEmpty()) {
            requested.set(offsets);
        }
    }

    /** Sends the requested commit without waiting for the answer. */
    void commitSoon(Consumer<?, ?> consumer) {
        Map<TopicPartition, OffsetAndMetadata> offsets = requested.getAndSet(null);
        if (offsets != null) {
            consumer.commitAsync(offsets, (same, thrown) -> count(thrown));
        }
    }

    /** Sends the requested commit and waits for the answer. */
    void commitNow(Consumer<?, ?> consumer) {
        Map<TopicPartition, OffsetAndMetadata> offsets = requested.getAndSet(null);
        if (offsets != null) {
            try {
                consumer.commitSync(offsets, LAST_COMMIT);
                count(null);
            } catch (InterruptException e) {
                throw e;
            } catch (RuntimeException e) {
                count(e);
            }
        }
    }

    private void count(@Nullable Exception thrown) {
        if (thrown == null) {
            commits.incrementAndGet();
        } else if (failures.getAndIncrement() == 0) {
            LOG.log(
                    Level.WARNING,
                    "The offsets of {0} could not be committed to group {1}. Tools show a lag that is too large: {2}",
                    settings.topics(),
                    settings.group(),
                    thrown);
        }
    }

    long commits() {
        return commits.get();
    }

    long failures() {
        return failures.get();
    }
}
