package org.speedwell.accelerator.expression;

import com.speedment.runtime.field.ReferenceField;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A field of the row that a reference names, or null where there is none. Immutable. */
public class ReferencedValue<E, R, V> implements Function<E, @Nullable V> {
    private final ReferencePath<E, R> path;
    private final ReferenceField<R, ?, V> field;

    protected ReferencedValue(ReferencePath<E, R> path, ReferenceField<R, ?, V> field) {
        this.path = path;
        this.field = field;
    }

    /** What leads to the row. */
    public final ReferencePath<E, R> path() {
        return path;
    }

    /** Of that row. */
    public final ReferenceField<R, ?, V> field() {
        return field;
    }

    @Override
    public final @Nullable V apply(E entity) {
        R row = path.apply(entity);
        return row == null ? null : field.get(row);
    }

    @Override
    public final String toString() {
        return path + " → " + field.identifier().getColumnId();
    }
}
