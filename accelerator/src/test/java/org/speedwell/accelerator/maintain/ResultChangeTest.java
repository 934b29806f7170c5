package org.speedwell.accelerator.maintain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The differences between two results, applied to the former result. */
@Tag("oracle")
class ResultChangeTest {
    private final SplittableRandom random = new SplittableRandom(20_261_128);

    private static <R> ResultChange<R> change(@Nullable R before, R after) {
        return new ResultChange<>(1, Optional.empty(), Instant.EPOCH, before, after, 0);
    }

    private List<Integer> list() {
        return IntStream.range(0, random.nextInt(12))
                .mapToObj(_ -> random.nextInt(9))
                .toList();
    }

    private static <E> List<E> applied(List<E> before, List<RankChange<E>> changes) {
        List<E> rows = new ArrayList<>(before);
        changes.stream()
                .map(RankChange::before)
                .flatMapToInt(OptionalInt::stream)
                .boxed()
                .sorted(Comparator.reverseOrder())
                .forEach(rank -> rows.remove(rank.intValue()));
        changes.stream()
                .filter(row -> row.after().isPresent())
                .forEach(row -> rows.add(row.after().getAsInt(), row.row()));
        return rows;
    }

    @Test
    void changesOfRowsAddUpToTheNewList() {
        for (int i = 0; i < 20_000; i++) {
            List<Integer> before = list();
            List<Integer> after = list();
            List<RankChange<Integer>> changes = RankChange.of(change(before, after));
            assertThat(applied(before, changes)).isEqualTo(after);
            assertThat(RankChange.of(change(after, after))).isEmpty();
        }
    }

    @Test
    void oneMovedRowIsOneChange() {
        assertThat(RankChange.of(change(List.of("a", "b", "c", "d"), List.of("d", "a", "b", "c"))))
                .containsExactly(new RankChange<>("d", OptionalInt.of(3), OptionalInt.of(0)));
        assertThat(RankChange.of(change(List.of("a", "b", "c"), List.of("x", "a", "b"))))
                .containsExactly(
                        new RankChange<>("c", OptionalInt.of(2), OptionalInt.empty()),
                        new RankChange<>("x", OptionalInt.empty(), OptionalInt.of(0)));
        assertThat(RankChange.of(ResultChangeTest.<List<String>>change(null, List.of("a"))))
                .containsExactly(new RankChange<>("a", OptionalInt.empty(), OptionalInt.of(0)));
    }

    @Test
    void changesOfGroupsAddUpToTheNewMap() {
        for (int i = 0; i < 2_000; i++) {
            Map<Integer, Long> before = map();
            Map<Integer, Long> after = map();
            Map<Integer, Long> applied = new HashMap<>(before);
            List<GroupChange<Integer, Long>> changes = GroupChange.of(change(before, after));
            changes.forEach(group -> {
                assertThat(applied.get(group.key())).isEqualTo(group.before());
                if (group.after() == null) {
                    applied.remove(group.key());
                } else {
                    applied.put(group.key(), group.after());
                }
            });
            assertThat(applied).isEqualTo(after);
            assertThat(changes).noneMatch(group -> Objects.equals(group.before(), group.after()));
        }
    }

    private Map<Integer, Long> map() {
        Map<Integer, Long> map = new HashMap<>();
        for (int i = random.nextInt(8); i > 0; i--) {
            map.put(random.nextInt(10), random.nextLong(4));
        }
        return map;
    }
}
