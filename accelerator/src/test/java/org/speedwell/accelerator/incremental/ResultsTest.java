package org.speedwell.accelerator.incremental;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ResultsTest {
    private static IntSummaryStatistics statistics() {
        return IntStream.of(1, 2).summaryStatistics();
    }

    private static SequencedMap<@Nullable Integer, Object> map() {
        SequencedMap<@Nullable Integer, Object> map = new LinkedHashMap<>();
        map.put(2, List.of(statistics()));
        map.put(null, "none");
        return map;
    }

    @Test
    void valuesWithoutEqualsAreCompared() {
        assertThat(Results.isSame(new int[] {1, 2}, new int[] {1, 2})).isTrue();
        assertThat(Results.isSame(new int[] {1, 2}, new int[] {2, 1})).isFalse();
        assertThat(Results.isSame(statistics(), statistics())).isTrue();
        assertThat(Results.isSame(statistics(), new IntSummaryStatistics())).isFalse();
        assertThat(Results.isSame(map(), map())).isTrue();
    }

    @Test
    void nullIsOnlyTheSameAsNull() {
        assertThat(Results.isSame(null, null)).isTrue();
        assertThat(Results.isSame(null, 1)).isFalse();
        assertThat(Results.isSame(1, null)).isFalse();
        assertThat(Results.isSame(statistics(), null)).isFalse();
        assertThat(Results.isSame(List.of(), null)).isFalse();
        assertThat(Results.isSame(Arrays.asList(1, null), Arrays.asList(1, null)))
                .isTrue();
    }

    @Test
    void orderOfAMapIsPartOfTheResult() {
        Map<@Nullable Integer, Object> reversed = new LinkedHashMap<>(map().reversed());

        assertThat(Results.isSame(reversed, map())).isFalse();
        assertThat(Results.isSame(List.of(reversed), List.of(map()))).isFalse();
        assertThat(Results.isSame(Map.of("all", reversed), Map.of("all", map())))
                .isFalse();
        assertThat(Results.isSame(new HashMap<>(reversed), map())).isTrue();
    }

    @Test
    void listsOfDifferentKindsAreTheSame() {
        assertThat(Results.isSame(new ArrayList<>(List.of(1, 2)), List.of(1, 2)))
                .isTrue();
        assertThat(Results.isSame(List.of(1, 2), List.of(1))).isFalse();
        assertThat(Results.isSame(Collections.emptyList(), Map.of())).isFalse();
    }
}
