package org.speedwell.accelerator.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies the division of a range of places into shares. */
@Tag("unit")
class SharesTest {
    private record Share(int from, int to) {}

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8_191, 16_384, 1_000_000, Integer.MAX_VALUE})
    void sharesCoverAllPlacesInOrder(int places) {
        for (boolean parallel : new boolean[] {false, true}) {
            List<Share> shares = Shares.of(places, parallel, Share::new);
            int next = 0;
            for (Share share : shares) {
                assertThat(share.from).isEqualTo(next);
                next = share.to;
            }
            assertThat(next).isEqualTo(places);
            assertThat(shares).hasSizeBetween(1, parallel ? Runtime.getRuntime().availableProcessors() : 1);
        }
    }
}
