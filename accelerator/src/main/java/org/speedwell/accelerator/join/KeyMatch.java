package org.speedwell.accelerator.join;

import com.speedment.runtime.join.stage.JoinOperator;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyCodec;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.column.KeySpace;
import org.speedwell.accelerator.filter.KeyOrder;

/**
 * Which keys of a joined column stand to a key of another column as an operator of a join says: those from {@link #low} to
 * {@link #high}, or, where it is {@link #inverted}, all others. Immutable and thread-safe.
 */
abstract class KeyMatch {
    final JoinOperator operator;

    private KeyMatch(JoinOperator operator) {
        this.operator = operator;
    }

    /** The least matching key. */
    abstract long low(long key);

    /** The greatest matching key; below {@link #low} where none matches. */
    abstract long high(long key);

    /** Whether a key matches itself and no other. */
    boolean isIdentity() {
        return false;
    }

    /** Whether the keys between are those that do not match. */
    final boolean inverted() {
        return operator == JoinOperator.NOT_EQUAL;
    }

    /**
     * How keys of a column match those of another, as the database compares their values; null where that is not known here:
     * of texts, which have a collation there, and of values of different kinds.
     */
    static @Nullable KeyMatch of(KeyColumn joined, JoinOperator operator, KeyColumn other) {
        KeyCodec codec = joined.codec();
        KeyCodec otherCodec = other.codec();
        boolean isOfNumbers = codec.isWhole() && otherCodec.isWhole();
        KeySpace space = joined.space();
        if (isOfNumbers || isComparable(codec, operator) && space.isSame(other.space())) {
            return new SameKeys(operator);
        }
        return isComparable(codec, operator)
                        && isComparable(otherCodec, operator)
                        && codec.valueClass() == otherCodec.valueClass()
                        && !codec.isOrdinal()
                ? new ByValues(operator, otherCodec, new KeyOrder(codec, false))
                : null;
    }

    /** The database compares enums as texts: they can be told apart here, but not put in its order. */
    private static boolean isComparable(KeyCodec codec, JoinOperator operator) {
        boolean isEquality = operator == JoinOperator.EQUAL || operator == JoinOperator.NOT_EQUAL;
        return codec.isInOrderOfDatabase() || isEquality && codec.isOrdinal();
    }

    /** The same number means the same in both columns. */
    private static final class SameKeys extends KeyMatch {
        SameKeys(JoinOperator operator) {
            super(operator);
        }

        @Override
        boolean isIdentity() {
            return operator == JoinOperator.EQUAL;
        }

        @Override
        long low(long key) {
            return switch (operator) {
                case EQUAL, NOT_EQUAL, GREATER_OR_EQUAL -> key;
                case GREATER_THAN -> key == Long.MAX_VALUE ? key : key + 1;
                case LESS_THAN, LESS_OR_EQUAL -> Long.MIN_VALUE;
            };
        }

        @Override
        long high(long key) {
            return switch (operator) {
                case EQUAL, NOT_EQUAL, LESS_OR_EQUAL -> key;
                case LESS_THAN -> key == Long.MIN_VALUE ? key : key - 1;
                case GREATER_THAN, GREATER_OR_EQUAL -> Long.MAX_VALUE;
            };
        }
    }

    /** Of keys that mean the same values by other numbers, as decimals of another scale. */
    private static final class ByValues extends KeyMatch {
        private final KeyCodec other;
        private final KeyOrder order;

        ByValues(JoinOperator operator, KeyCodec other, KeyOrder order) {
            super(operator);
            this.other = other;
            this.order = order;
        }

        private KeyOrder.Range range(long key) {
            Object value = other.value(key);
            return switch (operator) {
                case EQUAL, NOT_EQUAL -> order.atLeast(value).and(order.atMost(value));
                case GREATER_THAN -> order.above(value);
                case GREATER_OR_EQUAL -> order.atLeast(value);
                case LESS_THAN -> order.below(value);
                case LESS_OR_EQUAL -> order.atMost(value);
            };
        }

        @Override
        long low(long key) {
            return range(key).low();
        }

        @Override
        long high(long key) {
            return range(key).high();
        }
    }
}
