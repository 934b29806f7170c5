package org.speedwell.accelerator.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies blocks that versions share. Each version keeps its bytes while it is reachable, and no longer. */
@Tag("oracle")
@Tag("fault")
class CopyOnWritePiecesTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int BLOCKS = 200;
    private static final long SIZE = (long) BLOCKS * PagedBytes.SIZE;

    /** The offsets of slightly more than half of the blocks. */
    private static final long[] ODD_AND_ONE = LongStream.range(0, BLOCKS)
            .filter(block -> block % 2 == 1 || block == BLOCKS / 2)
            .map(block -> block * PagedBytes.SIZE)
            .toArray();

    /** A version and the expected number at the start of each block. */
    private record Kept(PagedBytes blocks, Map<Integer, Long> model) {
        void check(long seed) {
            for (int block = 0; block < BLOCKS; block++) {
                assertThat(blocks.getLong((long) block * PagedBytes.SIZE))
                        .as("block %d, seed %d", block, seed)
                        .isEqualTo(model.getOrDefault(block, 0L));
            }
        }

        Kept next(SplittableRandom random, MemoryBudget budget) {
            long[] changed = random.ints(random.nextInt(1, 12), 0, BLOCKS)
                    .distinct()
                    .sorted()
                    .mapToLong(block -> (long) block * PagedBytes.SIZE)
                    .toArray();
            PagedBytes next = blocks.edit(changed, SIZE, budget);
            Map<Integer, Long> nextModel = new HashMap<>(model);
            for (long offset : changed) {
                long value = random.nextLong();
                next.putLong(offset, value);
                nextModel.put((int) (offset / PagedBytes.SIZE), value);
            }
            return new Kept(next, nextModel);
        }
    }

    private static Kept first() {
        return first(new Lease());
    }

    private static Kept first(Lease lease) {
        return new Kept(new PagedBytes(lease.allocate(SIZE)), Map.of());
    }

    /**
     * Creates versions that together take several times the budget. Only {@code makeRoom} starts the garbage collector.
     */
    @Test
    void makeRoomReclaimsUnreachableVersions() {
        long seed = 5;
        SplittableRandom random = new SplittableRandom(seed);
        MemoryBudget budget = new MemoryBudget(3 * SIZE);
        Kept last = first(new Lease(budget));
        for (int i = 0; i < 1_000; i++) {
            budget.makeRoom(12 * 2 * PagedBytes.SIZE);
            last = last.next(random, budget);
        }
        last.check(seed);
    }

    /** Drops versions in any order, keeps some, and derives more than one successor from some. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void versionKeepsItsBytes(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        MemoryBudget budget = new MemoryBudget(Long.MAX_VALUE);
        List<Kept> kept = new ArrayList<>(List.of(first(seed % 2 == 0 ? Lease.byRegion(budget) : new Lease())));
        for (int round = 0; round < 400; round++) {
            int from = random.nextInt(10) == 0 ? random.nextInt(kept.size()) : kept.size() - 1;
            kept.add(kept.get(from).next(random, budget));
            while (kept.size() > 12) {
                kept.remove(random.nextInt(kept.size() - 1));
            }
            if (round % 50 == 49) {
                Lease.reclaim();
                kept.forEach(version -> version.check(seed));
            }
        }
        kept.forEach(version -> version.check(seed));
    }

    /** Keeps one version. At most one copy of each block remains. */
    @Test
    void blocksOfFormerVersionsAreReleased() {
        SplittableRandom random = new SplittableRandom(7);
        MemoryBudget budget = new MemoryBudget(Long.MAX_VALUE);
        Kept version = first();
        Kept old = version;
        for (int i = 0; i < 500; i++) {
            version = version.next(random, budget);
            old = i == 100 ? version : old;
        }
        assertThat(budget.replaced()).isPositive();
        Awaitility.await().atMost(LONG).untilAsserted(() -> {
            Lease.reclaim();
            assertThat(budget.held()).isLessThan(2 * SIZE + BLOCKS * 64);
        });
        old.check(7);
        version.check(7);
        old = version;
        Awaitility.await().atMost(LONG).untilAsserted(() -> {
            Lease.reclaim();
            assertThat(budget.held()).isLessThan(SIZE + BLOCKS * 32);
            assertThat(budget.replaced()).isZero();
        });
        old.check(7);
        old = first();
        version = old;
        Awaitility.await().atMost(LONG).untilAsserted(() -> {
            Lease.reclaim();
            assertThat(budget.held()).isZero();
        });
        version.check(7);
    }

    /**
     * Replaces some blocks of the first region. The whole region is then released, although its other blocks did not
     * change.
     */
    @Test
    void partlyReplacedRegionIsReleased() {
        SplittableRandom random = new SplittableRandom(8);
        MemoryBudget budget = new MemoryBudget(Long.MAX_VALUE);
        Lease lease = Lease.byRegion(budget);
        Region other = lease.allocate(100);
        Kept version = first(lease);
        for (int i = 0; i < 10; i++) {
            version = version.next(random, budget);
        }
        Kept last = version;
        Awaitility.await().atMost(LONG).untilAsserted(() -> {
            Lease.reclaim();
            assertThat(budget.held()).isLessThan(SIZE + BLOCKS * 32 + other.size());
        });
        last.check(8);
        for (int i = 0; i < 10; i++) {
            version = version.next(random, budget);
        }
        version.check(8);
        last.check(8);
    }

    /** Limits the budget so that no copy fits. The region stays. */
    @Test
    void regionIsKeptIfTheBudgetForbidsACopy() {
        SplittableRandom random = new SplittableRandom(9);
        MemoryBudget budget = new MemoryBudget(SIZE + SIZE / 2);
        Kept version = first(Lease.byRegion(budget));
        for (int i = 0; i < 7; i++) {
            version = version.next(random, budget);
        }
        version.check(9);
        assertThat(budget.held()).isGreaterThan(SIZE);
    }

    /**
     * Changes most blocks of a version. The new version is one contiguous region, and former versions do not change.
     */
    @Test
    void mostBlocksAreCopiedTogether() {
        SplittableRandom random = new SplittableRandom(11);
        MemoryBudget budget = new MemoryBudget(Long.MAX_VALUE);
        Kept version = first(Lease.byRegion(budget));
        for (int i = 0; i < 20; i++) {
            version = version.next(random, budget);
        }
        Kept scattered = version;
        assertThat(scattered.blocks.from(0).size()).isEqualTo(PagedBytes.SIZE);
        long more = SIZE + 5 * PagedBytes.SIZE + 8;
        PagedBytes together = scattered.blocks.edit(ODD_AND_ONE, more, budget);
        assertThat(together.from(0).size()).isEqualTo(more);
        assertThat(together.getLong(SIZE + 5 * PagedBytes.SIZE)).isZero();
        new Kept(together, scattered.model).check(11);
        together.putLong(PagedBytes.SIZE, 42);
        scattered.check(11);
        long[] most = LongStream.range(0, BLOCKS)
                .map(block -> block * PagedBytes.SIZE)
                .toArray();
        PagedBytes last = together.edit(most, more, budget);
        assertThat(last.getLong(PagedBytes.SIZE)).isEqualTo(42);
        assertThat(together.getLong(PagedBytes.SIZE)).isEqualTo(42);
        assertThat(budget.replaced()).as("the one before").isGreaterThanOrEqualTo(more);
        version = first();
        scattered = version;
        together = scattered.blocks;
        Awaitility.await().atMost(LONG).untilAsserted(() -> {
            Lease.reclaim();
            assertThat(budget.held()).isEqualTo(more);
            assertThat(budget.replaced()).isZero();
        });
        assertThat(last.getLong(PagedBytes.SIZE)).isEqualTo(42);
        together.putLong(0, 0);
    }

    /** Cancels a copy. It releases its memory. */
    @Test
    void abandonedCopyIsReleased() {
        long size = 3 << 20;
        MemoryBudget budget = new MemoryBudget(Long.MAX_VALUE);
        PagedBytes blocks = new PagedBytes(new Lease(budget).allocate(size));
        assertThat(blocks.isScattered()).isFalse();
        long[] changed = LongStream.range(0, size / PagedBytes.SIZE / 10)
                .map(block -> block * 10 * PagedBytes.SIZE)
                .toArray();
        PagedBytes scattered = blocks.edit(changed, size, budget);
        scattered.putLong(0, 42);
        assertThat(scattered.isScattered()).isTrue();
        long held = budget.held();
        AtomicInteger asked = new AtomicInteger();
        assertThat(scattered.defragmented(budget, () -> asked.incrementAndGet() < 3))
                .isNull();
        assertThat(asked).hasValue(3);
        assertThat(budget.held()).isEqualTo(held);
        PagedBytes defragmented = Objects.requireNonNull(scattered.defragmented(budget, () -> true));
        assertThat(defragmented.isScattered()).isFalse();
        assertThat(defragmented.from(0).size()).isEqualTo(size);
        assertThat(defragmented.getLong(0)).isEqualTo(42);
        assertThat(blocks.getLong(0)).isZero();
    }

    /** Limits the budget so that a copy of all blocks does not fit. The versions share the unchanged blocks. */
    @Test
    void blocksAreSharedIfTheBudgetForbidsAFullCopy() {
        MemoryBudget budget = new MemoryBudget(SIZE - PagedBytes.SIZE);
        Kept version = first();
        PagedBytes next = version.blocks.edit(ODD_AND_ONE, SIZE, budget);
        assertThat(next.from(0).size()).isEqualTo(PagedBytes.SIZE);
        assertThat(next.isShared(version.blocks, 0)).isTrue();
        assertThat(next.isShared(version.blocks, PagedBytes.SIZE)).isFalse();
        version.check(0);
    }

    /** Uses a slice of a region. A copy of its blocks would release no memory. */
    @Test
    void sliceOfARegionIsKept() {
        SplittableRandom random = new SplittableRandom(10);
        MemoryBudget budget = new MemoryBudget(Long.MAX_VALUE);
        Region whole = new Lease(budget).allocate(4 * SIZE);
        Kept version = new Kept(new PagedBytes(whole.slice(0, SIZE)), Map.of());
        for (int i = 0; i < 7; i++) {
            version = version.next(random, budget);
        }
        version.check(10);
        assertThat(budget.held()).isLessThan(5 * SIZE);
    }

    @Test
    void refusedVersionHoldsNoMemory() {
        MemoryBudget budget = new MemoryBudget(10 * PagedBytes.SIZE);
        Kept version = first();
        assertThatThrownBy(() -> version.blocks.edit(new long[] {0}, 2 * SIZE, budget))
                .isInstanceOf(MemoryBudgetException.class);
        assertThat(budget.held()).isZero();
        version.check(0);
        version.next(new SplittableRandom(1), new MemoryBudget(Long.MAX_VALUE)).check(1);
    }
}
