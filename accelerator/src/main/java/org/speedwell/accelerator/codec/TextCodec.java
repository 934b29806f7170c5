package org.speedwell.accelerator.codec;

import java.util.stream.LongStream;

/** A codec of variable-length values. The key of a value comes from its place in a sorted dictionary. */
public record TextCodec(Dictionary dictionary, ByteForm form) implements KeyCodec {
    @Override
    public long encode(Object value) {
        long key = dictionary.floor(form.toBytes(value));
        if (key < 0 || !isExact(value)) {
            throw new IllegalArgumentException(value + " is not in the dictionary");
        }
        return key;
    }

    @Override
    public Object value(long key) {
        return dictionary.value(key);
    }

    @Override
    public Class<?> valueClass() {
        return form.valueClass();
    }

    @Override
    public LongStream keys(long low, long high) {
        return dictionary.isLoaded() ? LongStream.rangeClosed(low, high) : dictionary.keys(low, high);
    }

    @Override
    public long count(long low, long high) {
        return dictionary.rank(high) + 1L - dictionary.rank(low);
    }

    @Override
    public long keys() {
        return dictionary.keys();
    }

    @Override
    public long floor(Object value) {
        return dictionary.floor(form.toBytes(value));
    }

    @Override
    public boolean isExact(Object value) {
        return form.isExact(value) && dictionary.contains(form.toBytes(value));
    }

    @Override
    public boolean canEqual(Object value) {
        return isExact(value) && dictionary.value(floor(value)).equals(value);
    }

    @Override
    public boolean isBelowAll(Object value) {
        return floor(value) < 0;
    }

    @Override
    public boolean isText() {
        return form instanceof ByteForm.Text;
    }

    @Override
    public boolean isBinary() {
        return form instanceof ByteForm.Binary;
    }

    @Override
    public boolean hasTrailingBlanks() {
        return dictionary.hasTrailingBlanks();
    }

    @Override
    public long ceiling(String text) {
        return dictionary.ceiling(form.toBytes(text), form.isExact(text));
    }

    @Override
    public long bytes() {
        return dictionary.bytes();
    }

    @Override
    public long heapBytes() {
        return dictionary.heapBytes();
    }

    @Override
    public boolean isShareable() {
        return !isBinary(); // a caller could modify a shared array
    }
}
