package org.speedwell.accelerator.lambda;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.TableId;

/** The source of an instance field's value. Immutable. */
public sealed interface FieldSource {
    /**
     * A column of the entity's row. The field always has its value, also if that is NULL.
     *
     * @param column the name of the column
     * @param optional the class of the value inside the {@code Optional} that the field holds; null if the field holds
     *     the value itself
     */
    record Column(String column, @Nullable Class<?> optional) implements FieldSource {
        public Column(String column) {
            this(column, null);
        }
    }

    /**
     * An object whose fields are columns of the same row.
     *
     * @param type the exact class of the object
     * @param fields the sources of its instance fields
     * @param isNullable true if the field is null when all columns of the object are NULL; false if it never is null
     */
    record Embedded(Class<?> type, Map<String, FieldSource> fields, boolean isNullable) implements FieldSource {
        public Embedded {
            fields = Map.copyOf(fields);
        }
    }

    /**
     * An entity of another table: that of the row whose key equals the foreign key. The field is null if a column of
     * the foreign key is NULL, or if there is no such row.
     *
     * @param foreignKey the names of the referencing columns
     * @param key the names of the referenced columns, in the same order
     */
    record Reference(TableId<?> table, List<String> foreignKey, List<String> key) implements FieldSource {
        public Reference {
            foreignKey = List.copyOf(foreignKey);
            key = List.copyOf(key);
        }
    }
}
