package org.speedwell.accelerator.entity;

import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.mapping.Attribute;
import org.speedwell.accelerator.model.TableId;

/**
 * An attribute that holds the rows of another table that refer to this row.
 *
 * @param target the class of the rows
 * @param table the table of the rows
 * @param foreignKey the names of that table's columns
 * @param key the names of the own columns, in the same order
 * @param isSingle true if the attribute holds one row or null, false if it holds a collection
 * @param orderBy the order of the rows as Jakarta Persistence writes it; empty if there is none
 * @param setter sets the collection or the row of an entity; does nothing if the entity's class has no such attribute
 */
public record ChildrenModel<E>(
        Attribute attribute,
        Class<?> target,
        TableId<?> table,
        List<String> foreignKey,
        List<String> key,
        boolean isSingle,
        String orderBy,
        BiConsumer<E, @Nullable Object> setter) {}
