package org.speedwell.accelerator.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.memory.Lease;

/** Damages an index of several parts that threads check. */
@Tag("oracle")
class IndexCheckTest {
    private static final int ROWS = 3 * IndexCheck.PART + 1_000;
    private static final int NULL_SHARE = 3;

    private SortedIndex index;
    private RowNumbers order;

    @BeforeEach
    void build() {
        Lease lease = new Lease();
        SplittableRandom random = new SplittableRandom(1);
        try (ColumnBuilder builder = ColumnBuilder.of(MySqlType.BIGINT, 0, 0, Long.class, Long.class, null)) {
            for (int i = 0; i < ROWS; i++) {
                builder.append(random.nextInt(NULL_SHARE) == 0 ? null : random.nextLong());
            }
            index = SortedIndexBuilder.build((KeyColumn) builder.build(lease), lease);
        }
        order = Objects.requireNonNull(index.order());
    }

    @Test
    void soundIndexPasses() throws IOException {
        assertThat(index.starts()).as("a sorted index").isNull();
        assertThat(index.valid()).isBetween(IndexCheck.PART + 1, ROWS - 1);

        IndexCheck.check(index);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, IndexCheck.PART - 1, IndexCheck.PART, IndexCheck.PART + 1, 3 * IndexCheck.PART, ROWS - 1})
    void exchangedRowsAreFound(int position) {
        exchange(position);

        assertDamaged();
    }

    @Test
    void valueAmongNullsIsFound() {
        exchange(index.valid());

        assertDamaged();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, IndexCheck.PART - 1, IndexCheck.PART, ROWS - 1})
    void unknownRowIsFound(int position) {
        order.set(position, ROWS);

        assertThatThrownBy(() -> IndexCheck.check(index)).hasMessageEndingWith("unknown row at position " + position);
    }

    @Test
    void firstErrorIsReported() {
        order.set(IndexCheck.PART + 7, ROWS);
        order.set(2 * IndexCheck.PART + 7, ROWS);

        assertThatThrownBy(() -> IndexCheck.check(index)).hasMessageEndingWith(" " + (IndexCheck.PART + 7));
    }

    private void exchange(int position) {
        int row = order.get(position);
        order.set(position, order.get(position - 1));
        order.set(position - 1, row);
    }

    private void assertDamaged() {
        assertThatThrownBy(() -> IndexCheck.check(index))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("an index that does not match its column");
    }
}
