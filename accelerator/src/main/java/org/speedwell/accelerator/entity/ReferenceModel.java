package org.speedwell.accelerator.entity;

import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.mapping.Attribute;
import org.speedwell.accelerator.mapping.Member;
import org.speedwell.accelerator.model.TableId;

/**
 * An attribute that holds the row of another table, as a foreign key names it.
 *
 * @param target the class of the row
 * @param table the table of the row
 * @param foreignKey the names of the own columns
 * @param key the names of the target's columns, in the same order; usually its primary key
 * @param setter sets the row of an entity, or null; does nothing if the entity's class has no such attribute. A record,
 *     whose constructor takes the row, has no setter
 */
public record ReferenceModel<E>(
        Attribute attribute,
        Class<?> target,
        TableId<?> table,
        List<String> foreignKey,
        List<String> key,
        @Nullable BiConsumer<E, @Nullable Object> setter) {
    /** Returns the model of a reference. */
    static ReferenceModel<?> of(Member.Reference reference, List<? extends ReferenceModel<?>> all) {
        return all.stream()
                .filter(known -> known.attribute().equals(reference.attribute()))
                .findFirst()
                .orElseThrow();
    }
}
