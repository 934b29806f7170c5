package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.speedwell.accelerator.query.ColumnCollectors.averagingLong;
import static org.speedwell.accelerator.query.ColumnCollectors.groupingBy;
import static org.speedwell.accelerator.query.ColumnCollectors.summingInt;
import static org.speedwell.accelerator.query.ColumnCollectors.summingLong;

import com.speedment.runtime.core.Speedment;
import java.util.HashMap;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.torture.Mixed;
import org.speedwell.torture.MixedManager;
import org.speedwell.torture.TortureApplicationBuilder;

/** Sums of numbers that a cast truncates. They differ from sums of the column's keys. */
@Tag("oracle")
class NarrowedSumsTest {
    private static final Speedment APP = EntityTable.offline(new TortureApplicationBuilder());

    @AfterAll
    static void stop() {
        APP.stop();
    }

    @Test
    void narrowingCastIsApplied() {
        MixedManager manager = APP.getOrThrow(MixedManager.class);
        EntityTable.Shape shape = EntityTable.Shape.of(APP, manager, 0);
        List<Mixed> rows = new RandomEntities<>(manager, shape, new SplittableRandom(1)).list(300, 10);
        rows.forEach(row -> row.setId(row.getId() % 1_000 + (1L << 40)));
        TableStore<Mixed> table = EntityTable.of(APP, manager, shape, rows, true, 10);

        for (Collector<Mixed, ?, ?> collector : List.<Collector<Mixed, ?, ?>>of(
                averagingLong(Mixed.ID.asInt().asLong()),
                summingLong(Mixed.ID.asInt().asLong()),
                summingLong(Mixed.ID),
                summingInt(Mixed.ID.asInt()),
                groupingBy(
                        Mixed.QUANTITY,
                        HashMap::new,
                        summingLong(Mixed.ID.asInt().asLong())))) {
            assertThat((Object) EntityStream.of(table, false).collect(collector))
                    .isEqualTo(rows.stream().collect(collector));
        }
    }
}
