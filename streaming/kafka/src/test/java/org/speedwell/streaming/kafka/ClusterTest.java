package org.speedwell.streaming.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.JobDefinition;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.JobReport;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.hazelcast.ClusterJob;
import org.speedwell.streaming.hazelcast.HazelcastEngine;
import org.speedwell.streaming.window.Window;

/** Tests a job from topic to topic on a cluster that loses a member. */
@Timeout(180)
@Tag("oracle")
@Tag("fault")
@Tag("forked")
class ClusterTest {
    /** Fewer than the parts of the job, so that one part reads nothing. */
    private static final int PARTITIONS = 3;

    private static final int EVENTS = 6_000;
    private static final int KEYS = 7;

    private final Broker broker = Broker.shared();
    private final String cluster = "kafka-" + UUID.randomUUID();
    private final long seed = Long.getLong("speedwell.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** The job. Each part of the source reads some partitions. */
    public static final class Definition implements JobDefinition {
        @Override
        public Pipeline define(Map<String, String> arguments) {
            Map<String, String> client = Map.of("bootstrap.servers", arguments.getOrDefault("servers", ""));
            KafkaSource<String> source = KafkaSource.ofValues(
                    client, Topics.named(arguments.getOrDefault("from", "")), StringDeserializer::new);
            KafkaSink<String> sink = KafkaSink.<String>ofValues(
                            client, arguments.getOrDefault("to", ""), StringSerializer::new)
                    .exactlyOnce()
                    .maxPending(Long.parseLong(arguments.getOrDefault("pending", "1000000")));
            return Events.from(
                            arguments.containsKey("endless") ? source : source.bounded(), EventTime.of(Long::parseLong))
                    .filter(Definition::slowly)
                    .keyLong(event -> Long.parseLong(event) % KEYS)
                    .window(Window.tumbling(Duration.ofMillis(50)))
                    .aggregate(Aggregates.count())
                    .map(result -> result.start() + " " + result.key() + " " + result.value())
                    .to("out", sink);
        }

        private static boolean slowly(String event) {
            if (event.hashCode() % 64 == 0) {
                LockSupport.parkNanos(1_000_000);
            }
            return true;
        }
    }

    private HazelcastInstance member(List<HazelcastInstance> others) {
        Config config = new Config();
        config.setClusterName(cluster);
        config.setProperty("hazelcast.logging.type", "none");
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.socket.bind.any", "false");
        config.setProperty("hazelcast.shutdownhook.enabled", "false");
        config.getNetworkConfig().setPort(Broker.freePort()).setPortAutoIncrement(true);
        config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        JoinConfig join = config.getNetworkConfig().getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(true);
        others.forEach(other -> join.getTcpIpConfig()
                .addMember("127.0.0.1:"
                        + other.getCluster().getLocalMember().getAddress().getPort()));
        config.getJetConfig().setEnabled(true).setCooperativeThreadCount(1);
        return Hazelcast.newHazelcastInstance(config);
    }

    @Test
    void lossOfAMemberLeavesEachResultOnce() throws Exception {
        String from = broker.topic(PARTITIONS);
        String to = broker.topic(2);
        List<String> expected = write(from);
        List<HazelcastInstance> members = new ArrayList<>();
        try {
            members.add(member(members));
            members.add(member(members));
            ClusterJob job = HazelcastEngine.of(members.get(1))
                    .withParts(4)
                    .exactlyOnce(Duration.ofMillis(100))
                    .start(
                            Definition.class,
                            Map.of("servers", broker.address(), "from", from, "to", to),
                            JobOptions.DEFAULT.named("cluster"));
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> broker.read(to).size() > random.nextInt(expected.size() / 2));
            members.getFirst().getLifecycleService().terminate();
            assertThat(job.await()).isTrue();
        } finally {
            members.forEach(member -> member.getLifecycleService().terminate());
        }
        assertThat(broker.read(to).stream().sorted().toList())
                .as("seed " + seed)
                .containsExactlyElementsOf(expected);
    }

    @Test
    void reportAddsTheGaugesOfAllMembers() throws Exception {
        String from = broker.topic(PARTITIONS);
        write(from);
        List<HazelcastInstance> members = new ArrayList<>();
        try {
            members.add(member(members));
            members.add(member(members));
            ClusterJob job = HazelcastEngine.of(members.getFirst())
                    .withParts(4)
                    .exactlyOnce(Duration.ofMillis(100))
                    .start(
                            Definition.class,
                            Map.of("servers", broker.address(), "from", from, "to", broker.topic(1), "endless", "yes"),
                            JobOptions.DEFAULT.named("gauges"));
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> {
                List<JobReport.Part> parts = job.report().parts();
                return parts.getFirst().gauges().getOrDefault("partitions", 0L) == PARTITIONS
                        && parts.getFirst().gauges().getOrDefault("records behind", -1L) == 0
                        && parts.getLast().gauges().getOrDefault("transactions", 0L) > 0;
            });
            job.cancel();
        } finally {
            members.forEach(member -> member.getLifecycleService().terminate());
        }
    }

    @Test
    void clusterThatTakesTooFewSnapshotsIsNamed() throws Exception {
        String from = broker.topic(PARTITIONS);
        write(from);
        HazelcastInstance member = member(List.of());
        try {
            ClusterJob job = HazelcastEngine.of(member)
                    .exactlyOnce(Duration.ofDays(1))
                    .start(
                            Definition.class,
                            Map.of("servers", broker.address(), "from", from, "to", broker.topic(1), "pending", "100"),
                            JobOptions.DEFAULT.named("full"));
            assertThatThrownBy(job::await)
                    .hasMessageContaining("more than out part 1 may keep")
                    .hasMessageContaining("HazelcastEngine.exactlyOnce");
        } finally {
            member.getLifecycleService().terminate();
        }
    }

    private List<String> write(String topic) {
        Map<String, Long> counts = new TreeMap<>();
        IntStream.range(0, PARTITIONS).forEach(partition -> {
            List<String> events = new ArrayList<>();
            long time = random.nextInt(100);
            for (int i = 0; i < EVENTS; i++) {
                time += random.nextInt(4);
                events.add(Long.toString(time));
                counts.merge(time / 50 * 50 + " " + time % KEYS, 1L, Long::sum);
            }
            broker.write(topic, partition, events);
        });
        return counts.entrySet().stream()
                .map(each -> each.getKey() + " " + each.getValue())
                .sorted()
                .toList();
    }
}
