package org.speedwell.accelerator.live;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.lambda.EntityCode;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.KnownReferences;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.FallbackListener;
import org.speedwell.accelerator.table.Rows;

/** The application's own rows that joins can name beside the tables of the database. Immutable. */
public record OwnRows(Map<TableId<?>, Rows<?>> all) {
    public static final OwnRows NONE = new OwnRows(Map.of());

    /**
     * Returns these rows.
     *
     * @throws IllegalArgumentException if two have the same name, because a join could not tell them apart
     */
    public static OwnRows of(Rows<?>... rows) {
        Map<TableId<?>, Rows<?>> all = new HashMap<>();
        for (Rows<?> of : rows) {
            TableId<?> id = of.table().store().identifier();
            if (all.put(id, of) != null) {
                throw new IllegalArgumentException(
                        "Two tables of rows are named %s. Give their schemas different names.".formatted(id.table()));
            }
        }
        return new OwnRows(Map.copyOf(all));
    }

    public boolean has(TableStore<?> table) {
        return all.containsKey(table.identifier());
    }

    /** Returns the rows of a class, in their current state; null if there are none. */
    public @Nullable TableStore<?> of(Class<?> type) {
        for (Rows<?> rows : all.values()) {
            TableStore<?> table = rows.table().store();
            EntityCode code = table.fields().code();
            if (code != null && code.type() == type) {
                return table;
            }
        }
        return null;
    }

    /** Returns a listener that also has these rows as tables, in their current state. */
    public FallbackListener with(FallbackListener others) {
        if (all.isEmpty()) {
            return others;
        }
        Map<TableId<?>, TableStore<?>> now = new HashMap<>();
        all.forEach((id, rows) -> now.put(id, rows.table().store()));
        return new Extended(Map.copyOf(now), others);
    }

    /** A listener with additional tables. Thread-safe, because parallel streams need it. */
    private record Extended(Map<TableId<?>, TableStore<?>> rows, FallbackListener others) implements FallbackListener {
        @Override
        @SuppressWarnings("unchecked") // a table is stored under its own identifier
        public <T> @Nullable TableStore<T> table(TableId<T> identifier) {
            TableStore<?> own = rows.get(identifier);
            return own == null ? others.table(identifier) : (TableStore<T>) own;
        }

        @Override
        public KnownReferences references() {
            return others.references();
        }

        @Override
        public boolean readsFunctions() {
            return others.readsFunctions();
        }

        @Override
        public void fallback(TableStore<?> table, String operation, String reason, @Nullable Object function) {
            others.fallback(table, operation, reason, function);
        }
    }
}
