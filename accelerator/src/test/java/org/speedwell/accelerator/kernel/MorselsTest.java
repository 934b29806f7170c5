package org.speedwell.accelerator.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.EntityFactory;
import org.speedwell.accelerator.store.TableStore;

/** Distributes blocks to workers of different speed. */
@Tag("oracle")
class MorselsTest {
    private static final TableStore<Object> TABLE = TableStore.builder(
                    new TableId<>("test", "test", "empty"), new EntityFactory<>(Object::new, List.of()), new Lease())
            .build();

    /** A worker that lists its blocks. Some blocks take longer than others. */
    private static final class Listing implements Morsels.Worker {
        private final List<Integer> blocks = new ArrayList<>();
        private final long seed;
        private long work;

        Listing(long seed) {
            this.seed = seed;
        }

        @Override
        public void accept(int from, int to) {
            SplittableRandom random = new SplittableRandom(seed + from);
            for (int block = from; block < to; block++) {
                blocks.add(block);
                for (int i = random.nextInt(20_000); i > 0; i--) {
                    work += random.nextInt();
                }
            }
        }

        Listing append(Listing other) {
            blocks.addAll(other.blocks);
            work += other.work;
            return this;
        }
    }

    @Test
    void workersAreMergedInTheOrderOfTheirBlocks() {
        for (long seed = 1; seed <= 400; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int from = random.nextInt(50);
            int to = from + random.nextInt(20 * Morsels.BLOCKS);
            boolean parallel = random.nextInt(5) > 0;
            long workers = seed;
            Listing all = Morsels.run(TABLE, from, to, parallel, () -> new Listing(workers), Listing::append);
            assertThat(all.blocks)
                    .as("seed %d, %d to %d, parallel: %s", seed, from, to, parallel)
                    .isEqualTo(IntStream.range(from, to).boxed().toList());
        }
    }

    @Test
    void failureOfOneWorkerEndsTheOthers() {
        AtomicInteger morsels = new AtomicInteger();
        for (int round = 0; round < 100; round++) {
            int last = round % 20;
            morsels.set(0);
            assertThatThrownBy(() -> Morsels.run(
                            TABLE,
                            0,
                            1_000 * Morsels.BLOCKS,
                            true,
                            () -> (Morsels.Worker) (_, _) -> {
                                if (morsels.getAndIncrement() == last) {
                                    throw new IllegalStateException("morsel " + last);
                                }
                            },
                            (first, _) -> first))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("morsel " + last);
        }
        assertThat(morsels.get()).isLessThan(1_000);
    }

    @Test
    void failureOfTheMergeIsReported() {
        assumeThat(Runtime.getRuntime().availableProcessors()).isGreaterThan(1);
        assertThatThrownBy(() -> {
                    for (int round = 0; round < 1_000; round++) {
                        Morsels.run(TABLE, 0, 100 * Morsels.BLOCKS, true, () -> new Listing(1), (_, _) -> {
                            throw new IllegalStateException("merge");
                        });
                    }
                })
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("merge");
    }
}
