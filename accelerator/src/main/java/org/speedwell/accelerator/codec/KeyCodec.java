package org.speedwell.accelerator.codec;

import java.util.stream.LongStream;

/**
 * An order-preserving map between the values of a column and {@code long} keys, so that every comparison becomes a
 * comparison of integers. Stateless or immutable, thread-safe.
 */
public sealed interface KeyCodec
        permits IntegralCodec,
                FloatingCodec,
                DecimalCodec,
                TemporalCodec,
                CoarseCodec,
                EnumCodec,
                TextCodec,
                MappedCodec {

    /**
     * The key of a value that is being loaded.
     *
     * @throws IllegalArgumentException if the column cannot hold the value exactly; the message says why
     */
    long encode(Object value);

    /** The value of a key, or, of one that has none but lies between such as have, that of one beside it. */
    Object value(long key);

    /** The class of the values, or one that all of them extend. */
    Class<?> valueClass();

    /**
     * Whether a constant is of the class of the values. Of no other can {@link #floor} and its like say where it stands;
     * what it equals, and whether it can be compared at all, is the affair of its own class.
     */
    default boolean takes(Object constant) {
        return constant.getClass() == valueClass();
    }

    /** The keys that have a value, from one that has to another, in order. */
    default LongStream keys(long low, long high) {
        return LongStream.rangeClosed(low, high);
    }

    /** How many these are, at least 1; below that where they are more than a long tells. */
    default long count(long low, long high) {
        return high - low + 1;
    }

    /** All keys that have a value are from 0 on and below it; {@code Long.MAX_VALUE} where all keys have, negative ones too. */
    default long keys() {
        return Long.MAX_VALUE;
    }

    /**
     * Returns the greatest key whose value is not above the given one by {@code compareTo}. It says nothing if the value
     * {@link #isBelowAll}.
     */
    default long floor(Object value) {
        return encode(value);
    }

    /** Returns whether {@link #floor} is the key of a value that compares as equal, not of one below. */
    default boolean isExact(Object value) {
        return true;
    }

    /** Whether a stored value can be {@code equals} to the given one; then its key is {@link #floor}. */
    default boolean canEqual(Object value) {
        return !isBelowAll(value) && isExact(value);
    }

    /** Whether the value is below every value that has a key. */
    default boolean isBelowAll(Object value) {
        return false;
    }

    /** Whether keys compare as values do; if not, only {@link #value} means anything to a query. */
    default boolean isOrdered() {
        return true;
    }

    /**
     * Whether values are byte arrays. Their keys find rows, but mean nothing to a query: Java compares arrays by identity.
     */
    default boolean isBinary() {
        return false;
    }

    /** Whether values are strings in the order of {@code String.compareTo}. */
    default boolean isText() {
        return false;
    }

    /** Tells whether a text in the dictionary ends in a blank, though no row may have it; of {@link #isText} alone. */
    default boolean hasTrailingBlanks() {
        throw new UnsupportedOperationException("no texts");
    }

    /** The least key whose value is not below the given text, or a lesser one that has no value; of {@link #isText} alone. */
    default long ceiling(String text) {
        throw new UnsupportedOperationException("no texts");
    }

    /** Whether the key is the value itself, a whole number. */
    default boolean isWhole() {
        return false;
    }

    /** Whether the key is the ordinal of the value, an enum constant. */
    default boolean isOrdinal() {
        return false;
    }

    /** Whether keys compare as the database compares what it stores; it has orders of its own for texts and enums. */
    default boolean isInOrderOfDatabase() {
        return false;
    }

    /** Whether {@link #doubleValue} has a meaning. */
    default boolean isNumber() {
        return isWhole();
    }

    /** The value as a {@code double}, converted as Java converts primitives. */
    default double doubleValue(long key) {
        return key;
    }

    /** Whether one value may be handed to many: it is immutable, and means the same in every hand. */
    boolean isShareable();

    /** Returns the point in time of a key since 1970, where they {@link #isTemporal}: of a timestamp in microseconds, else in milliseconds. */
    default long time(long key) {
        return key;
    }

    /** Native bytes beside the keys. */
    default long bytes() {
        return 0;
    }

    /** Returns the heap bytes beside the keys: of values that changes have added. */
    default long heapBytes() {
        return 0;
    }

    /** Whether keys are the unscaled values of decimals, all of one scale. */
    default boolean isUnscaled() {
        return false;
    }

    /** Whether keys are points in time, of which the JVM's time zone makes dates and times of day. */
    default boolean isTemporal() {
        return false;
    }

    /** The milliseconds since the begin of 1970 in UTC, rounded down; of {@link #isTemporal} alone. */
    default long epochMillis(long key) {
        throw new UnsupportedOperationException("no points in time");
    }
}
