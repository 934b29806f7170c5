package org.speedwell.streaming.keyed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The table of keys against a map, with keys that crowd and keys that come and go. */
class LongKeysTest {

    @Test
    void slotsAreThoseOfTheMap() {
        for (int run = 0; run < 200; run++) {
            long seed = System.nanoTime() + run;
            Random random = new Random(seed);
            long[] pool = random.longs(random.nextInt(1, 300)).toArray();
            if (random.nextBoolean()) {
                for (int i = 0; i < pool.length; i++) {
                    pool[i] = i; // and zero among them
                }
            }
            LongKeys keys = new LongKeys(KeyBudget.stopping(pool.length));
            Map<Long, Integer> slots = new HashMap<>();
            for (int i = 0; i < 3000; i++) {
                long key = pool[random.nextInt(pool.length)];
                Integer known = slots.get(key);
                if (known != null && random.nextInt(3) == 0) {
                    keys.release(known);
                    slots.remove(key);
                } else {
                    int slot = keys.slot(key);
                    if (known == null) {
                        keys.retain(slot);
                        slots.put(key, slot);
                    }
                    assertThat(slot).as("seed " + seed).isEqualTo(slots.get(key));
                    assertThat(keys.key(slot)).as("seed " + seed).isEqualTo(key);
                }
                assertThat(keys.size()).as("seed " + seed).isEqualTo(slots.size());
            }
            assertThat(new HashSet<>(slots.values())).as("seed " + seed).hasSameSizeAs(slots.keySet());
        }
    }
}
