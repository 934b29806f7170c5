package org.speedwell.accelerator.expression;

import com.speedment.runtime.field.Field;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The keys of the rows that a stream gives, which is run when they are first asked for; it may have been another version's. */
public final class RowKeys {
    private final Field<?> key;
    private @Nullable Stream<?> rows;
    private final Set<Object> keys = new HashSet<>();

    RowKeys(Field<?> key, Stream<?> rows) {
        this.key = key;
        this.rows = rows;
    }

    /** None of them null. */
    @SuppressWarnings("unchecked") // the field is one of the rows' table
    public synchronized Set<Object> all() {
        Stream<?> source = rows;
        if (source != null) {
            rows = null;
            try (source) {
                ((Stream<Object>) source)
                        .map(new FieldValue<>((Field<Object>) key))
                        .forEach(value -> {
                            if (value != null) {
                                keys.add(value);
                            }
                        });
            }
        }
        return keys;
    }

    @SuppressWarnings("unchecked") // as above
    boolean contains(Object row) {
        return all().contains(((Field<Object>) key).getter().apply(row));
    }
}
