package org.speedwell.accelerator.classes;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
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

    /**
     * A reference with the places of its foreign key and of the key to which it refers.
     *
     * @param name the name of the referenced class
     * @param isKnown true if the foreign key determines the entity
     * @param setter sets the reference; null if the constructor takes it
     */
    private record Reference<E>(
            String name,
            EntityFactory<?> target,
            int columns,
            int[] foreignKey,
            int[] key,
            boolean isKnown,
            @Nullable BiConsumer<E, @Nullable Object> setter) {
        static <E> Reference<E> of(ReferenceModel<E> reference, EntityModel<E> model, EntityModels models) {
            EntityModel<?> referenced = models.of(reference.table());
            TableModel<?> target = referenced.table();
            int[] foreignKey = places(model.table(), reference.foreignKey());
            int[] key = places(target, reference.key());
            boolean isKnown = referenced.mapping().discriminator().isEmpty()
                    && isSameClass(model.table(), foreignKey, target, key);
            return new Reference<>(
                    referenced.mapping().type().getName(),
                    target.entities(),
                    target.columns().size(),
                    foreignKey,
                    key,
                    isKnown,
                    reference.setter());
        }

        boolean isArgument() {
            return setter == null;
        }

        @Nullable
        Object referenced(@Nullable Object[] row) {
            @Nullable Object[] values = new @Nullable Object[columns];
            for (int i = 0; i < key.length; i++) {
                Object value = isKnown ? row[foreignKey[i]] : null;
                if (value == null) {
                    return null;
                }
                values[key[i]] = value;
            }
            try {
                return target.of(values);
            } catch (RuntimeException e) {
                throw new IllegalStateException(
                        "The constructor of " + name + " refuses an object that has only its key. A change and an"
                                + " answer of a cluster contain no other values of a referenced row. Let the"
                                + " constructor accept null for its other components.",
                        e);
            }
        }

        void set(E entity, @Nullable Object[] row) {
            if (setter != null) {
                setter.accept(entity, referenced(row));
            }
        }
    }

    /** Returns the table of a class with a factory that sets its references. */
    static <E> TableModel<E> in(EntityModel<E> model, EntityModels models) {
        List<Reference<E>> references = model.references().stream()
                .map(reference -> Reference.of(reference, model, models))
                .toList();
        TableModel<E> table = model.table();
        EntityFactory<E> entities = table.entities();
        return references.isEmpty()
                ? table
                : table.with(new EntityFactory<>(
                        row -> {
                            E entity = entities.of(withArguments(row, references));
                            references.forEach(reference -> reference.set(entity, row));
                            return entity;
                        },
                        table.columns().size(),
                        entities.code()));
    }

    /** Returns the values of a row, followed by the entities that a constructor takes. */
    private static <E> @Nullable Object[] withArguments(@Nullable Object[] row, List<Reference<E>> references) {
        return Stream.concat(
                        Arrays.stream(row),
                        references.stream()
                                .filter(Reference::isArgument)
                                .<@Nullable Object>map(reference -> reference.referenced(row)))
                .toArray();
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
