package org.speedwell.streaming.kafka;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.BlockingWork;

/**
 * A thread that asks the brokers for the partitions of a source, for the offsets at which to begin, and for the ends of
 * the partitions. It waits while no broker answers. The methods are for any thread.
 */
final class Directory {
    private static final long CALL_SECONDS = 10;
    private static final long ENDS_MILLIS = 500;

    private final SourceSettings settings;
    private final List<Split> splits;
    private final Map<String, String> ids = new HashMap<>();
    private final Map<String, Long> unknownSince = new HashMap<>();
    private final AtomicReference<@Nullable List<Split>> found = new AtomicReference<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private boolean isKnown;
    private boolean isPublished;
    private volatile @Nullable Thread thread;
    private volatile long heardNanos = System.nanoTime();
    private volatile @Nullable Throwable failure;

    /**
     * Creates a directory.
     *
     * @param known the partitions of the checkpoint
     * @param isKnown true if these were all partitions at that time
     */
    Directory(SourceSettings settings, List<Split> known, boolean isKnown) {
        this.settings = settings;
        this.splits = new ArrayList<>(known);
        this.isKnown = isKnown;
        known.forEach(split -> ids.put(split.partition().topic(), split.topicId()));
    }

    void start() {
        thread = BlockingWork.start("speedwell-kafka-directory", this::run);
    }

    /** Returns the splits found since the last call, or null. The first list contains those of the checkpoint. */
    @Nullable
    List<Split> found() {
        return found.getAndSet(null);
    }

    @Nullable
    Throwable failure() {
        return failure;
    }

    /** Records that a broker has answered. */
    void heard() {
        heardNanos = System.nanoTime();
    }

    Duration silence() {
        return Duration.ofNanos(System.nanoTime() - heardNanos);
    }

    void close() {
        closed.countDown();
        Thread running = thread;
        if (running != null) {
            running.interrupt();
            BlockingWork.join(running);
        }
    }

    private void run() {
        Admin admin = null;
        try {
            admin = Admin.create(settings.admin());
            long lookNanos = System.nanoTime();
            boolean looks = true;
            do {
                try {
                    if (looks) {
                        look(admin);
                        lookNanos = System.nanoTime();
                    }
                    readEnds(admin);
                } catch (ExecutionException | TimeoutException e) {
                    if (!Faults.passes(e)) {
                        throw e;
                    }
                }
                boolean isDue =
                        System.nanoTime() - lookNanos >= settings.discovery().toNanos();
                looks = !isPublished || isDue && !settings.bounded();
            } while (!closed.await(isPublished ? ENDS_MILLIS : ENDS_MILLIS / 5, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the source was closed
        } catch (Throwable e) {
            failure = e;
        } finally {
            if (admin != null) {
                admin.close(Duration.ZERO);
            }
        }
    }

    private <R> R get(KafkaFuture<R> future) throws InterruptedException, ExecutionException, TimeoutException {
        R result = future.get(CALL_SECONDS, TimeUnit.SECONDS);
        heard();
        return result;
    }

    /** Looks for new partitions, and checks that the topics are still the same. */
    private void look(Admin admin) throws InterruptedException, ExecutionException, TimeoutException {
        Map<String, TopicDescription> topics = describe(admin);
        if (topics.isEmpty() && !isPublished && !(settings.topics() instanceof Topics.Matching)) {
            return; // waits for the topics
        }
        List<TopicPartition> fresh = new ArrayList<>();
        for (TopicDescription topic : topics.values()) {
            requireSameTopic(topic);
            topic.partitions().forEach(each -> addFresh(fresh, topic.name(), each.partition()));
        }
        if (settings.bounded() && isKnown) {
            fresh.clear(); // the ends are those at the first start
        }
        boolean areFirst = !isKnown;
        if (areFirst && !unknownSince.isEmpty()) {
            return; // waits for all topics, so that they start together
        }
        fresh.sort(Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition));
        Map<TopicPartition, Long> begins = new OffsetQueries(settings, this::heard)
                .begins(admin, fresh, areFirst ? settings.start() : new Start.Earliest());
        List<TopicPartition> bounded = settings.bounded() ? fresh : List.of();
        Map<TopicPartition, Long> ends = new OffsetQueries(settings, this::heard).ends(admin, bounded);
        List<Split> added = isPublished ? new ArrayList<>() : new ArrayList<>(splits);
        for (TopicPartition each : fresh) {
            Split split = new Split(
                    new Place.Partition(
                            each.topic(),
                            requireNonNull(ids.get(each.topic())),
                            each.partition(),
                            requireNonNull(begins.get(each)),
                            -1,
                            ends.getOrDefault(each, Long.MAX_VALUE)),
                    splits.size());
            splits.add(split);
            added.add(split);
        }
        isKnown = true;
        publish(added);
    }

    private void publish(List<Split> added) throws InterruptedException {
        if (isPublished && added.isEmpty()) {
            return;
        }
        isPublished = true;
        while (!found.compareAndSet(null, added)) {
            if (closed.await(1, TimeUnit.MILLISECONDS)) {
                return;
            }
        }
    }

    private void addFresh(List<TopicPartition> fresh, String topic, int partition) {
        TopicPartition each = new TopicPartition(topic, partition);
        boolean isAsked =
                !(settings.topics() instanceof Topics.Partitions(Set<TopicPartition> all)) || all.contains(each);
        if (isAsked
                && settings.reads(topic, partition)
                && splits.stream().noneMatch(s -> s.partition().equals(each))) {
            fresh.add(each);
        }
    }

    private void requireSameTopic(TopicDescription topic) {
        String id = topic.topicId().toString();
        String before = ids.putIfAbsent(topic.name(), id);
        if (before != null && !before.equals(id)) {
            throw new IllegalStateException("Topic " + topic.name() + " was deleted and created again since the job"
                    + " read it (topic id " + before + " before, " + id
                    + " now). Its offsets have another meaning. Start"
                    + " the job without its checkpoints.");
        }
    }

    private Map<String, TopicDescription> describe(Admin admin)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<String, TopicDescription> topics = new TreeMap<>();
        Set<String> unknown = new HashSet<>();
        for (Map.Entry<String, KafkaFuture<TopicDescription>> each :
                admin.describeTopics(names(admin)).topicNameValues().entrySet()) {
            try {
                topics.put(each.getKey(), get(each.getValue()));
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw e;
                }
                heard();
                unknown.add(each.getKey());
            }
        }
        unknownSince.keySet().retainAll(unknown);
        for (String topic : unknown) {
            long since = unknownSince.computeIfAbsent(topic, none -> System.nanoTime());
            if (System.nanoTime() - since >= settings.unknownTopic().toNanos()) {
                throw new IllegalStateException("Topic " + topic + " does not exist"
                        + (ids.containsKey(topic) ? " any more" : "")
                        + ", by the brokers' answers over " + settings.unknownTopic()
                        + ". Create it, correct the name, or wait longer with unknownTopicAfter.");
            }
        }
        return topics;
    }

    private Collection<String> names(Admin admin) throws InterruptedException, ExecutionException, TimeoutException {
        return switch (settings.topics()) {
            case Topics.Named named -> named.names();
            case Topics.Partitions given ->
                given.partitions().stream().map(TopicPartition::topic).collect(Collectors.toSet());
            case Topics.Matching matching -> {
                Set<String> names = new HashSet<>(ids.keySet());
                get(admin.listTopics().names()).stream()
                        .filter(name -> matching.pattern().matcher(name).matches())
                        .forEach(names::add);
                yield names;
            }
        };
    }

    private void readEnds(Admin admin) throws InterruptedException, ExecutionException, TimeoutException {
        Map<TopicPartition, Split> asked = new LinkedHashMap<>();
        splits.forEach(split -> asked.put(split.partition(), split));
        Map<TopicPartition, OffsetSpec> latest = new LinkedHashMap<>();
        asked.keySet().forEach(each -> latest.put(each, OffsetSpec.latest()));
        if (latest.isEmpty()) {
            return;
        }
        ListOffsetsResult result = admin.listOffsets(latest, new ListOffsetsOptions(settings.isolation()));
        Throwable last = null;
        for (Map.Entry<TopicPartition, Split> each : asked.entrySet()) {
            try {
                each.getValue()
                        .setEnd(get(result.partitionResult(each.getKey())).offset());
            } catch (ExecutionException e) {
                if (!Faults.passes(e)) {
                    throw e;
                }
                last = e; // the other partitions may have another leader
            }
        }
        if (last instanceof ExecutionException thrown) {
            throw thrown;
        }
    }
}
