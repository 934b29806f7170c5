package org.speedwell.accelerator.column;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Keys of the database's values, of which a type mapper has still to make those of entities: see {@link MappedValues}. */
record UnmappedCodec(KeyCodec stored, Function<@Nullable Object, @Nullable Object> mapper) implements KeyCodec {
    @Override
    public long encode(Object value) {
        return stored.encode(value);
    }

    @Override
    public Object value(long key) {
        return stored.value(key);
    }

    @Override
    public Class<?> valueClass() {
        return stored.valueClass();
    }

    @Override
    public long floor(Object value) {
        return stored.floor(value);
    }

    @Override
    public boolean isExact(Object value) {
        return stored.isExact(value);
    }

    @Override
    public boolean isOrdered() {
        return false;
    }

    @Override
    public boolean isShareable() {
        return false;
    }
}
