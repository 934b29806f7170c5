package org.speedwell.accelerator.column;

import java.util.function.Function;

/** Values that the user's own type mapper makes of what the database holds: stored as the database's, mapped when read. */
record MappedCodec(KeyCodec stored, Function<Object, Object> mapper) implements KeyCodec {
    @Override
    public long encode(Object value) {
        return stored.encode(value);
    }

    @Override
    public Object value(long key) {
        return mapper.apply(stored.value(key));
    }

    @Override
    public Class<?> valueClass() {
        return Object.class;
    }

    @Override
    public long keys() {
        return stored.keys();
    }

    @Override
    public long floor(Object value) {
        throw new IllegalStateException("Keys under a type mapper have no order.");
    }

    @Override
    public boolean isExact(Object value) {
        throw new IllegalStateException("Keys under a type mapper have no order.");
    }

    @Override
    public boolean isOrdered() {
        return false;
    }

    @Override
    public long bytes() {
        return stored.bytes();
    }

    @Override
    public boolean isShareable() {
        return false;
    }
}
