package org.speedwell.accelerator.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies that bytes read from a region equal those written, for all lengths that use different copy loops. */
@Tag("unit")
class RegionTest {
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_125L);

    @Test
    void bytesAreReadBack() {
        byte[] bytes = new byte[300];
        new Random(SEED).nextBytes(bytes);
        Region region = new Lease().allocate(bytes.length);
        region.putBytes(0, bytes, 0, bytes.length);

        for (int length = 0; length <= 150; length++) {
            for (int offset = 0; offset < 20; offset++) {
                assertThat(region.getBytes(offset, length))
                        .as(length + " bytes at " + offset + ", -Dspeedwell.seed=" + SEED)
                        .isEqualTo(Arrays.copyOfRange(bytes, offset, offset + length));
            }
        }
        region.lease().keepAlive();
    }
}
