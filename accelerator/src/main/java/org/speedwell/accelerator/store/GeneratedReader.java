package org.speedwell.accelerator.store;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.generator.runtime.EntityReader;

/** Finds what was generated beside an entity. */
public final class GeneratedReader {
    private GeneratedReader() {}

    /**
     * The generated reader of an entity's rows; null where there is none, it cannot be reached, or it was generated for other
     * columns than these.
     */
    @SuppressWarnings("unchecked") // its columns are of this entity
    public static <E> @Nullable EntityReader<E> of(Class<E> entity, List<ColumnId> columns) {
        String name = entity.getPackageName() + ".generated.Generated" + entity.getSimpleName() + "EntityReader";
        try {
            Object reader = Class.forName(name, true, entity.getClassLoader())
                    .getConstructor()
                    .newInstance();
            return reader instanceof EntityReader<?> known
                            && known.columns()
                                    .equals(columns.stream().map(ColumnId::key).toList())
                    ? (EntityReader<E>) reader
                    : null;
        } catch (ReflectiveOperationException | LinkageError e) {
            return null;
        }
    }
}
