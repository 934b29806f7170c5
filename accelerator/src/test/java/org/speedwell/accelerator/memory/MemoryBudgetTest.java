package org.speedwell.accelerator.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies when a memory budget runs the garbage collector for retired versions. */
@Tag("unit")
class MemoryBudgetTest {
    private final MemoryBudget budget = new MemoryBudget(Long.MAX_VALUE);
    private final List<Lease> leases = new ArrayList<>();

    private Lease hold(long bytes) {
        Lease lease = new Lease(budget);
        lease.allocate(bytes);
        leases.add(lease);
        return lease;
    }

    @Test
    void collectorRunsWhenRetiredVersionsHoldMuchMemory() {
        hold(1_000);
        assertThat(budget.collectRetired(1_000, 3_000)).isFalse();
        hold(3_000);
        assertThat(budget.collectRetired(1_000, 3_000)).isFalse();
        Lease more = hold(1);
        assertThat(budget.collectRetired(1_000, 3_000)).isTrue();
        assertThat(budget.collectRetired(1_001, 3_000)).isFalse();
        more.release();
        assertThat(budget.collectRetired(1_000, 3_000)).isFalse();
    }

    /** Retires many versions that hold little memory. Mapped versions hold none, but keep their files open. */
    @Test
    void collectorRunsWhenManyVersionsAreRetired() {
        for (long version = 1; version <= 64; version++) {
            hold(1).belongsTo(version);
        }
        assertThat(budget.collectRetired(1, 3_000)).isFalse();
        hold(1).belongsTo(65);
        assertThat(budget.collectRetired(1, 3_000)).isTrue();
        leases.getFirst().release();
        assertThat(budget.collectRetired(1, 3_000)).isFalse();
    }
}
