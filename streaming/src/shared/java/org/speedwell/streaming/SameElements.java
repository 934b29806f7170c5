package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A comparison of lists whose order does not matter. */
final class SameElements {
    private SameElements() {}

    /** Verifies that both lists have the same elements equally often. The error shows each difference. */
    static void assertSame(String what, List<?> found, List<?> expected) {
        Map<Object, Long> surplus = new HashMap<>();
        found.forEach(each -> surplus.merge(each, 1L, Long::sum));
        expected.forEach(each -> surplus.merge(each, -1L, Long::sum));
        surplus.values().removeIf(count -> count == 0);
        assertThat(surplus)
                .as("how often each " + what + " is too much, or missing")
                .isEmpty();
    }
}
