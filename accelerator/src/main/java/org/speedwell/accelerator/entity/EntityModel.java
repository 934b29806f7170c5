package org.speedwell.accelerator.entity;

import java.util.List;
import java.util.function.Function;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.mapping.ClassMapping;
import org.speedwell.accelerator.mapping.Member;

/**
 * A mapped class with its table in the database.
 *
 * @param table the table; its factory makes the entities, with null for references and without lists
 * @param columns returns the name of the column of a property
 * @param uniqueKeys the names of the columns of each key that no two rows share
 * @param references the attributes that the caller sets to rows of other tables
 * @param children the attributes that the caller sets to rows that refer to an entity
 */
public record EntityModel<E>(
        ClassMapping<E> mapping,
        TableModel<E> table,
        Function<Member.Property, String> columns,
        List<List<String>> uniqueKeys,
        List<ReferenceModel<E>> references,
        List<ChildrenModel<E>> children) {}
