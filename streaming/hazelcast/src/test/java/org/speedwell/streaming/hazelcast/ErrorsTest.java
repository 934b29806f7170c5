package org.speedwell.streaming.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.Config;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.core.HazelcastInstance;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.JobDefinition;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.PushSource;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.Source;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.window.Window;

/** Verifies that the engine refuses invalid jobs, and that a failing job reports its reason. */
@Tag("fault")
class ErrorsTest {
    private static Members members;

    /** A job whose arguments select its fault. */
    public static final class Definition implements JobDefinition {
        @Override
        public Pipeline define(Map<String, String> arguments) {
            Source<Sale> source = arguments.containsKey("push") ? new PushSource<>(10) : Source.of(Sale.random(1, 100));
            Events<Sale> sales = Events.from(source, EventTime.of(Sale::time));
            if (arguments.containsKey("fails")) {
                sales = sales.map(sale -> {
                    throw new IllegalStateException("no sale like this");
                });
            }
            if (arguments.containsKey("unsuited")) {
                return sales.map(Unsuited::new)
                        .keyLong(each -> each.sale.shop())
                        .window(Window.session(Duration.ofMillis(1)))
                        .aggregate(Aggregates.distinct(each -> each.sale.shop()))
                        .to(Sink.of(result -> {}));
            }
            return sales.to(Sink.of(sale -> {}));
        }
    }

    /** An event that is not serialisable, so no member can send it to another. */
    private static final class Unsuited {
        private final Sale sale;

        private Unsuited(Sale sale) {
            this.sale = sale;
        }
    }

    /** A definition that the engine cannot instantiate. */
    public static final class WithoutConstructor implements JobDefinition {
        public WithoutConstructor(String needed) {
            assertThat(needed).isNotNull();
        }

        @Override
        public Pipeline define(Map<String, String> arguments) {
            throw new IllegalStateException();
        }
    }

    @BeforeAll
    static void start() {
        members = new Members(2, 1);
    }

    @AfterAll
    static void stop() {
        members.close();
    }

    private static HazelcastEngine engine() {
        return HazelcastEngine.of(members.get(0));
    }

    @Test
    void memberWithoutJetIsNamedWithSetting() {
        try (Members others = new Members(1, 1, false)) {
            HazelcastEngine engine = HazelcastEngine.of(others.get(0));
            assertThatThrownBy(() -> engine.start(Definition.class, JobOptions.DEFAULT.named("off")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("member [127.0.0.1]:")
                    .hasMessageContaining("config.getJetConfig().setEnabled(true)");
        }
    }

    @Test
    void missingClassIsNamedWithMember() {
        try (Members some = new Members(1, 1)) {
            Config lacking = new Config();
            lacking.setClassLoader(new ClassLoader(getClass().getClassLoader()) {
                @Override
                protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                    if (name.equals(Definition.class.getName())) {
                        throw new ClassNotFoundException(name);
                    }
                    return super.loadClass(name, resolve);
                }
            });
            HazelcastInstance member = some.add(lacking);
            assertThatThrownBy(() -> HazelcastEngine.of(some.get(0))
                            .start(Definition.class, JobOptions.DEFAULT.named("lacking")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(
                            "member " + member.getCluster().getLocalMember().getAddress())
                    .hasMessageContaining(Definition.class.getName())
                    .hasMessageContaining("class path of every member");
        }
    }

    @Test
    void memberThatRejectsClassIsNamedWithSetting() {
        try (Members some = new Members(1, 1)) {
            Config rejecting = new Config();
            rejecting.getSerializationConfig().setJavaSerializationFilterConfig(new JavaSerializationFilterConfig());
            HazelcastInstance member = some.add(rejecting);
            assertThatThrownBy(() -> HazelcastEngine.of(some.get(0))
                            .start(Definition.class, JobOptions.DEFAULT.named("rejected")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(
                            "Member " + member.getCluster().getLocalMember().getAddress() + " rejects a class")
                    .hasMessageContaining("org.speedwell.streaming.hazelcast.MemberProbe")
                    .hasMessageContaining("JavaSerializationFilterConfig")
                    .hasMessageNotContaining("does not know this library");
        }
    }

    @Test
    void definitionWithoutConstructorIsRefused() {
        assertThatThrownBy(() -> engine().start(WithoutConstructor.class, JobOptions.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(WithoutConstructor.class.getName())
                .hasMessageContaining("public constructor without arguments");
    }

    @Test
    void checkpointFolderIsRefused() {
        JobOptions options = JobOptions.DEFAULT.withCheckpoints(Path.of("unused"), Duration.ofSeconds(1));
        assertThatThrownBy(() -> engine().start(Definition.class, options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("HazelcastEngine.exactlyOnce");
        assertThatThrownBy(() -> engine().exactlyOnce(Duration.ZERO)).hasMessageContaining("1 ms or more");
        assertThatThrownBy(() -> engine().withParts(0)).hasMessageContaining("1 or more");
    }

    @Test
    void exactlyOnceRefusesSourceWithoutReplay() {
        assertThatThrownBy(() -> engine().exactlyOnce(Duration.ofSeconds(1))
                        .start(Definition.class, Map.of("push", ""), JobOptions.DEFAULT))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("source 1 (PushSource)")
                .hasMessageContaining("ReplayableSource");
    }

    @Test
    void exceptionOfFunctionIsReported() {
        ClusterJob job = engine().start(Definition.class, Map.of("fails", ""), JobOptions.DEFAULT.named("fails"));
        assertThatThrownBy(job::await)
                .hasMessageContaining("\"fails\"")
                .hasMessageContaining("no sale like this")
                .hasMessageContaining("map (operation 1)");
    }

    @Test
    void eventsThatCannotBeSerialisedAreNamed() {
        ClusterJob job = engine().withParts(8)
                .start(Definition.class, Map.of("unsuited", ""), JobOptions.DEFAULT.named("unsuited"));
        assertThatThrownBy(job::await).hasStackTraceContaining(Unsuited.class.getName() + " is not Serializable");
    }

    @Test
    void unknownViewIsRefused() {
        ClusterJob job = engine().start(Definition.class, JobOptions.DEFAULT.named("no view"));
        assertThatThrownBy(() -> job.clusterView("rows"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"rows\"");
        assertThat(job.await()).isTrue();
        assertThat(List.of(job.name())).containsExactly("no view");
    }
}
