package org.speedwell.accelerator.expr;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Verifies the key range that each operator selects, at the ends of the key space and near zero. */
@Tag("unit")
class KeyRangeTest {
    private static final long[] KEYS = {Long.MIN_VALUE, Long.MIN_VALUE + 1, -1, 0, 1, Long.MAX_VALUE - 1, Long.MAX_VALUE
    };

    @ParameterizedTest
    @EnumSource
    void rangeSelectsTheKeysOfTheOperator(ComparisonOperator operator) {
        for (long right : KEYS) {
            KeyRange range = KeyRange.of(operator, right);
            for (long left : KEYS) {
                boolean isInside = range.low() <= left && left <= range.high();
                assertThat(isInside != operator.isInverted())
                        .as("%d %s %d", left, operator.java(), right)
                        .isEqualTo(operator.holds(Long.compare(left, right)));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void negatedOperatorHoldsWhereTheOperatorDoesNot(ComparisonOperator operator) {
        for (int compared = -1; compared <= 1; compared++) {
            assertThat(operator.negated().holds(compared)).isNotEqualTo(operator.holds(compared));
            assertThat(operator.mirrored().holds(-compared)).isEqualTo(operator.holds(compared));
        }
    }
}
