package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.torture.TortureApplicationBuilder;

/**
 * Reading the keys of many rows at once, compared with reading each. It covers codes of every width, loaded versions
 * and edited ones.
 */
@Tag("oracle")
class KeyReadTest {
    private static final List<Speedment> APPS = List.of(
            EntityTable.offline(new SakilaApplicationBuilder()), EntityTable.offline(new TortureApplicationBuilder()));

    @AfterAll
    static void stop() {
        APPS.forEach(Speedment::stop);
    }

    @Test
    void bulkKeysEqualThoseOfEachRow() {
        for (long seed = 1; seed <= 200; seed++) {
            TableStore<?> table = RandomTable.of(APPS, seed, () -> {}).store();
            SplittableRandom random = new SplittableRandom(seed);
            int[] rows = rows(table.rows(), random);
            for (int place = 0; place < table.columns(); place++) {
                if (table.column(place) instanceof KeyColumn column) {
                    long[] keys = new long[rows.length];
                    column.keys(rows, rows.length, keys);
                    assertThat(keys)
                            .as("%s with seed %d", table.columnName(place), seed)
                            .isEqualTo(
                                    Arrays.stream(rows).mapToLong(column::key).toArray());
                }
            }
            table.keepAlive();
        }
    }

    /** Returns row numbers: consecutive ones, or random ones in a range, in any order. */
    private static int[] rows(int of, SplittableRandom random) {
        int from = random.nextInt(of + 1);
        int to = random.nextInt(from, of + 1);
        return switch (random.nextInt(of == 0 ? 1 : 3)) {
            case 0 -> IntStream.range(from, Math.min(to, from + 5_000)).toArray();
            case 1 -> random.ints(500, from == of ? 0 : from, of).toArray();
            default -> random.ints(500, 0, Math.min(of, 600)).toArray();
        };
    }
}
