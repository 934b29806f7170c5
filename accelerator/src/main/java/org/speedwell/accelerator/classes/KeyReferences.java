package org.speedwell.accelerator.classes;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.ColumnModel;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.entity.EntityModel;
import org.speedwell.accelerator.entity.EntityModels;
import org.speedwell.accelerator.entity.ReferenceModel;
import org.speedwell.accelerator.store.EntityFactory;

/**
 * A maker of entities from rows of the binlog, where the rows to which they refer are unknown. A reference holds an
 * entity that has only its key, or null if the key does not determine the class of the entity.
 */
final class KeyReferences {
    private KeyReferences() {}

    /** A reference with the places of its foreign key and of the key to which it refers. */
    private record Reference<E>(
            EntityFactory<?> target, int columns, int[] foreignKey, int[] key, BiConsumer<E, @Nullable Object> setter) {
        void set(E entity, @Nullable Object[] row) {
            @Nullable Object[] values = new @Nullable Object[columns];
            for (int i = 0; i < key.length; i++) {
                Object value = row[foreignKey[i]];
                if (value == null) {
                    return;
                }
                values[key[i]] = value;
            }
            setter.accept(entity, target.of(values));
        }
    }

    /** Returns the table of a class with a factory that sets its references. */
    static <E> TableModel<E> in(EntityModel<E> model, EntityModels models) {
        List<Reference<E>> references = new ArrayList<>();
        for (ReferenceModel<E> reference : model.references()) {
            EntityModel<?> referenced = models.of(reference.table());
            TableModel<?> target = referenced.table();
            int[] foreignKey = places(model.table(), reference.foreignKey());
            int[] key = places(target, reference.key());
            if (referenced.mapping().discriminator().isEmpty() && isSameClass(model.table(), foreignKey, target, key)) {
                references.add(new Reference<>(
                        target.entities(), target.columns().size(), foreignKey, key, reference.setter()));
            }
        }
        EntityFactory<E> entities = model.table().entities();
        return references.isEmpty()
                ? model.table()
                : model.table()
                        .with(new EntityFactory<>(
                                row -> {
                                    E entity = entities.of(row);
                                    references.forEach(reference -> reference.set(entity, row));
                                    return entity;
                                },
                                model.table().columns().size(),
                                entities.code()));
    }

    private static int[] places(TableModel<?> table, List<String> columns) {
        List<String> names = table.columns().stream().map(ColumnModel::name).toList();
        return columns.stream().mapToInt(names::indexOf).toArray();
    }

    /** Returns whether a key can hold the values of a foreign key without a conversion. */
    private static boolean isSameClass(TableModel<?> table, int[] foreignKey, TableModel<?> target, int[] key) {
        for (int i = 0; i < key.length; i++) {
            if (key[i] < 0
                    || table.columns().get(foreignKey[i]).valueClass()
                            != target.columns().get(key[i]).valueClass()) {
                return false;
            }
        }
        return true;
    }
}
