package org.speedwell.accelerator.codec;

/**
 * A codec for values whose keys are all multiples of one unit, such as timestamps without fractions. The key is the
 * number of units.
 *
 * @param fine the codec whose keys are multiples of the unit
 * @param unit the unit, above 1
 */
public record CoarseCodec(KeyCodec fine, long unit) implements KeyCodec {

    public static KeyCodec of(KeyCodec fine, long unit) {
        return unit == 1 ? fine : new CoarseCodec(fine, unit);
    }

    @Override
    public long encode(Object value) {
        if (!isExact(value)) {
            throw new IllegalArgumentException(value + " is more precise than the column's values");
        }
        return floor(value);
    }

    @Override
    public Object value(long key) {
        return fine.value(key * unit);
    }

    @Override
    public Class<?> valueClass() {
        return fine.valueClass();
    }

    @Override
    public long floor(Object value) {
        return Math.floorDiv(fine.floor(value), unit);
    }

    @Override
    public boolean isExact(Object value) {
        return fine.isExact(value) && Math.floorMod(fine.floor(value), unit) == 0;
    }

    @Override
    public boolean canEqual(Object value) {
        return fine.canEqual(value) && isExact(value);
    }

    @Override
    public boolean isBelowAll(Object value) {
        return fine.isBelowAll(value);
    }

    @Override
    public long time(long key) {
        return fine.time(key * unit);
    }

    @Override
    public boolean isInOrderOfDatabase() {
        return fine.isInOrderOfDatabase();
    }

    @Override
    public boolean isShareable() {
        return fine.isShareable();
    }

    @Override
    public boolean isTemporal() {
        return fine.isTemporal();
    }

    @Override
    public long epochMillis(long key) {
        return fine.epochMillis(key * unit);
    }
}
