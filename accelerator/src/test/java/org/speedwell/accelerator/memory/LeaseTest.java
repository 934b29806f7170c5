package org.speedwell.accelerator.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Verifies that a lease returns the memory and mappings that it owns. */
@Tag("unit")
class LeaseTest {
    private static final int FILES = 200;
    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    @EnabledOnOs(OS.LINUX)
    void mappingsEndOnReleaseAndWhenUnreachable() throws IOException {
        Path file = Files.write(folder.resolve("mapped"), new byte[10_000]);
        for (int i = 0; i < FILES; i++) {
            Lease released = new Lease();
            Region region = released.map(file);
            assertThat(region.size()).isEqualTo(10_000);
            assertThat(region.getLong(8_192)).isZero();
            assertThat(mappings(file)).isPositive();
            released.release();
            new Lease().map(file);
        }
        Awaitility.await().atMost(LONG).untilAsserted(() -> {
            Lease.reclaim();
            assertThat(mappings(file)).isZero();
        });
    }

    /**
     * Allocates two regions in a lease by region. Each region is released when it becomes unreachable, or with the
     * lease.
     */
    @Test
    void regionsAreReleasedSinglyOrTogether() {
        MemoryBudget budget = new MemoryBudget(Long.MAX_VALUE);
        Lease lease = Lease.byRegion(budget);
        lease.belongsTo(7);
        Region kept = lease.allocate(1_000);
        lease.allocate(10_000);
        assertThat(lease.bytes()).isGreaterThanOrEqualTo(1_000);
        Awaitility.await().atMost(LONG).untilAsserted(() -> {
            Lease.reclaim();
            assertThat(budget.held()).isEqualTo(1_000);
        });
        kept.putLong(0, 42);
        assertThat(kept.getLong(0)).isEqualTo(42);
        assertThat(budget.versions()).containsExactly(7L);
        lease.allocate(500);
        lease.release();
        assertThat(budget.held()).isZero();
        assertThat(budget.versions()).isEmpty();
        assertThatThrownBy(() -> lease.allocate(1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void replacementMayExceedTheBudgetByTheReplacedBytes() {
        MemoryBudget budget = new MemoryBudget(1_000);
        Region former = new Lease(budget).allocate(900);
        Lease lease = Lease.byRegion(budget);
        lease.replace(800);
        Region first = lease.allocate(500); // the variable keeps the region reachable, and so its memory
        Region second = lease.allocate(300);
        assertThat(budget.held()).isEqualTo(1_700);
        lease.requireRoom();
        assertThatThrownBy(() -> lease.allocate(1)).isInstanceOf(MemoryBudgetException.class);
        assertThat(budget.held()).isEqualTo(1_700);
        Lease staged = Lease.unbounded(budget);
        Region third = staged.allocate(901);
        assertThatThrownBy(lease::requireRoom).isInstanceOf(MemoryBudgetException.class);
        assertThat(List.of(first, second, third)).extracting(Region::size).containsExactly(500L, 300L, 901L);
        staged.release();
        lease.release();
        assertThat(former.size()).isEqualTo(900);
    }

    private static long mappings(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.endsWith(file.toString())).count();
        }
    }
}
