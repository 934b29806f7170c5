package org.speedwell.accelerator.store;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.AbsentColumn;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.lambda.EntityCode;
import org.speedwell.accelerator.model.ColumnId;

/**
 * The mapping from the instance fields of a table's entities to its columns. Immutable and thread-safe.
 *
 * @param code an analyzer without the entities that these entities reference; null if functions of these entities are
 * not analyzed
 */
public record EntityFields(@Nullable EntityCode code, Map<String, Integer> places) {
    private static final EntityFields NONE = new EntityFields(null, Map.of());

    static EntityFields of(EntityFactory<?> entities, ColumnId[] ids, Column[] columns) {
        EntityCode known = entities.code();
        if (known != null) {
            return of(known, Arrays.stream(ids).map(ColumnId::name).toArray(String[]::new), columns);
        }
        Class<?> entity = entities.type();
        Object[] keys = Arrays.stream(ids).map(ColumnId::key).toArray();
        Class<?> of = keys.length > 0 && keys[0] instanceof Enum<?> constant ? constant.getDeclaringClass() : null;
        if (entity == null || of == null || of.getEnclosingClass() == null) {
            return NONE;
        }
        String[] names = Arrays.stream(keys)
                .map(key -> key instanceof Enum<?> constant ? constant.name() : null)
                .toArray(String[]::new);
        return of(EntityCode.of(entity, of), names, columns);
    }

    private static EntityFields of(EntityCode code, @Nullable String[] names, Column[] columns) {
        Map<String, Integer> places = new HashMap<>();
        List<@Nullable String> of = Arrays.asList(names);
        code.columns().forEach((field, name) -> {
            int place = of.indexOf(name);
            if (place >= 0 && !(columns[place] instanceof AbsentColumn)) {
                places.put(field, place);
            }
        });
        return new EntityFields(code, places); // a HashMap finds names faster than an immutable map
    }

    /**
     * Returns the analyzer of functions of these entities, and of those that they reference; null if functions of these
     * entities are not analyzed.
     */
    public @Nullable EntityCode code(Tables tables) {
        return code == null ? null : code.linked(table -> codeOf(tables.table(table)));
    }

    private static @Nullable EntityCode codeOf(@Nullable TableStore<?> table) {
        return table == null ? null : table.fields().code;
    }

    /** Returns the place of the column that an instance field holds, or −1 if it holds no column in memory. */
    public int place(String field) {
        return places.getOrDefault(field, -1);
    }
}
