package org.speedwell.accelerator.expression;

import com.speedment.runtime.field.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The keys of the rows of a stream. The stream runs when a caller first needs the keys. Thread-safe. */
public final class RowKeys {
    private final List<Field<?>> fields;
    private @Nullable Stream<?> rows;
    private List<Object> keys = List.of();

    /** The keys, for lookups; null before the first one. */
    private @Nullable Set<Object> set;

    RowKeys(List<Field<?>> fields, Stream<?> rows) {
        this.fields = fields;
        this.rows = rows;
    }

    /**
     * Returns the different keys. They are values if the key has one field, otherwise lists of values. No key contains
     * null.
     */
    public synchronized List<Object> all() {
        Stream<?> source = rows;
        if (source != null) {
            rows = null;
            try (source) {
                keys = fields.size() == 1 ? values(source) : composite(source);
            }
        }
        return keys;
    }

    /** Returns the keys of one field. A stream of a table in memory reads them from the column. */
    @SuppressWarnings("unchecked") // the field is one of the rows' table
    private List<Object> values(Stream<?> source) {
        FieldValue<Object, @Nullable Object> field = new FieldValue<>((Field<Object>) fields.getFirst());
        List<@Nullable Object> values =
                ((Stream<Object>) source).map(field).distinct().toList();
        List<Object> present = new ArrayList<>(values.size());
        for (Object value : values) {
            if (value != null) {
                present.add(value);
            }
        }
        return present;
    }

    private List<Object> composite(Stream<?> source) {
        Set<Object> different = new LinkedHashSet<>();
        source.forEachOrdered(
                row -> { // one at a time, even if the stream is parallel
                    Object key = key(row);
                    if (key != null) {
                        different.add(key);
                    }
                });
        return List.copyOf(different);
    }

    private synchronized Set<Object> set() {
        if (set == null) {
            set = new HashSet<>(all());
        }
        return set;
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
        return key != null && set().contains(key);
    }

    /** Returns whether the stream has a row with these values of the fields. */
    boolean containsValues(@Nullable Object[] values) {
        Object key = key(values);
        return key != null && set().contains(key);
    }
}
