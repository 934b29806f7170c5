package org.speedwell.streaming.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The state of a source at one moment.
 *
 * @param lag the number of offsets between the last delivered record and the end, by {@code topic-partition}
 * @param paused the partitions that the job has paused, because they are too far ahead of others
 * @param silence the time since a broker last answered; large while no broker can be reached
 * @param commits the number of commits to the group
 * @param failedCommits the number of commits that failed; the job does not need them
 */
public record KafkaSourceMetrics(
        Map<String, Long> lag, Set<String> paused, Duration silence, long commits, long failedCommits) {

    static final KafkaSourceMetrics NONE = new KafkaSourceMetrics(Map.of(), Set.of(), Duration.ZERO, 0, 0);

    static KafkaSourceMetrics of(List<Split> splits, PartitionReader reader) {
        Map<String, Long> lag = new TreeMap<>();
        Set<String> paused = new TreeSet<>();
        for (Split split : splits) {
            lag.put(split.partition().toString(), split.lag());
            if (split.isPaused()) {
                paused.add(split.partition().toString());
            }
        }
        return new KafkaSourceMetrics(lag, paused, reader.silence(), reader.commits(), reader.failedCommits());
    }

    /** Returns the sum of the lags of all partitions. */
    public long totalLag() {
        return lag.values().stream().mapToLong(Long::longValue).sum();
    }
}
