package org.speedwell.accelerator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** An assertion that compares all rows of a table and shows only the first row that differs. */
public final class SameRows {
    private SameRows() {}

    /** Fails unless both lists have equal rows in the same order. */
    public static void assertSame(String description, List<?> actual, List<?> expected) {
        int common = Math.min(actual.size(), expected.size());
        for (int i = 0; i < common; i++) {
            assertThat((Object) actual.get(i)).as("%s, row %d", description, i).isEqualTo(expected.get(i));
        }
        assertThat(actual.size()).as("%s, number of rows", description).isEqualTo(expected.size());
    }
}
