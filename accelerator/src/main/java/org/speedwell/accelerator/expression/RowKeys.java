package org.speedwell.accelerator.expression;

import com.speedment.runtime.field.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The keys of the rows of a stream. The stream runs when a caller first needs the keys. Thread-safe. */
public final class RowKeys {
    private final List<Field<?>> fields;
    private @Nullable Stream<?> rows;
    private final Set<Object> keys = new HashSet<>();

    RowKeys(List<Field<?>> fields, Stream<?> rows) {
        this.fields = fields;
        this.rows = rows;
    }

    /** Returns the keys. They are values if the key has one field, otherwise lists of values. No key contains null. */
    public synchronized Set<Object> all() {
        Stream<?> source = rows;
        if (source != null) {
            rows = null;
            try (source) {
                source.forEach(row -> {
                    Object key = key(row);
                    if (key != null) {
                        keys.add(key);
                    }
                });
            }
        }
        return keys;
    }

    @SuppressWarnings("unchecked") // the fields are those of the rows' table
    private @Nullable Object key(Object row) {
        return key(fields.stream()
                .map(field -> new FieldValue<>((Field<Object>) field).apply(row))
                .toArray());
    }

    /** Returns the key for the values of the fields; null if one of the values is null. */
    private static @Nullable Object key(@Nullable Object[] values) {
        List<Object> key = new ArrayList<>();
        for (Object value : values) {
            if (value == null) {
                return null;
            }
            key.add(value);
        }
        return key.size() == 1 ? key.getFirst() : key;
    }

    boolean contains(Object row) {
        Object key = key(row);
        return key != null && all().contains(key);
    }

    /** Returns whether the stream has a row with these values of the fields. */
    boolean containsValues(@Nullable Object[] values) {
        Object key = key(values);
        return key != null && all().contains(key);
    }
}
