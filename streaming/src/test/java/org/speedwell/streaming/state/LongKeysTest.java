package org.speedwell.streaming.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Conveyor;
import org.speedwell.streaming.engine.HashMixer;
import org.speedwell.streaming.engine.Layout;
import org.speedwell.streaming.engine.Outbox;

/** Compares the slots of keys with a map. Keys of several patterns are added and released. */
@Tag("oracle")
class LongKeysTest {
    private final Batch batch = newBatch();

    /** The distribution of the keys. */
    enum Pattern {
        ANYWHERE {
            @Override
            long[] keys(Random random, int count) {
                return random.longs(count).toArray();
            }
        },
        FROM_ZERO {
            @Override
            long[] keys(Random random, int count) {
                return LongStream.range(0, count).toArray();
            }
        },
        CLOSE {
            @Override
            long[] keys(Random random, int count) {
                long first = random.nextLong(); // may overflow, so the last key may be smaller
                return LongStream.range(0, count)
                        .map(i -> first + 3 * i + random.nextInt(2))
                        .toArray();
            }
        },
        CLOSE_BUT_FOR_A_FEW {
            @Override
            long[] keys(Random random, int count) {
                long[] keys = CLOSE.keys(random, count);
                keys[count - 1] = Long.MIN_VALUE;
                keys[count / 2] = Long.MAX_VALUE;
                return LongStream.of(keys).distinct().toArray();
            }
        },
        TWO_PLACES {
            @Override
            long[] keys(Random random, int count) {
                return LongStream.range(0, count)
                        .map(i -> i % 2 == 0 ? i : i + 1_000_000)
                        .toArray();
            }
        };

        abstract long[] keys(Random random, int count);
    }

    @ParameterizedTest
    @EnumSource
    void slotsEqualMap(Pattern pattern) {
        for (int run = 0; run < 100; run++) {
            long seed = System.nanoTime() + run;
            Random random = new Random(seed);
            long[] pool = pattern.keys(random, random.nextInt(1, 600));
            LongKeys keys = new LongKeys(KeyBudget.stopping(pool.length));
            Map<Long, Integer> slots = new HashMap<>();
            for (int i = 0; i < 3000; i++) {
                long key = pool[random.nextInt(pool.length)];
                Integer known = slots.get(key);
                assertThat(keys.find(batch(key), 0)).as("seed " + seed).isEqualTo(known == null ? -1 : known);
                if (known != null && random.nextInt(3) == 0) {
                    keys.release(known);
                    slots.remove(key);
                } else {
                    int slot = random.nextBoolean() ? keys.slot(key) : keys.slots(batch(key), 0, 1)[0];
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
            long[] all = Arrays.copyOf(pool, Math.min(pool.length, Batch.FULL));
            int[] found = keys.slots(batch(all), 0, all.length);
            for (int i = 0; i < all.length; i++) {
                assertThat(keys.key(found[i])).as("seed " + seed).isEqualTo(all[i]);
            }
        }
    }

    /**
     * Uses keys that the routing hash, which is the same everywhere, maps to one place. A table with that hash would
     * need minutes.
     */
    @Test
    @Timeout(60)
    void keysChosenToCollideDoNotCollide() {
        long inverse = BigInteger.valueOf(0xD6E8FEB86659FD93L)
                .modInverse(BigInteger.ONE.shiftLeft(Long.SIZE))
                .longValue();
        int count = 1 << 19;
        LongKeys keys = new LongKeys(KeyBudget.stopping(count));
        for (long i = 0; i < count; i++) {
            long product = (i << 32 ^ i) * inverse;
            long key = product ^ product >>> 32;
            assertThat((int) HashMixer.mix(key)).isZero();
            assertThat(keys.slot(key)).isEqualTo((int) i);
        }
    }

    /** Uses keys like those of a stream whose events have one key or a few close keys. */
    @ParameterizedTest
    @ValueSource(longs = {0, -1, 4_000_000_000_000L, Long.MIN_VALUE, Long.MAX_VALUE})
    void firstKeyAndItsNeighboursAreNear(long first) {
        LongKeys keys = new LongKeys(KeyBudget.stopping(3));
        assertThat(keys.near(first)).isEqualTo(-1);
        for (long key : new long[] {first, first + 20, first - 20}) { // wraps past the greatest long
            int slot = keys.slot(key);
            assertThat(keys.near(key)).isEqualTo(slot);
            assertThat(keys.find(batch(key), 0)).isEqualTo(slot);
        }
        assertThat(keys.near(first + 21)).isEqualTo(-1);
    }

    /** Uses keys like order numbers: they rise, and the newest thousand are open. */
    @Test
    void movingRangeUsesConstantMemory() {
        LongKeys keys = new LongKeys(KeyBudget.stopping(1_001));
        int[] slots = new int[1_000];
        long bytes = 0;
        for (int i = 0; i < 200_000; i++) {
            if (i >= slots.length) {
                keys.release(slots[i % slots.length]);
            }
            int slot = keys.slot(5_000_000_000L + i);
            keys.retain(slot);
            slots[i % slots.length] = slot;
            if (i == 20_000) {
                bytes = keys.bytes();
            }
        }
        assertThat(keys.bytes()).isLessThanOrEqualTo(bytes);
        for (int i = 199_000; i < 200_000; i++) {
            assertThat(keys.find(batch(5_000_000_000L + i), 0)).isEqualTo(slots[i % slots.length]);
        }
    }

    private Batch batch(long... keys) {
        batch.size = 0;
        for (long key : keys) {
            batch.add(0, key);
        }
        return batch;
    }

    private static Batch newBatch() {
        Outbox outbox = new Outbox(List.of(new Conveyor(Layout.EVENTS)));
        assertThat(outbox.isOpen()).isTrue();
        return outbox.batch(0);
    }
}
