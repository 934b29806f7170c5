package org.speedwell.accelerator.store;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.generator.runtime.EntityReader;

/** A finder of the code that was generated beside an entity. */
public final class GeneratedReader {
    private GeneratedReader() {}

    /**
     * Returns the generated reader of an entity's rows. Returns null if there is none, it is not accessible, or it was
     * generated for other columns.
     */
    @SuppressWarnings("unchecked") // its columns belong to this entity
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
