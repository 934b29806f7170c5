package org.speedwell.streaming.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.hazelcast.config.Config;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.SerializationConfig;
import com.hazelcast.jet.core.JobStatus;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.JobDefinition;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.engine.JobObjectInput;
import org.speedwell.streaming.window.Window;

/**
 * Verifies that a job never deserialises a class that the member's serialization filter rejects, from events or from
 * snapshots.
 */
@Tag("unit")
class MemberFilterTest {
    private static final Duration HANGS = Duration.ofMinutes(2);
    private static final int PARTS = 8;
    private static final AtomicInteger READ = new AtomicInteger();

    /** An event with a trap. */
    private record Forbidden(Sale sale, Trap trap) implements Serializable {
        private Forbidden(Sale sale) {
            this(sale, new Trap());
        }

        long shop() {
            return sale.shop();
        }
    }

    /** An object that counts its deserialisations. */
    private static final class Trap implements Serializable {
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            READ.incrementAndGet();
        }
    }

    /** A job that keeps the greatest event of each shop until its long window ends. */
    public static final class Definition implements JobDefinition {
        @Override
        public Pipeline define(Map<String, String> arguments) {
            return Events.from(
                            Gated.source(arguments.getOrDefault("gate", ""), Sale.inParts(Sale.random(7, 2_000))),
                            EventTime.of(Sale::time))
                    .map(Forbidden::new)
                    .keyLong(Forbidden::shop)
                    .window(Window.tumbling(Duration.ofHours(1)))
                    .aggregate(Aggregates.max(
                            Comparator.comparing(each -> each.sale().amount())))
                    .to(Sink.of(result -> {}));
        }
    }

    @Test
    void eventsFromOtherMembersAreNotRead() {
        Gated.open("sent", Integer.MAX_VALUE);
        try (Members members = new Members(0, 1)) {
            members.add(rejecting());
            members.add(rejecting());
            int read = READ.get();
            ClusterJob job = start(members, "sent");
            assertThatThrownBy(job::await)
                    .hasStackTraceContaining("the Java serialization filter of this Hazelcast member rejects class "
                            + Trap.class.getName())
                    .hasStackTraceContaining("JavaSerializationFilterConfig");
            assertThat(READ).hasValue(read);
        }
        try (Members members = new Members(2, 1)) {
            assertThat(start(members, "sent").await()).isTrue();
            assertThat(READ).hasPositiveValue();
        }
    }

    @Test
    void stateInSnapshotsIsNotRead() {
        assertThatThrownBy(() -> restart(rejecting(), "kept"))
                .hasStackTraceContaining("cannot be restored: the Java serialization filter of this Hazelcast member"
                        + " rejects class " + Trap.class.getName());
        assertThat(restart(new Config(), "read")).isPositive();
    }

    /**
     * Restarts a job on one member and returns the number of traps that it reads. On one member only snapshots are
     * serialised.
     */
    private static int restart(Config config, String gate) {
        try (Members members = new Members(0, 2)) {
            members.add(config);
            Gated.open(gate, 100);
            int read = READ.get();
            ClusterJob job = start(members, gate);
            await().atMost(HANGS).until(() -> Gated.saved(gate) > 3 * PARTS); // for at least one complete snapshot
            job.jet().restart();
            await().atMost(HANGS)
                    .until(() -> Gated.sought(gate) > 0 || job.jet().getStatus() == JobStatus.FAILED);
            Gated.open(gate, Integer.MAX_VALUE);
            try {
                assertThat(job.await()).isTrue();
            } finally {
                if (config.getSerializationConfig().getJavaSerializationFilterConfig() != null) {
                    assertThat(READ).hasValue(read);
                }
            }
            return READ.get() - read;
        }
    }

    private static ClusterJob start(Members members, String gate) {
        return HazelcastEngine.of(members.get(0))
                .withParts(PARTS)
                .exactlyOnce(Duration.ofMillis(20))
                .start(Definition.class, Map.of("gate", gate), JobOptions.DEFAULT.named(gate));
    }

    /** Returns a configuration that allows all classes of Speedwell except one. */
    private static Config rejecting() {
        JavaSerializationFilterConfig filter = new JavaSerializationFilterConfig();
        filter.getWhitelist().addPrefixes("org.speedwell.");
        filter.getBlacklist().addClasses(Trap.class.getName());
        Config config = new Config();
        config.getSerializationConfig().setJavaSerializationFilterConfig(filter);
        return config;
    }

    @Test
    void filterFollowsRulesOfHazelcast() {
        String trap = Trap.class.getName();
        assertThat(reads(null)).isTrue();
        assertThat(reads(new JavaSerializationFilterConfig()))
                .as("by default only java and com.hazelcast")
                .isFalse();

        JavaSerializationFilterConfig byClass = new JavaSerializationFilterConfig();
        byClass.getWhitelist().addClasses(trap);
        assertThat(reads(byClass)).isTrue();

        JavaSerializationFilterConfig byPackage = new JavaSerializationFilterConfig();
        byPackage.getWhitelist().addPackages(Trap.class.getPackageName());
        assertThat(reads(byPackage)).isTrue();

        JavaSerializationFilterConfig byBoth = new JavaSerializationFilterConfig();
        byBoth.getWhitelist().addPrefixes("org.");
        byBoth.getBlacklist().addPackages(Trap.class.getPackageName());
        assertThat(reads(byBoth)).as("what is forbidden wins").isFalse();

        JavaSerializationFilterConfig withoutDefaults = new JavaSerializationFilterConfig().setDefaultsDisabled(true);
        assertThat(reads(withoutDefaults)).isTrue();
        withoutDefaults.getBlacklist().addClasses("java.util.ArrayList");
        assertThat(reads(withoutDefaults)).isFalse();
        withoutDefaults.setBlacklist(new com.hazelcast.config.ClassFilter());
        withoutDefaults.getWhitelist().addClasses(trap);
        assertThat(reads(withoutDefaults))
                .as("an ArrayList, which is not listed")
                .isFalse();
    }

    /** Returns true if the filter lets a trap in an array in a list be read. */
    private static boolean reads(@Nullable JavaSerializationFilterConfig config) {
        SerializationConfig member = new SerializationConfig();
        if (config != null) {
            member.setJavaSerializationFilterConfig(config);
        }
        ObjectInputFilter filter = MemberFilter.of(member);
        int read = READ.get();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(new ArrayList<>(List.of(new Trap[] {new Trap()}, new int[1])));
            }
            try (ObjectInputStream in = new JobObjectInput(new ByteArrayInputStream(bytes.toByteArray()), filter)) {
                Object unused = in.readObject();
            }
        } catch (IOException e) {
            assertThat(JobObjectInput.reason(e)).contains("filter of this Hazelcast member rejects class");
            assertThat(READ).hasValue(read);
            return false;
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
        assertThat(READ).hasValue(read + 1);
        return true;
    }
}
