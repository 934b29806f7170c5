package org.speedwell.streaming.pane;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.aggregate.Totals;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Conveyor;
import org.speedwell.streaming.engine.Layout;
import org.speedwell.streaming.engine.Outbox;
import org.speedwell.streaming.state.KeyBudget;
import org.speedwell.streaming.state.Keys;

/** Compares counts that exceed their lanes of 31 bits with {@code long} counts. */
@Tag("oracle")
class CountsTest {
    private static final long LANE = 1L << 31;

    @Test
    void countsEqualLongs() {
        for (int run = 0; run < 200; run++) {
            long seed = System.nanoTime() + run;
            Random random = new Random(seed);
            int slots = random.nextInt(1, 100);
            long[] expected = new long[slots];
            Counts counts = new Counts();
            int reserved = 0;
            for (int i = 0; i < 300; i++) {
                int slot = random.nextInt(slots);
                reserved = Math.max(reserved, slot + 1);
                counts.reserve(reserved);
                long change = random.nextInt(4) == 0
                        ? -random.nextLong(expected[slot] + 1)
                        : random.nextLong(1L << random.nextInt(1, 50));
                expected[slot] += change;
                counts.add(slot, change);
                if (random.nextInt(10) == 0) {
                    expected[slot] = 0;
                    counts.set(slot, 0);
                }
            }
            for (int slot = 0; slot < slots; slot++) {
                assertThat(counts.get(slot))
                        .as("slot " + slot + ", seed " + seed)
                        .isEqualTo(expected[slot]);
            }
            assertThat(counts.get(10_000)).isZero();
        }
    }

    /**
     * Subtracts the parts in another order, also parts with less room than the sum. Some sums exceed their lanes,
     * others do not.
     */
    @Test
    void sumsEqualLongs() {
        for (int run = 0; run < 200; run++) {
            long seed = System.nanoTime() + run;
            Random random = new Random(seed);
            int bits = random.nextInt(2, 34);
            long[] expected = new long[40];
            Counts sum = new Counts();
            List<Counts> parts = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Counts part = new Counts();
                parts.add(part);
                part.reserve(random.nextInt(expected.length + 1));
                for (int slot = 0; slot < part.low.length && slot < expected.length; slot++) {
                    part.set(slot, random.nextLong(1L << bits));
                    expected[slot] += part.get(slot);
                }
                int middle = random.nextInt(expected.length + 1);
                sum.addAll(part, middle, expected.length);
                sum.addAll(part, 0, middle);
            }
            assertSum(sum, expected, seed);
            Collections.shuffle(parts, random);
            for (Counts part : parts.subList(0, 6)) {
                part.reserve(random.nextInt(200)); // later room for slots without a count
                int middle = random.nextInt(expected.length + 1);
                sum.subtractAll(part, 0, middle);
                sum.subtractAll(part, middle, 200);
                for (int slot = 0; slot < expected.length; slot++) {
                    expected[slot] -= part.get(slot);
                }
                assertSum(sum, expected, seed);
            }
            int from = random.nextInt(expected.length);
            int to = random.nextInt(from, expected.length + 1);
            sum.clear(from, to);
            Arrays.fill(expected, from, to, 0);
            assertSum(sum, expected, seed);
        }
    }

    private static void assertSum(Counts sum, long[] expected, long seed) {
        for (int slot = 0; slot < expected.length; slot++) {
            assertThat(sum.get(slot)).as("slot " + slot + ", seed " + seed).isEqualTo(expected[slot]);
        }
        int[] found = new int[expected.length];
        int from = (int) Long.remainderUnsigned(seed, expected.length);
        int size = sum.find(from, expected.length, found);
        assertThat(Arrays.copyOf(found, size))
                .as("seed " + seed)
                .containsExactly(IntStream.range(from, expected.length)
                        .filter(slot -> expected[slot] > 0)
                        .toArray());
    }

    /** Adds events to a pane that has nearly 2³¹ events for each of two keys, and combines it into a window. */
    @Test
    void paneCountsBeyondItsLanes() throws IOException, ClassNotFoundException {
        Keys keys = Keys.of(false, KeyBudget.stopping(10));
        Outbox outbox = new Outbox(List.of(new Conveyor(new Layout(false, false, false))));
        assertThat(outbox.isOpen()).isTrue();
        Batch events = outbox.batch(0);
        for (long key = 0; key < 3; key++) {
            events.add(0, key);
        }
        TotalsPane pane = pane();
        pane.addAll(events, 0, 3, keys);
        pane.restoreSlot(0, numbers(LANE - 3, 0));
        pane.restoreSlot(1, numbers(LANE - 2, 0));
        for (int i = 0; i < 4; i++) {
            pane.addAll(events, 0, 3, keys);
        }
        assertThat(results(pane)).containsExactly(LANE + 2, LANE + 3, 5L);

        TotalsPane window = pane();
        window.combine(pane, 0, 3);
        window.combine(pane, 0, 2);
        window.combine(pane, 2, 3);
        pane.addTwice(events, 1, keys, window);
        assertThat(results(window)).containsExactly(2 * LANE + 4, 2 * LANE + 7, 10L);
        assertThat(results(pane)).containsExactly(LANE + 2, LANE + 4, 5L);
        window.deduct(pane, 0, 3);
        assertThat(results(window)).containsExactly(LANE + 2, LANE + 3, 5L);

        TotalsPane restored = pane();
        ObjectInput saved = written(out -> pane.save(new int[] {0, 1, 2}, out));
        assertThat(saved.readLong()).isEqualTo(pane.start);
        for (int slots = saved.readInt(); slots > 0; slots--) {
            restored.restore(saved.readInt(), keys, saved);
        }
        assertThat(results(restored)).isEqualTo(results(pane));

        pane.clear(0, 3);
        pane.recycle();
        assertThat(results(pane)).containsExactly(0L, 0L, 0L);
    }

    private static TotalsPane pane() {
        return new TotalsPane((Totals<?, ?>) Aggregates.count());
    }

    private static List<Object> results(Pane pane) {
        return List.of(pane.result(0), pane.result(1), pane.result(2));
    }

    private static ObjectInput numbers(long first, long second) throws IOException {
        return written(out -> {
            out.writeLong(first);
            out.writeLong(second);
        });
    }

    private interface Writing {
        void to(ObjectOutput out) throws IOException;
    }

    private static ObjectInput written(Writing writing) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            writing.to(out);
        }
        return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    }
}
