package org.speedwell.accelerator.join;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.KeyCodec;
import org.speedwell.accelerator.codec.KeySpace;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expr.KeyRange;
import org.speedwell.accelerator.filter.KeyOrder;
import org.speedwell.accelerator.memory.WorkingMemory;

/**
 * The keys of a joined column that match a key of another column under a join operator. They are a range or, if
 * {@link #inverted}, all keys outside a range. Immutable and thread-safe.
 */
public abstract class KeyMatch {
    final ComparisonOperator operator;

    private KeyMatch(ComparisonOperator operator) {
        this.operator = operator;
    }

    /** Returns the matching keys. If {@link #inverted}, returns the keys that do not match. */
    abstract KeyRange range(long key);

    /** Returns whether a key matches itself and no other key. */
    boolean isIdentity() {
        return false;
    }

    /** Returns whether a key matches at most one key, so that the matching rows are in row order. */
    public boolean isOfOneKey() {
        return operator == ComparisonOperator.EQUAL;
    }

    /** Returns whether {@link #range} contains the keys that do not match. */
    final boolean inverted() {
        return operator.isInverted();
    }

    /** Returns whether a key of the joined column matches a key of the other column. */
    public final boolean matches(long key, long otherKey) {
        KeyRange range = range(otherKey);
        return (range.low() <= key && key <= range.high()) != inverted();
    }

    /**
     * Returns the same match in a form that is faster for many keys.
     *
     * @param memory counts the heap memory of that form
     */
    public KeyMatch prepared(WorkingMemory memory) {
        return this;
    }

    /**
     * Returns how keys of two columns match when the database compares their values. Returns null if only the database
     * knows the answer. This is so for the order of texts, for values of different kinds, and for texts that end in
     * blanks, which most collations ignore. The texts that this method receives have a binary collation.
     */
    static @Nullable KeyMatch ofDatabase(KeyColumn joined, ComparisonOperator operator, KeyColumn other) {
        KeyCodec codec = joined.codec();
        KeyCodec otherCodec = other.codec();
        if (areWhole(codec, otherCodec) || isComparable(codec, operator) && isSame(joined, other)) {
            return new SameKeys(operator);
        }
        if (codec.isText() && otherCodec.isText()) {
            boolean isByDatabase =
                    !operator.isEquality() || codec.hasTrailingBlanks() || otherCodec.hasTrailingBlanks();
            return isByDatabase ? null : ofEquals(joined, operator, other);
        }
        if (isDouble(codec) && isDouble(otherCodec)) {
            return new ByValues(operator, otherCodec, codec, true);
        }
        return areInOrderOfDatabase(codec, otherCodec) ? new ByValues(operator, otherCodec, codec, false) : null;
    }

    /**
     * Returns how keys of two columns of numbers match by Java's operators. Returns null if the numbers are of
     * different kinds.
     */
    static @Nullable KeyMatch ofOperators(KeyColumn joined, ComparisonOperator operator, KeyColumn other) {
        KeyCodec codec = joined.codec();
        KeyCodec otherCodec = other.codec();
        if (areWhole(codec, otherCodec)) {
            return new SameKeys(operator);
        }
        return isFloating(codec) && codec.equals(otherCodec) ? new ByValues(operator, otherCodec, codec, true) : null;
    }

    /**
     * Returns how keys of two columns with values of one class match by {@code compareTo}. Returns null if the keys are
     * not sufficient to decide.
     */
    static @Nullable KeyMatch ofOrder(KeyColumn joined, ComparisonOperator operator, KeyColumn other) {
        KeyMatch equal = ofEquals(joined, operator, other);
        return !(equal instanceof ByEquals) || !areInOrderOfDatabase(joined.codec(), other.codec())
                ? equal
                : new ByValues(operator, other.codec(), joined.codec(), false);
    }

    /**
     * Returns how keys of two columns with values of one class match by {@code equals}. Returns null if the keys are
     * not sufficient to decide.
     */
    static @Nullable KeyMatch ofEquals(KeyColumn joined, ComparisonOperator operator, KeyColumn other) {
        KeyCodec codec = joined.codec();
        KeyCodec otherCodec = other.codec();
        if (areWhole(codec, otherCodec) || isSame(joined, other)) {
            return new SameKeys(operator);
        }
        boolean areTexts = codec.isText() && otherCodec.isText();
        return operator.isEquality() && (areTexts || areInOrderOfDatabase(codec, otherCodec))
                ? new ByEquals(operator, joined.space(), other)
                : null;
    }

    private static boolean areWhole(KeyCodec codec, KeyCodec other) {
        return codec.isWhole() && other.isWhole();
    }

    private static boolean isFloating(KeyCodec codec) {
        return isDouble(codec) || codec.valueClass() == Float.class && codec.isNumber();
    }

    private static boolean isSame(KeyColumn joined, KeyColumn other) {
        return joined.space().isSame(other.space());
    }

    private static boolean areInOrderOfDatabase(KeyCodec codec, KeyCodec other) {
        return codec.isInOrderOfDatabase() && other.isInOrderOfDatabase() && codec.valueClass() == other.valueClass();
    }

    /**
     * Returns a match by a translation.
     *
     * @param operator an equality
     * @param translation returns the joined column's key for a key of the other column
     */
    static KeyMatch byKey(ComparisonOperator operator, KeySpace.Translation translation) {
        return new Translated(operator, translation);
    }

    /**
     * Returns whether the values are the ones that the database compares. This excludes {@code FLOAT}: the database
     * returns fewer digits of it than it compares.
     */
    private static boolean isDouble(KeyCodec codec) {
        return codec.valueClass() == Double.class && codec.isNumber();
    }

    /**
     * Returns whether keys compare as the database compares their values. The database compares enums as texts.
     * Equality of enums needs no order, but other operators need the order of the database.
     */
    private static boolean isComparable(KeyCodec codec, ComparisonOperator operator) {
        return codec.isInOrderOfDatabase() || operator.isEquality() && codec.isOrdinal();
    }

    /** A match of columns in which equal keys represent equal values. */
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

    /**
     * A match of columns whose keys differ for equal values, such as decimals of different scales. It also handles
     * values with several keys, such as −0.0 and 0.0.
     */
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

    /** An equality of columns that have different keys for the same value, such as texts in two dictionaries. */
    private static final class ByEquals extends KeyMatch {
        private final KeySpace joined;
        private final KeyColumn other;

        ByEquals(ComparisonOperator operator, KeySpace joined, KeyColumn other) {
            super(operator);
            this.joined = joined;
            this.other = other;
        }

        @Override
        KeyRange range(long key) {
            KeyCodec codec = joined.codec();
            Object value = other.codec().value(key);
            return codec.canEqual(value) ? new KeyRange(codec.floor(value), codec.floor(value)) : KeyRange.NONE;
        }

        /** Looks up each text of a dictionary once. */
        @Override
        public KeyMatch prepared(WorkingMemory memory) {
            if (other.codec().isText() && !other.isEmpty()) {
                memory.add(Long.BYTES * other.codec().count(other.min(), other.max()));
            }
            return byKey(operator, other.space().to(joined));
        }
    }

    private static final class Translated extends KeyMatch {
        private final KeySpace.Translation translation;

        Translated(ComparisonOperator operator, KeySpace.Translation translation) {
            super(operator);
            this.translation = translation;
        }

        @Override
        KeyRange range(long key) {
            long same = translation.of(key);
            return same == KeySpace.Translation.NONE ? KeyRange.NONE : new KeyRange(same, same);
        }
    }
}
