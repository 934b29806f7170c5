package org.speedwell.demo.maintained;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.model.Position;
import org.speedwell.demo.live.CommitTimes;

@Tag("unit")
class DelaysTest {
    private final CommitTimes commits = new CommitTimes();
    private final Delays delays = new Delays(commits);
    private final long now = System.nanoTime();

    @Test
    void delayIsFromCommitToArrivalInAnyOrder() {
        commits.add(at(10), now - 300);
        delays.arrived(new Position("binlog.1", 10, "0-1-7"), now - 100);
        assertThat(delays.median()).isEqualTo(200);

        delays.arrived(at(20), now - 100); // the generator learns the position later
        assertThat(delays.median()).isEqualTo(200);
        commits.add(at(20), now - 1_100);
        assertThat(delays.median()).isEqualTo(1_000);
    }

    @Test
    void changeOfAnotherClientHasNoDelay() {
        commits.add(at(10), now - 300);
        delays.arrived(at(15), now);

        assertThat(delays.median()).isEqualTo(-1);
    }

    private static Position at(long offset) {
        return new Position("binlog.1", offset, "");
    }
}
