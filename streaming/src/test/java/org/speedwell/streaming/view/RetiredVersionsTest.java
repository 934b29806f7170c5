package org.speedwell.streaming.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.store.TableStore;

class RetiredVersionsTest {
    private final RowColumns<Load> columns = new RowColumns<>(Load.SCHEMA);

    @Test
    void theCollectorIsAskedOnceTooMuchIsOutstanding() {
        long each = store().bytes();
        AtomicInteger asked = new AtomicInteger();
        RetiredVersions retired = new RetiredVersions(3 * each, asked::incrementAndGet);
        List<TableStore<Load>> inUse = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            inUse.add(store());
            retired.add(inUse.getLast());
        }
        assertThat(asked).hasValue(0);

        inUse.add(store());
        retired.add(inUse.getLast());
        assertThat(asked).hasValue(1);
        assertThat(retired.bytes()).isEqualTo(4 * each);
        assertThat(inUse).allSatisfy(store -> assertThat(store.rows()).isEqualTo(1));
    }

    @Test
    void whatIsCollectedCountsNoMore() {
        long each = store().bytes();
        RetiredVersions retired = new RetiredVersions(3 * each, System::gc);
        for (int i = 0; i < 100; i++) {
            retired.add(store());
        }
        assertThat(retired.bytes()).isLessThan(50 * each);
    }

    private TableStore<Load> store() {
        return columns.store(List.of(new Load(1, 2, 3, 4)));
    }
}
