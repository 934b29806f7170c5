package org.speedwell.accelerator.querying;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.core.Speedment;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.TortureDatabase;
import org.speedwell.accelerator.micrometer.StoreMeters;
import org.speedwell.torture.Mixed;
import org.speedwell.torture.MixedManager;

/** Verifies that listeners, Flight Recorder and meters see each query, and that results stay equal. */
@Tag("fault")
@Tag("database")
class QueryWatchTest {
    private static TortureDatabase database;

    @BeforeAll
    static void loadDatabase() throws SQLException {
        database = new TortureDatabase("speedwell_test_watch");
    }

    @AfterAll
    static void dropDatabase() throws SQLException {
        database.close();
    }

    @Test
    void listenerSeesEveryTerminalOperationAndResultsStayEqual() {
        Speedment app = database.inMemory();
        DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
        store.load();
        MixedManager mixed = app.getOrThrow(MixedManager.class);
        List<Object> unwatched = answers(mixed);
        List<String> reported = new ArrayList<>();
        store.addQueryListener((table, operations, took) -> {
            assertThat(took).isPositive();
            reported.add(table + ": " + operations);
        });

        assertThat(answers(mixed)).isEqualTo(unwatched);

        assertThat(reported)
                .containsExactly(
                        "mixed: filter.count",
                        "mixed: sorted.skip.limit.toList",
                        "mixed: mapToInt.sum",
                        "mixed: mapToLong.asDoubleStream.boxed.collect",
                        "mixed: map.distinct.count",
                        "mixed: filter.findFirst");
        app.stop();
    }

    @Test
    void throwingListenerFailsNoQuery() {
        Speedment app = database.inMemory();
        DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
        store.load();
        MixedManager mixed = app.getOrThrow(MixedManager.class);
        List<Object> unwatched = answers(mixed);
        List<String> reported = new ArrayList<>();
        store.addQueryListener((table, operations, took) -> {
            throw new IllegalStateException("thrown by a listener");
        });
        store.addQueryListener((table, operations, took) -> reported.add(operations));

        assertThat(answers(mixed)).isEqualTo(unwatched);

        assertThat(reported).as("the others are told").hasSize(6);
        app.stop();
    }

    private static List<Object> answers(MixedManager mixed) {
        return List.of(
                mixed.stream().filter(Mixed.ID.greaterThan(0L)).count(),
                mixed.stream()
                        .sorted(Mixed.PRICE.reversed().thenComparing(Mixed.ID))
                        .skip(3)
                        .limit(5)
                        .toList(),
                mixed.stream().mapToInt(Mixed.QUANTITY.asInt()).sum(),
                mixed.stream()
                        .mapToLong(Mixed.ID.asLong())
                        .asDoubleStream()
                        .boxed()
                        .collect(Collectors.toList()),
                mixed.stream().parallel().map(Mixed::getQuantity).distinct().count(),
                mixed.stream().filter(row -> row.getQuantity() > 0).findFirst());
    }

    @Test
    void watchedStreamsKeepTheStreamContract() {
        Speedment app = database.inMemory();
        DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
        store.load();
        List<String> reported = new ArrayList<>();
        store.addQueryListener((table, operations, took) -> reported.add(operations));
        MixedManager mixed = app.getOrThrow(MixedManager.class);

        Stream<Mixed> used = mixed.stream();
        assertThat(used.count()).isPositive();
        assertThatThrownBy(used::count).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> mixed.stream().filter(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> mixed.stream().forEach(row -> {
                    throw new UnsupportedOperationException("the user's own");
                }))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("the user's own");
        List<String> closed = new ArrayList<>();
        try (Stream<Mixed> stream = mixed.stream()) {
            Stream<Mixed> same = stream.onClose(() -> closed.add("closed"));
            assertThat(same).isSameAs(stream);
            Iterator<Mixed> rows = same.sequential().iterator();
            assertThat(rows.hasNext()).isTrue();
        }
        assertThat(closed).containsExactly("closed");
        assertThat(reported).doesNotContain("iterator");
        app.stop();
    }

    @Test
    void slowQueryIsRecordedByFlightRecorder(@TempDir Path folder) throws IOException {
        Speedment app = database.inMemory(
                StoreConfiguration.builder().slowQuery(Duration.ZERO).build());
        app.getOrThrow(DataStoreComponent.class).load();
        MixedManager mixed = app.getOrThrow(MixedManager.class);
        Path file = folder.resolve("queries.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("org.speedwell.Query").withThreshold(Duration.ZERO);
            recording.start();
            assertThat(mixed.stream().filter(Mixed.ID.greaterThan(0L)).count()).isPositive();
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("org.speedwell.Query"))
                .toList();
        assertThat(events).hasSize(1);
        assertThat(events.getFirst().getString("table")).isEqualTo("mixed");
        assertThat(events.getFirst().getString("operations")).isEqualTo("filter.count");
        app.stop();
    }

    @Test
    void metersExposeTheStoreToMicrometer() {
        Speedment app = database.inMemory();
        DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        InstantSource clock = () -> store.version() == 0
                ? Instant.EPOCH
                : store.snapshot().takenAt().plusSeconds(7);
        StoreMeters.of(store).withQueryTimer().withClock(clock).bindTo(registry);
        assertThat(registry.get("speedwell.store.age").timeGauge().value()).isNaN();
        store.load();
        MixedManager mixed = app.getOrThrow(MixedManager.class);

        assertThat(mixed.stream().filter(QueryWatchTest::isOpaque).toList()).isNotEmpty(); // is evaluated by a fallback
        assertThat(mixed.stream().count()).isPositive();

        assertThat(registry.get("speedwell.store.version").gauge().value()).isEqualTo(1);
        assertThat(registry.get("speedwell.store.rows").gauge().value()).isEqualTo((double) store.rows());
        assertThat(registry.get("speedwell.store.bytes").gauge().value()).isEqualTo((double) store.bytes());
        assertThat(registry.get("speedwell.store.bytes.former").gauge().value())
                .isEqualTo((double) store.formerBytes());
        assertThat(registry.get("speedwell.store.bytes.kept").gauge().value()).isNotNegative();
        assertThat(registry.get("speedwell.store.age").timeGauge().value(TimeUnit.SECONDS))
                .isEqualTo(7);
        assertThat(registry.get("speedwell.store.loads").functionCounter().count())
                .isEqualTo(1);
        assertThat(registry.get("speedwell.store.loads.failed")
                        .functionCounter()
                        .count())
                .isZero();
        assertThat(registry.get("speedwell.store.fallbacks").functionCounter().count())
                .isEqualTo(1);
        assertThat(registry.get("speedwell.store.query")
                        .tag("table", "mixed")
                        .timer()
                        .count())
                .isEqualTo(2);
        app.stop();
    }

    private static boolean isOpaque(Mixed row) {
        return row.getId() > 0;
    }
}
