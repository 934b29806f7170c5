package org.speedwell.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.model.Position;

/** Results of parts are merged at common positions only. */
@Tag("unit")
class PartTimelineTest {
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_128L);

    private final PartTimeline timeline = new PartTimeline();
    private final UUID one = new UUID(0, 1);
    private final UUID two = new UUID(0, 2);

    private static PartResult result(int number, int of, int position) {
        return new PartResult(
                new PartNumber(number, of),
                new Position("binlog.1", position, ""),
                Instant.ofEpochSecond(position),
                new PartAnswer.Failed("at " + position));
    }

    private List<Long> newest(int former) {
        return newest(former, 0);
    }

    private List<Long> newest(int former, long atLeast) {
        return timeline.newest(former, position -> position.offset() < atLeast).stream()
                .flatMap(List::stream)
                .map(PartResult::offset)
                .toList();
    }

    @Test
    void positionsOfOnePartAreNotMerged() {
        timeline.add(one, result(0, 2, 1));
        timeline.add(one, result(0, 2, 3));
        timeline.add(two, result(1, 2, 2));
        assertThat(newest(0)).isEmpty();
        timeline.add(two, result(1, 2, 3));
        assertThat(newest(0)).containsExactly(3L, 3L);
        timeline.add(two, result(1, 2, 4));
        assertThat(newest(2)).containsExactly(3L, 3L);
    }

    @Test
    void olderPositionOfAnotherNumberOfPartsWaits() {
        timeline.add(one, result(0, 1, 5));
        timeline.add(one, result(0, 2, 4));
        timeline.add(two, result(1, 2, 4));
        assertThat(newest(1, 5)).containsExactly(5L);
        timeline.add(one, result(0, 2, 5));
        timeline.add(two, result(1, 2, 5));
        assertThat(newest(1, 5)).containsExactly(5L, 5L);
        assertThat(newest(2, 5)).containsExactly(5L, 5L);
    }

    @Test
    void olderPositionOfAnotherMemberWaits() {
        timeline.add(one, result(0, 2, 5));
        timeline.add(two, result(1, 2, 5));
        assertThat(newest(0, 0)).containsExactly(5L, 5L);
        UUID three = new UUID(0, 3);
        timeline.add(three, result(1, 2, 4));
        timeline.add(one, result(0, 2, 4));
        timeline.add(three, result(1, 2, 5));
        assertThat(newest(2, 6)).isEmpty();
        assertThat(timeline.isBehind()).isTrue();
        timeline.add(one, result(0, 2, 6));
        timeline.add(three, result(1, 2, 6));
        assertThat(newest(2, 6)).containsExactly(6L, 6L);
        assertThat(timeline.isBehind()).isFalse();
        timeline.add(one, result(0, 2, 3));
        timeline.add(three, result(1, 2, 3));
        assertThat(newest(2, 6))
                .as("the same members follow a restored database")
                .containsExactly(3L, 3L);
    }

    @Test
    void otherNumberOfPartsReplacesTheFormerOne() {
        timeline.add(one, result(0, 1, 5));
        assertThat(newest(0)).containsExactly(5L);
        timeline.add(one, result(0, 2, 7));
        assertThat(newest(1)).containsExactly(5L);
        timeline.add(two, result(1, 2, 7));
        assertThat(newest(1)).containsExactly(7L, 7L);
        assertThat(newest(1)).as("the former parts are forgotten").containsExactly(7L, 7L);
    }

    @Test
    void otherMemberStartsThePartAgain() {
        timeline.add(one, result(0, 1, 9));
        timeline.add(two, result(0, 1, 8));
        assertThat(newest(1)).containsExactly(8L);
    }

    @Test
    void newestCommonPositionIsFound() {
        Random random = new Random(SEED);
        for (int run = 0; run < 200; run++) {
            PartTimeline all = new PartTimeline();
            int parts = 1 + random.nextInt(4);
            int newest = -1;
            for (int position = 0; position < 30; position++) {
                boolean isCommon = true;
                for (int part = 0; part < parts; part++) {
                    boolean isReported = random.nextInt(3) > 0;
                    if (isReported) {
                        all.add(new UUID(1, part), result(part, parts, position));
                    }
                    isCommon &= isReported;
                }
                newest = isCommon ? position : newest;
                assertThat(all.newest(0, _ -> false)
                                .map(found -> found.getFirst().offset())
                                .orElse(-1L))
                        .as("seed %d, run %d", SEED, run)
                        .isEqualTo(newest);
            }
        }
    }

    @Test
    void bytesOfASlowPartAreLimited() {
        byte[] large = new byte[(int) (PartTimeline.MAX_BYTES / 4)];
        for (int position = 0; position < 6; position++) {
            timeline.add(
                    one, result(0, 2, position).with(new PartAnswer.Known(large, Instant.ofEpochSecond(position))));
        }
        timeline.add(two, result(1, 2, 1));
        assertThat(newest(0)).as("the oldest is forgotten").isEmpty();
        timeline.add(two, result(1, 2, 2));
        assertThat(newest(0)).containsExactly(2L, 2L);
    }

    @Test
    void positionsOfASlowPartAreLimited() {
        for (int position = 0; position <= PartTimeline.MAX_POSITIONS; position++) {
            timeline.add(one, result(0, 2, position));
        }
        timeline.add(two, result(1, 2, 0));
        assertThat(newest(0)).as("the oldest is forgotten").isEmpty();
        timeline.add(two, result(1, 2, 1));
        assertThat(newest(0)).containsExactly(1L, 1L);
    }
}
