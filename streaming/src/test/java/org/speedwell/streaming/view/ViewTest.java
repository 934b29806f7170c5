package org.speedwell.streaming.view;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.common.tuple.Tuple2;
import com.speedment.common.tuple.Tuples;
import com.speedment.runtime.field.LongField;
import com.speedment.runtime.field.StringField;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.TableJoins;
import org.speedwell.accelerator.table.TableSchema;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobException;
import org.speedwell.streaming.Reading;
import org.speedwell.streaming.Source;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.aggregate.Moments;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/** Compares streams over a view with the results of its last window. */
@Tag("oracle")
class ViewTest {
    private static final Engine ENGINE = new Engine(2);

    @AfterAll
    static void close() {
        ENGINE.close();
    }

    @Test
    void emptyViewHasNoRows() {
        View<Load> view = new View<>(Load.SCHEMA);

        assertThat(view.stream().filter(Load.COUNT.greaterThan(0)).count()).isZero();
        assertThat(view.stream().toList()).isEmpty();
        assertThat(view.get(1L)).isEmpty();
        assertThat(view.time()).isEqualTo(Long.MIN_VALUE);
    }

    private static Events<Load> loads(List<Reading> readings) {
        return Events.from(Source.of(readings), EventTime.of(Reading::time).lag(Duration.ofMillis(200)))
                .keyLong(Reading::sensor)
                .window(Window.tumbling(Duration.ofMillis(500)))
                .aggregate(Aggregates.variance(Reading::value))
                .map(ViewTest::load);
    }

    @Test
    void viewContainsWholeLastWindow() throws InterruptedException {
        long seed = System.nanoTime();
        List<Reading> readings = Reading.random(new Random(seed), 5000, 300);
        View<Load> view = new View<>(Load.SCHEMA);

        assertThat(ENGINE.start(loads(readings).to(view)).await()).isEqualTo(Job.Status.COMPLETED);

        List<Load> expected = lastWindow(readings, 500);
        String what = "seed " + seed;
        assertThat(view.stream().toList()).as(what).isEqualTo(expected);
        assertThat(view.time()).as(what).isEqualTo(expected.getFirst().getEnd() - 1);
        assertThat(view.stream()
                        .filter(Load.COUNT.greaterThan(2).and(Load.SENSOR.lessThan(150L)))
                        .mapToLong(Load.SENSOR)
                        .sum())
                .as(what)
                .isEqualTo(expected.stream()
                        .filter(load -> load.getCount() > 2 && load.getSensor() < 150)
                        .mapToLong(Load::getSensor)
                        .sum());
        assertThat(view.stream().sorted(Load.MEAN.reversed()).limit(5).toList())
                .as(what)
                .isEqualTo(expected.stream()
                        .sorted(Comparator.comparingDouble(Load::getMean).reversed())
                        .limit(5)
                        .toList());
        assertThat(view.stream().filter(Load.NAME.startsWith("sensor 1")).count())
                .as(what)
                .isEqualTo(expected.stream()
                        .filter(load -> load.getName().startsWith("sensor 1"))
                        .count());
        for (long sensor = -1; sensor <= 300; sensor++) {
            long key = sensor;
            assertThat(view.get(key))
                    .as(what)
                    .isEqualTo(expected.stream()
                            .filter(load -> load.getSensor() == key)
                            .findFirst());
        }
    }

    /** A row of a table of reference data that the test joins with a view. */
    public record Site(long sensor, String name) {
        static final TableSchema<Site> SCHEMA = TableSchema.ofRecord(Site.class);
        static final LongField<Site, Long> SENSOR = SCHEMA.longField("sensor", Site::sensor);
        static final StringField<Site, String> NAME = SCHEMA.stringField("name", Site::name);
    }

    @Test
    void viewJoinsWithTable() throws InterruptedException {
        List<Reading> readings = Reading.random(new Random(20_261_127), 5000, 300);
        View<Load> view = new View<>(Load.SCHEMA);
        List<Site> sites = IntStream.range(0, 100)
                .mapToObj(i -> new Site(i * 2L, "site " + i % 7))
                .toList();
        var join = TableJoins.of(view, Site.SCHEMA.table(sites))
                .from(Load.SCHEMA.identifier())
                .innerJoinOn(Site.SENSOR)
                .equal(Load.SENSOR)
                .build(Tuples::of);
        assertThat(join.stream().count()).isZero();

        assertThat(ENGINE.start(loads(readings).to(view)).await()).isEqualTo(Job.Status.COMPLETED);

        List<String> expected = lastWindow(readings, 500).stream()
                .filter(load -> load.getSensor() < 200 && load.getSensor() % 2 == 0)
                .map(load -> load.getSensor() + " site " + load.getSensor() / 2 % 7)
                .toList();
        assertThat(expected).isNotEmpty();
        assertThat(join.stream()
                        .map(t -> t.get0().getSensor() + " " + t.get1().name())
                        .toList())
                .isEqualTo(expected);
        assertThat(join.stream()
                        .filter(Site.NAME.equal("site 3").compose(Tuple2.getter1()))
                        .count())
                .isEqualTo(expected.stream()
                        .filter(line -> line.endsWith("site 3"))
                        .count());
    }

    /**
     * Verifies that a reader gets rows and time as one pair. A set that the watermark has passed counts as closed only
     * after its publication.
     */
    @Test
    void versionHasTimeOfItsRows() throws InterruptedException {
        View<Load> view = new View<>(Load.SCHEMA);
        assertThat(view.version().time()).isEqualTo(Long.MIN_VALUE);
        assertThat(view.version().closed()).isEqualTo(Long.MIN_VALUE);
        AtomicBoolean over = new AtomicBoolean();
        AtomicReference<String> torn = new AtomicReference<>("");
        Thread reader = Thread.ofPlatform().start(() -> {
            while (!over.get()) {
                View.Version<Load> version = view.version();
                List<Long> times = version.stream()
                        .map(load -> load.getEnd() - 1)
                        .distinct()
                        .toList();
                long last = version.closed() / 10 * 10 - 1; // a set ends every 10 ms
                if (version.time() > 0 && (!times.equals(List.of(version.time())) || version.time() < last)) {
                    torn.set(version + ": rows of " + times);
                }
            }
        });
        for (long end = 10; end <= 50_000 && "".equals(torn.get()); end += 10) {
            view.accept(load(new WindowResult<>(1L, end - 10, end, new Moments(1, 1, 0))), end - 1);
            view.watermark(end + 3);
        }
        over.set(true);
        reader.join();
        assertThat(torn.get()).isEmpty();
        while (!view.flush()) {
            Thread.onSpinWait();
        }
        assertThat(view.version().time()).isEqualTo(49_999);
        assertThat(view.version().closed()).isEqualTo(50_003);
        view.begin(); // of another job without a watermark yet
        assertThat(view.version().closed()).isEqualTo(50_000);
    }

    @Test
    void rowsOfEarlierJobAreDropped() {
        View<Load> view = new View<>(Load.SCHEMA);
        for (int job = 0; job < 2; job++) {
            view.begin();
            view.accept(new Load(1, 10, 1), 10);
        }
        pass(view, 11);
        assertThat(view.stream()).containsExactly(new Load(1, 10, 1));
    }

    @Test
    void restoreDropsLaterRows() throws IOException, ClassNotFoundException {
        View<Load> view = new View<>(Load.SCHEMA);
        view.accept(new Load(1, 10, 1), 9);
        pass(view, 10);
        view.accept(new Load(1, 20, 1), 19);
        byte[] saved = saved(view);
        view.accept(new Load(2, 20, 1), 19);
        view.accept(new Load(1, 30, 1), 29);
        pass(view, 30);

        view.restore(in(saved));
        assertThat(view.time()).isEqualTo(9);
        assertThat(view.stream()).containsExactly(new Load(1, 10, 1));
        pass(view, 30);
        assertThat(view.time()).isEqualTo(19);
        assertThat(view.stream()).containsExactly(new Load(1, 20, 1));
    }

    /** Adds the rows of a lost member, whose sink may have been behind. They belong to the time that the view shows. */
    @Test
    void rowsOfAnotherMemberAreAddedToTheirTime() throws IOException, ClassNotFoundException {
        View<Load> ahead = new View<>(Load.SCHEMA);
        ahead.accept(new Load(1, 10, 1), 9);
        pass(ahead, 10);
        View<Load> behind = new View<>(Load.SCHEMA);
        behind.accept(new Load(2, 10, 1), 9);

        View<Load> view = new View<>(Load.SCHEMA);
        view.restore(in(saved(ahead)));
        view.adopt(in(saved(behind)));
        View<Load> again = new View<>(Load.SCHEMA);
        again.restore(in(saved(view)));
        for (View<Load> each : List.of(view, again)) {
            assertThat(each.stream()).containsExactly(new Load(1, 10, 1));
            assertThat(each.version().closed())
                    .as("rows of its time may follow")
                    .isEqualTo(9);
            each.accept(new Load(3, 10, 1), 9);
            pass(each, 10);
            assertThat(each.stream()).containsExactly(new Load(1, 10, 1), new Load(2, 10, 1), new Load(3, 10, 1));
            assertThat(each.version().closed()).isEqualTo(10);
        }
    }

    @Test
    void lateRowsAreCountedButNotShown() {
        View<Load> view = new View<>(Load.SCHEMA);
        view.accept(new Load(1, 100, 1), 100);
        pass(view, 200);
        view.accept(new Load(2, 50, 1), 50);
        view.accept(new Load(3, 100, 1), 100);
        view.accept(new Load(4, 150, 1), 150);
        pass(view, 300);

        assertThat(view.time()).isEqualTo(100);
        assertThat(view.stream()).containsExactly(new Load(1, 100, 1));
        assertThat(view.version().closed()).isEqualTo(300);
        assertThat(view.late()).isEqualTo(3);
        view.begin();
        assertThat(view.late()).isZero();
    }

    @Test
    void lateRowsCountAsLateEventsOfJob() throws InterruptedException {
        View<Load> view = new View<>(Load.SCHEMA);
        List<Load> loads = List.of(new Load(1, 10, 1), new Load(2, 30, 1), new Load(3, 10, 1), new Load(4, 30, 1));
        Job job = ENGINE.start(
                Events.from(Source.of(loads), EventTime.of(Load::getEnd)).to(view));
        job.await();

        assertThat(view.stream()).containsExactly(new Load(2, 30, 1), new Load(4, 30, 1));
        assertThat(job.metrics().late()).isEqualTo(1);
        assertThat(job.explain()).contains("4 events, 1 late");
    }

    private static void pass(View<Load> view, long watermark) {
        view.watermark(watermark);
        while (!view.flush()) {
            Thread.onSpinWait();
        }
    }

    private static byte[] saved(View<Load> view) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            view.save(out);
        }
        return bytes.toByteArray();
    }

    private static ObjectInputStream in(byte[] bytes) throws IOException {
        return new ObjectInputStream(new ByteArrayInputStream(bytes));
    }

    /**
     * Verifies that each published set has all keys of exactly one window. A reader that sees two windows has found a
     * torn read.
     */
    @Test
    void readersSeeCompleteSets() throws InterruptedException {
        int sensors = 200;
        List<Reading> readings = new ArrayList<>();
        for (int i = 0; i < 1000 * sensors; i++) {
            readings.add(new Reading(i % sensors, i / sensors, 1));
        }
        View<Load> view = new View<>(Load.SCHEMA);
        AtomicBoolean over = new AtomicBoolean();
        AtomicReference<String> torn = new AtomicReference<>("");
        Thread reader = Thread.ofPlatform().start(() -> {
            while (!over.get()) {
                List<Load> rows = view.stream().toList();
                long ends = rows.stream().mapToLong(Load::getEnd).distinct().count();
                if (!rows.isEmpty() && (rows.size() != sensors || ends != 1)) {
                    torn.set(rows.size() + " rows of " + ends + " windows");
                }
            }
        });
        Events<Load> loads = Events.from(Source.of(readings), EventTime.of(Reading::time))
                .keyLong(Reading::sensor)
                .window(Window.tumbling(Duration.ofMillis(2)))
                .aggregate(Aggregates.variance(Reading::value))
                .map(ViewTest::load);
        ENGINE.start(loads.to(view)).await();
        over.set(true);
        reader.join();

        assertThat(torn.get()).isEmpty();
        assertThat(view.time()).isEqualTo(999);
        assertThat(view.stream().count()).isEqualTo(sensors);
    }

    @Test
    void unstorableRowStopsJob() {
        TableSchema<Load> schema = TableSchema.of("broken", Load::new);
        schema.longField(
                "sensor",
                load -> {
                    throw new IllegalStateException("no sensor");
                },
                Load::setSensor);
        Events<Load> loads = Events.from(Source.of(List.of(new Load(1, 2, 3, 4))), EventTime.of(Load::getEnd));
        Job job = ENGINE.start(loads.to(new View<>(schema)));

        assertThatThrownBy(job::await).isInstanceOf(JobException.class).hasRootCauseMessage("no sensor");
    }

    @Test
    void schemaNeedsColumns() {
        assertThatThrownBy(() -> new View<>(TableSchema.of("none", Load::new)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Table none has no columns");
    }

    private static Load load(WindowResult<Long, Moments> result) {
        return new Load(
                result.key(),
                result.end(),
                (int) result.value().count(),
                result.value().mean());
    }

    private static List<Load> lastWindow(List<Reading> readings, long size) {
        long last = readings.stream().mapToLong(Reading::time).max().orElseThrow();
        long start = Math.floorDiv(last, size) * size;
        return readings.stream()
                .filter(reading -> reading.time() >= start)
                .collect(groupingBy(Reading::sensor))
                .entrySet()
                .stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry ->
                        new Load(entry.getKey(), start + size, entry.getValue().size(), mean(entry.getValue())))
                .toList();
    }

    /** Returns the mean, computed in the same way as the aggregate, so that it is equal to the last bit. */
    private static double mean(List<Reading> readings) {
        double mean = 0;
        for (int i = 0; i < readings.size(); i++) {
            mean += (readings.get(i).value() - mean) / (i + 1);
        }
        return mean;
    }
}
