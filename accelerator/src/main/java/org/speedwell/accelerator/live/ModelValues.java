package org.speedwell.accelerator.live;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.ColumnModel;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.query.EntityValues;

/** The values of the entities of a table. */
record ModelValues<E>(TableModel<E> model) implements EntityValues<E> {
    @Override
    public Map<String, Class<?>> classes() {
        Map<String, Class<?>> classes = new LinkedHashMap<>();
        model.columns().forEach(column -> classes.put(column.name(), column.valueClass()));
        return Collections.unmodifiableMap(classes);
    }

    @Override
    public List<@Nullable Object> key(E entity) {
        List<@Nullable Object> key = new ArrayList<>();
        for (String name : model.keyColumns()) {
            model.columns().stream()
                    .filter(column -> column.name().equals(name))
                    .forEach(column -> key.add(column.reader().apply(entity)));
        }
        return key;
    }

    @Override
    public @Nullable Object[] of(E entity) {
        return model.columns().stream()
                .map(column -> column.databaseValueOf(entity))
                .toArray();
    }

    @Override
    public E entity(@Nullable Object[] values) {
        List<ColumnModel<E>> all = model.columns();
        @Nullable Object[] own = new @Nullable Object[all.size()];
        for (int i = 0; i < own.length; i++) {
            own[i] = all.get(i).value(values[i]);
        }
        return model.entities().of(own);
    }
}
