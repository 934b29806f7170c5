package org.speedwell.streaming.pane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Gatherers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.aggregate.TimeIntegral;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Layout;
import org.speedwell.streaming.state.KeyBudget;
import org.speedwell.streaming.state.Keys;

/** Compares the areas of panes and windows with those of sorted lists of samples. */
@Tag("oracle")
class IntegralPaneTest {
    private static final int ROUNDS = 300;
    private static final int PANE = 100;
    private static final long SEED = Long.getLong("speedwell.seed", System.nanoTime());

    private record Sample(long key, long time, double value) {}

    @Test
    void areasEqualThoseOfSortedSamples() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            try {
                check(new Random(SEED + i));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + (SEED + i), e);
            }
        }
    }

    /**
     * Checks several rounds of windows over two panes. The panes are cleared and used again, and sometimes saved and
     * restored.
     */
    private static void check(Random random) throws Exception {
        Keys keys = keys();
        IntegralPane first = pane();
        IntegralPane second = pane();
        IntegralPane window = pane();
        for (int round = 0; round < 4; round++) {
            long start = round * 2L * PANE;
            Map<Long, List<Sample>> ofFirst = new HashMap<>();
            Map<Long, List<Sample>> ofSecond = new HashMap<>();
            first.start = start;
            second.start = start + PANE;
            for (int batches = random.nextInt(4); batches >= 0; batches--) {
                add(first, samples(random, start), keys, ofFirst);
                assertAreas(first, keys, ofFirst); // a result settles the pane, which then accepts more
                add(second, samples(random, start + PANE), keys, ofSecond);
            }
            if (random.nextBoolean()) {
                ByteArrayOutputStream saved = new ByteArrayOutputStream();
                try (ObjectOutputStream out = new ObjectOutputStream(saved)) {
                    int[] numbers = keys.save(out);
                    first.save(numbers, out);
                    second.save(numbers, out);
                }
                keys = keys();
                first = pane();
                second = pane();
                try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(saved.toByteArray()))) {
                    keys.restore(in);
                    restore(first, keys, in);
                    restore(second, keys, in);
                }
                assertThat(first.start).isEqualTo(start);
            }
            assertAreas(second, keys, ofSecond);
            int middle = random.nextInt(keys.limit() + 1); // a window that closes combines ranges of slots
            for (int[] range : new int[][] {{0, middle}, {middle, keys.limit()}}) {
                window.clear(range[0], range[1]);
                window.combine(first, range[0], range[1]);
                window.combine(second, range[0], range[1]);
            }
            Map<Long, List<Sample>> both = new HashMap<>(ofFirst);
            ofSecond.forEach((key, samples) -> both.merge(key, samples, IntegralPaneTest::concat));
            assertAreas(window, keys, both);
            release(first, keys);
            release(second, keys);
            empty(first, keys);
            empty(second, keys);
        }
        assertThat(keys.size()).isZero();
    }

    private static Keys keys() {
        return Keys.of(false, KeyBudget.stopping(1000));
    }

    private static IntegralPane pane() {
        return new IntegralPane((TimeIntegral<?, ?>) Aggregates.<Sample>timeIntegral(Sample::value));
    }

    /** Creates samples in order or in random order. Some keys then have all samples in order and others do not. */
    private static List<Sample> samples(Random random, long start) {
        boolean ordered = random.nextBoolean();
        List<Sample> samples = new ArrayList<>();
        int count = random.nextInt(1500);
        for (int i = 0; i < count; i++) {
            long time = start + random.nextInt(PANE);
            samples.add(new Sample(random.nextInt(1, 40), time, random.nextInt(-20, 20) / 4.0));
        }
        if (ordered) {
            samples.sort(Comparator.comparingLong(Sample::time));
        }
        return samples;
    }

    private static void add(IntegralPane pane, List<Sample> samples, Keys keys, Map<Long, List<Sample>> all) {
        Batch batch = new Batch(new Layout(false, true, false));
        for (Sample sample : samples) {
            int i = batch.add(sample.time, sample.key);
            batch.values[i] = Double.doubleToRawLongBits(sample.value);
            all.computeIfAbsent(sample.key, none -> new ArrayList<>()).add(sample);
        }
        pane.addAll(batch, 0, batch.size, keys);
    }

    private static List<Sample> concat(List<Sample> first, List<Sample> second) {
        List<Sample> both = new ArrayList<>(first);
        both.addAll(second);
        return both;
    }

    private static void assertAreas(IntegralPane pane, Keys keys, Map<Long, List<Sample>> all) {
        Map<Long, Double> areas = new HashMap<>();
        for (int slot = 0; slot < keys.limit(); slot++) {
            if (pane.holds(slot)) {
                areas.put((Long) keys.key(slot), (Double) pane.result(slot));
            }
        }
        assertThat(areas).containsOnlyKeys(all.keySet());
        all.forEach(
                (key, samples) -> assertThat(areas.get(key)).as("key " + key).isCloseTo(area(samples), within(1e-9)));
    }

    private static double area(List<Sample> samples) {
        return samples.stream()
                .sorted(Comparator.comparingLong(Sample::time)) // a stable sort
                .gather(Gatherers.windowSliding(2))
                .filter(pair -> pair.size() == 2)
                .mapToDouble(
                        pair -> (pair.get(1).time - pair.get(0).time) * (pair.get(0).value + pair.get(1).value) / 2)
                .sum();
    }

    private static void empty(IntegralPane pane, Keys keys) {
        pane.clear(0, keys.limit());
        pane.recycle();
    }

    private static void release(IntegralPane pane, Keys keys) {
        for (int slot = pane.next(0); slot >= 0; slot = pane.next(slot + 1)) {
            keys.release(slot);
        }
    }

    private static void restore(IntegralPane pane, Keys keys, ObjectInputStream in)
            throws IOException, ClassNotFoundException {
        pane.start = in.readLong();
        for (int slots = in.readInt(); slots > 0; slots--) {
            pane.restore(in.readInt(), keys, in);
        }
    }
}
