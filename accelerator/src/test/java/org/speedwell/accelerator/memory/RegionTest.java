package org.speedwell.accelerator.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Bytes read back, of every length that is copied in another way. */
class RegionTest {

    @Test
    void bytesAreReadAsTheyWereWritten() {
        long seed = System.nanoTime();
        byte[] bytes = new byte[300];
        new Random(seed).nextBytes(bytes);
        Region region = new Lease().allocate(bytes.length);
        region.putBytes(0, bytes, 0, bytes.length);

        for (int length = 0; length <= 150; length++) {
            for (int offset = 0; offset < 20; offset++) {
                assertThat(region.getBytes(offset, length))
                        .as(length + " bytes at " + offset + ", seed " + seed)
                        .isEqualTo(Arrays.copyOfRange(bytes, offset, offset + length));
            }
        }
        region.lease().keepAlive();
    }
}
