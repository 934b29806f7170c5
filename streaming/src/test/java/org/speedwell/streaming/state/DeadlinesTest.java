package org.speedwell.streaming.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares the queue of deadlines with a map. */
@Tag("unit")
class DeadlinesTest {
    @Test
    void firstIsTheEarliest() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Deadlines deadlines = new Deadlines();
        Map<Integer, Long> plain = new TreeMap<>();
        for (int i = 0; i < 100_000; i++) {
            if (random.nextInt(3) > 0 || plain.isEmpty()) {
                int slot = random.nextInt(200);
                long time = random.nextInt(20) == 0 ? Long.MAX_VALUE : random.nextInt(1000) - 500;
                deadlines.set(time, slot);
                plain.put(slot, time);
            } else {
                long first = deadlines.first();
                assertThat(first)
                        .as("seed " + seed)
                        .isEqualTo(plain.values().stream().min(Long::compare).orElseThrow());
                assertThat(plain.remove(deadlines.remove())).as("seed " + seed).isEqualTo(first);
            }
            assertThat(deadlines.isEmpty()).as("seed " + seed).isEqualTo(plain.isEmpty());
        }
    }

    /** Verifies that a slot has one entry, however often its deadline moves. */
    @Test
    void movedDeadlinesTakeNoMemory() {
        Deadlines deadlines = new Deadlines();
        for (int slot = 0; slot < 10; slot++) {
            deadlines.set(Long.MAX_VALUE, slot);
        }
        long before = deadlines.bytes();
        for (int i = 0; i < 10_000; i++) {
            deadlines.set(i, i % 10);
            assertThat(deadlines.first()).isEqualTo(i);
            assertThat(deadlines.remove()).isEqualTo(i % 10);
            deadlines.set(Long.MAX_VALUE, i % 10);
        }
        assertThat(deadlines.bytes()).isEqualTo(before);
    }
}
