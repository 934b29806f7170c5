package org.speedwell.streaming.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The number of the last committed transaction of a transactional id. It is an offset with metadata of a group that has
 * the name of the id, so the same transaction that contains the records also commits the number.
 *
 * @param run the run of the job
 * @param session the connection that committed it
 */
record Marker(long number, String run, String session) {
    private static final Duration CALL = Duration.ofSeconds(20);

    /** Reads the marker of the consumer's group. Waits for the end of an open transaction. Empty if it has none. */
    static Optional<Marker> read(SinkSettings settings, Consumer<?, ?> ofGroup) {
        @Nullable
        OffsetAndMetadata offset =
                ofGroup.committed(Set.of(place(settings)), CALL).get(place(settings));
        String[] parts = offset == null ? new String[0] : offset.metadata().split(" ", -1);
        return offset == null || parts.length != 2
                ? Optional.empty()
                : Optional.of(new Marker(offset.offset(), parts[0], parts[1]));
    }

    private static TopicPartition place(SinkSettings settings) {
        return new TopicPartition(settings.topic(), 0);
    }

    Map<TopicPartition, OffsetAndMetadata> offsets(SinkSettings settings) {
        return Map.of(place(settings), new OffsetAndMetadata(number, run + " " + session));
    }
}
