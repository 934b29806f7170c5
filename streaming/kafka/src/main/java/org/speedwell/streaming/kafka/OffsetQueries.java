package org.speedwell.streaming.kafka;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/**
 * Questions to the brokers for the offsets at which partitions begin and end. They wait for the answers.
 *
 * @param heard is called after each answer
 */
record OffsetQueries(SourceSettings settings, Runnable heard) {
    private static final long CALL_SECONDS = 10;

    private <R> R get(KafkaFuture<R> future) throws InterruptedException, ExecutionException, TimeoutException {
        R result = future.get(CALL_SECONDS, TimeUnit.SECONDS);
        heard.run();
        return result;
    }

    /** Returns the ends of partitions. */
    Map<TopicPartition, Long> ends(Admin admin, List<TopicPartition> of)
            throws InterruptedException, ExecutionException, TimeoutException {
        return offsets(admin, of, OffsetSpec.latest());
    }

    /** Returns the offsets at which partitions begin. */
    Map<TopicPartition, Long> begins(Admin admin, List<TopicPartition> of, Start start)
            throws InterruptedException, ExecutionException, TimeoutException {
        return switch (start) {
            case Start.Earliest first -> offsets(admin, of, OffsetSpec.earliest());
            case Start.Latest last -> offsets(admin, of, OffsetSpec.latest());
            case Start.AtTime(long millis) -> {
                Map<TopicPartition, Long> offsets = offsets(admin, of, OffsetSpec.forTimestamp(millis));
                List<TopicPartition> without = of.stream()
                        .filter(each -> requireNonNull(offsets.get(each)) < 0)
                        .toList();
                offsets.putAll(offsets(admin, without, OffsetSpec.latest()));
                yield offsets;
            }
            case Start.Given(Map<TopicPartition, Long> given) -> orEarliest(admin, of, given);
            case Start.OfGroup none -> orEarliest(admin, of, ofGroup(admin, requireNonNull(settings.group())));
        };
    }

    private Map<TopicPartition, Long> ofGroup(Admin admin, String group)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        Map<TopicPartition, OffsetAndMetadata> committed =
                get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
        committed.forEach((partition, offset) -> {
            if (offset != null) {
                offsets.put(partition, offset.offset());
            }
        });
        return offsets;
    }

    private Map<TopicPartition, Long> orEarliest(
            Admin admin, List<TopicPartition> of, Map<TopicPartition, Long> offsets)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<TopicPartition, Long> all = new HashMap<>(offsets);
        List<TopicPartition> without =
                of.stream().filter(each -> !offsets.containsKey(each)).toList();
        all.putAll(offsets(admin, without, OffsetSpec.earliest()));
        return all;
    }

    private Map<TopicPartition, Long> offsets(Admin admin, Collection<TopicPartition> of, OffsetSpec what)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<TopicPartition, OffsetSpec> asked = new LinkedHashMap<>();
        of.forEach(each -> asked.put(each, what));
        Map<TopicPartition, Long> offsets = new HashMap<>();
        if (!asked.isEmpty()) {
            ListOffsetsResult result = admin.listOffsets(asked, new ListOffsetsOptions(settings.isolation()));
            for (TopicPartition each : of) {
                offsets.put(each, get(result.partitionResult(each)).offset());
            }
        }
        return offsets;
    }
}
