package org.speedwell.accelerator.live;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.StoredTable;
import org.speedwell.accelerator.database.ColumnModel;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.model.TableId;

/** A table of the application's model, as other JVMs know it. */
record ModelTable<E>(TableModel<E> model, Class<E> rows) implements StoredTable<E> {
    @Override
    public TableId<E> identifier() {
        return model.identifier();
    }

    @Override
    public Map<String, Class<?>> columns() {
        Map<String, Class<?>> columns = new LinkedHashMap<>();
        model.columns().forEach(column -> columns.put(column.name(), column.valueClass()));
        return Collections.unmodifiableMap(columns);
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
    public @Nullable Object[] values(E entity) {
        return model.columns().stream()
                .map(column -> column.databaseValueOf(entity))
                .toArray();
    }

    @Override
    public E entity(@Nullable Object[] values) {
        List<ColumnModel<E>> columns = model.columns();
        @Nullable Object[] own = new @Nullable Object[columns.size()];
        for (int i = 0; i < own.length; i++) {
            own[i] = columns.get(i).value(values[i]);
        }
        return model.entities().of(own);
    }
}
