package org.speedwell.accelerator.codec;

import java.util.stream.LongStream;

/**
 * An order-preserving map between the values of a column and {@code long} keys. It turns every comparison of values
 * into a comparison of integers. Implementations are stateless or immutable, and thread-safe.
 */
public sealed interface KeyCodec
        permits IntegralCodec,
                FloatingCodec,
                DecimalCodec,
                TemporalCodec,
                LocalDateCodec,
                CoarseCodec,
                EnumCodec,
                TextCodec,
                MappedCodec {

    /**
     * Returns the key of a value during a load.
     *
     * @throws IllegalArgumentException if the column cannot store the value exactly; the message says why
     */
    long encode(Object value);

    /**
     * Returns the value of a key. A key without a value, between two keys with values, yields the value of a neighbour.
     */
    Object value(long key);

    /** Returns the class of the values, or a common superclass. */
    Class<?> valueClass();

    /**
     * Returns whether a constant has the class of the values. {@link #floor} and similar methods are only valid for
     * such a constant. For other constants, their own class defines equality and comparison.
     */
    default boolean takes(Object constant) {
        return constant.getClass() == valueClass();
    }

    /**
     * Returns the keys that have a value, in order, from {@code low} to {@code high} (both inclusive). Both must have a
     * value.
     */
    default LongStream keys(long low, long high) {
        return LongStream.rangeClosed(low, high);
    }

    /**
     * Returns the number of keys from {@code low} to {@code high} that have a value. The result is below 1 if the
     * number exceeds a long.
     */
    default long count(long low, long high) {
        return high - low + 1;
    }

    /**
     * Returns a limit: keys with a value are at least 0 and below it. {@code Long.MAX_VALUE} means that all keys have a
     * value, negative ones too.
     */
    default long keys() {
        return Long.MAX_VALUE;
    }

    /**
     * Returns the greatest key whose value is not above the given one by {@code compareTo}. The result is undefined if
     * {@link #isBelowAll} is true.
     */
    default long floor(Object value) {
        return encode(value);
    }

    /** Returns whether the value at {@link #floor} compares as equal to the given value, instead of below it. */
    default boolean isExact(Object value) {
        return true;
    }

    /** Returns whether a stored value can equal the given one by {@code equals}. Its key is then {@link #floor}. */
    default boolean canEqual(Object value) {
        return !isBelowAll(value) && isExact(value);
    }

    /** Returns whether the value is below every value that has a key. */
    default boolean isBelowAll(Object value) {
        return false;
    }

    /** Returns whether keys compare as values do. If not, queries can only use {@link #value}. */
    default boolean isOrdered() {
        return true;
    }

    /**
     * Returns whether values are byte arrays. Queries look rows up by their keys, but must not compare them: Java
     * compares arrays by identity.
     */
    default boolean isBinary() {
        return false;
    }

    /** Returns whether values are strings in the order of {@code String.compareTo}. */
    default boolean isText() {
        return false;
    }

    /**
     * Returns whether a text in the dictionary ends in a blank, even if no row has this text. Only valid if
     * {@link #isText} is true.
     */
    default boolean hasTrailingBlanks() {
        throw new UnsupportedOperationException("Keys of " + this + " do not represent texts.");
    }

    /**
     * Returns the smallest key whose value is not below a text, or a smaller key without a value. Only valid if
     * {@link #isText} is true.
     */
    default long ceiling(String text) {
        throw new UnsupportedOperationException("Keys of " + this + " do not represent texts.");
    }

    /** Returns whether the key is the value itself, a whole number. */
    default boolean isWhole() {
        return false;
    }

    /** Returns whether the key is the ordinal of an enum constant. */
    default boolean isOrdinal() {
        return false;
    }

    /**
     * Returns whether keys compare as the database compares its stored values. The database has its own order for texts
     * and enums.
     */
    default boolean isInOrderOfDatabase() {
        return false;
    }

    /** Returns whether {@link #doubleValue} is valid. */
    default boolean isNumber() {
        return isWhole();
    }

    /** Returns the value as a {@code double}, converted as Java converts primitives. */
    default double doubleValue(long key) {
        return key;
    }

    /** Returns whether many callers may share one value object: it is immutable and has no identity that matters. */
    boolean isShareable();

    /**
     * Returns the time of a key since the beginning of 1970: microseconds for a timestamp, otherwise milliseconds. Only
     * valid if {@link #isTemporal} is true.
     */
    default long time(long key) {
        return key;
    }

    /** Returns the number of native bytes besides the keys. */
    default long bytes() {
        return 0;
    }

    /** Returns the number of heap bytes besides the keys: the values that changes have added. */
    default long heapBytes() {
        return 0;
    }

    /** Returns whether keys are the unscaled values of decimals of one scale. */
    default boolean isUnscaled() {
        return false;
    }

    /** Returns whether keys are points in time. The JVM's time zone converts them to dates and times of day. */
    default boolean isTemporal() {
        return false;
    }

    /**
     * Returns the milliseconds since the beginning of 1970 in UTC, rounded down. Only valid if {@link #isTemporal} is
     * true.
     */
    default long epochMillis(long key) {
        throw new UnsupportedOperationException("Keys of " + this + " do not represent points in time.");
    }
}
