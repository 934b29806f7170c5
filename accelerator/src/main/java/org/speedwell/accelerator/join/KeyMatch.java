package org.speedwell.accelerator.join;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.KeyCodec;
import org.speedwell.accelerator.codec.KeySpace;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expr.KeyRange;
import org.speedwell.accelerator.filter.KeyOrder;

/**
 * The keys of a joined column that match a key of another column under a join operator: a range or, if {@link #inverted}, all
 * keys outside it. Immutable and thread-safe.
 */
public abstract class KeyMatch {
    final ComparisonOperator operator;

    private KeyMatch(ComparisonOperator operator) {
        this.operator = operator;
    }

    /** Returns the matching keys; if {@link #inverted}, those that do not match. */
    abstract KeyRange range(long key);

    /** Tells whether a key matches itself and no other. */
    boolean isIdentity() {
        return false;
    }

    /** Tells whether a key matches one key at the most, so that its rows stand in row order. */
    public boolean isOfOneKey() {
        return operator == ComparisonOperator.EQUAL;
    }

    /** Tells whether {@link #range} has the keys that do not match. */
    final boolean inverted() {
        return operator.isInverted();
    }

    /**
     * Returns how keys of two columns match when the database compares their values; null where only the database knows: texts,
     * which have a collation there, and values of different kinds.
     */
    public static @Nullable KeyMatch of(KeyColumn joined, ComparisonOperator operator, KeyColumn other) {
        KeyCodec codec = joined.codec();
        KeyCodec otherCodec = other.codec();
        boolean isOfNumbers = codec.isWhole() && otherCodec.isWhole();
        KeySpace space = joined.space();
        if (isOfNumbers || isComparable(codec, operator) && space.isSame(other.space())) {
            return new SameKeys(operator);
        }
        if (isDouble(codec) && isDouble(otherCodec)) {
            return new ByValues(operator, otherCodec, codec, true);
        }
        return isComparable(codec, operator)
                        && isComparable(otherCodec, operator)
                        && codec.valueClass() == otherCodec.valueClass()
                        && !codec.isOrdinal()
                ? new ByValues(operator, otherCodec, codec, false)
                : null;
    }

    /**
     * Returns a match of columns of different enums by names.
     *
     * @param operator an equality
     * @param sameName from the keys of the other column to the joined column's key of the same name
     */
    public static KeyMatch byName(ComparisonOperator operator, KeySpace.Translation sameName) {
        return new ByName(operator, sameName);
    }

    /**
     * Tells whether values are those that the database has: of {@code FLOAT} it hands over fewer digits than it compares.
     */
    private static boolean isDouble(KeyCodec codec) {
        return codec.valueClass() == Double.class && codec.isNumber();
    }

    /** The database compares enums as texts: equality needs no order, but comparisons need the database's. */
    private static boolean isComparable(KeyCodec codec, ComparisonOperator operator) {
        return codec.isInOrderOfDatabase() || operator.isEquality() && codec.isOrdinal();
    }

    /** A match of columns in which a key means the same value. */
    private static final class SameKeys extends KeyMatch {
        SameKeys(ComparisonOperator operator) {
            super(operator);
        }

        @Override
        boolean isIdentity() {
            return operator == ComparisonOperator.EQUAL;
        }

        @Override
        KeyRange range(long key) {
            return KeyRange.of(operator, key);
        }
    }

    /** A match of columns with different keys for a value, such as decimals of different scales, or several, as −0.0 and 0.0. */
    private static final class ByValues extends KeyMatch {
        private final KeyCodec other;
        private final boolean isFloating;
        private final KeyOrder order;

        ByValues(ComparisonOperator operator, KeyCodec other, KeyCodec joined, boolean isFloating) {
            super(operator);
            this.other = other;
            this.isFloating = isFloating;
            this.order = new KeyOrder(joined, isFloating);
        }

        @Override
        public boolean isOfOneKey() {
            return !isFloating && super.isOfOneKey();
        }

        @Override
        KeyRange range(long key) {
            return order.range(operator, other.value(key));
        }
    }

    /** A match of enums with constants of the same name. */
    private static final class ByName extends KeyMatch {
        private final KeySpace.Translation sameName;

        ByName(ComparisonOperator operator, KeySpace.Translation sameName) {
            super(operator);
            this.sameName = sameName;
        }

        @Override
        KeyRange range(long key) {
            long same = sameName.of(key);
            return same == KeySpace.Translation.NONE ? KeyRange.NONE : new KeyRange(same, same);
        }
    }
}
