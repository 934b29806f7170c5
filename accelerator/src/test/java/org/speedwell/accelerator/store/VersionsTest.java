package org.speedwell.accelerator.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;

/** Verifies when the versions of a store return their memory. */
@Tag("unit")
class VersionsTest {
    private static final long BYTES = 100L << 20;

    @Test
    void clearedVersionsReturnTheirMemory() {
        MemoryBudget budget = new MemoryBudget(Long.MAX_VALUE);
        Versions versions = new Versions(budget, Duration.ZERO);
        new Lease(budget).allocate(BYTES); // the bytes of a version that nothing can reach any more
        assertThat(budget.held()).isEqualTo(BYTES);

        versions.clear();

        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> budget.held() == 0);
    }
}
