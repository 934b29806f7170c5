package org.speedwell.streaming.kafka;

import java.time.Duration;
import java.util.LinkedHashMap;
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

    /** The silence after which no broker can be reached. */
    private static final Duration SILENCE = Duration.ofSeconds(5);

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

    /** Returns the figures that reports show. */
    Map<String, Long> gauges() {
        Map<String, Long> gauges = new LinkedHashMap<>();
        gauges.put("records behind", totalLag());
        gauges.put("partitions", (long) lag.size());
        gauges.put("paused partitions", (long) paused.size());
        gauges.put("commits", commits);
        gauges.put("failed commits", failedCommits);
        gauges.put("parts without a broker", silence.compareTo(SILENCE) > 0 ? 1L : 0L);
        return gauges;
    }
}
