package org.speedwell.accelerator.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Feeds lists of rows to workers, on one thread and on several. */
@Tag("oracle")
class RowWorkerTest {
    /** A worker that lists the rows it accepts. */
    private static final class Listing implements RowWorker<Listing> {
        private final IntStream.Builder rows = IntStream.builder();

        @Override
        public void accept(RowBlock block) {
            for (int i = 0; i < block.size; i++) {
                rows.add(block.rows[0][i]);
            }
        }

        @Override
        public Listing append(Listing other) {
            other.rows.build().forEach(rows::add);
            return this;
        }
    }

    @Test
    void rowsKeepTheirOrder() {
        for (int size : new int[] {0, 1, RowBlock.CAPACITY, 5 * Selector.ROWS + 1, 40 * Selector.ROWS}) {
            for (boolean parallel : new boolean[] {false, true}) {
                Rows rows = new Rows.Sequence(7, 7 + size);
                assertThat(RowWorker.run(rows, parallel, Listing::new).rows.build())
                        .as("%d rows, parallel: %s", size, parallel)
                        .containsExactlyElementsOf(
                                IntStream.range(7, 7 + size).boxed().toList());
            }
        }
    }
}
