package org.speedwell.accelerator.store;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.speedwell.accelerator.model.TableId;

/**
 * Entities that refer to each other. Each row has one entity, so that references may form cycles. For one thread.
 */
public final class EntityGraph {
    private final Map<Place, Object> entities = new HashMap<>();

    /** The entities whose attributes are not set yet. A queue needs no stack for long chains of references. */
    private final Deque<Runnable> unset = new ArrayDeque<>();

    private record Place(TableId<?> table, int row) {}

    /** Adds an entity that exists, with all its attributes. */
    public <E> void add(TableStore<E> table, int row, E entity) {
        entities.put(new Place(table.identifier(), row), entity);
    }

    /** Returns the entity of a row. Its attributes may be set later, by {@link #complete}. */
    @SuppressWarnings("unchecked") // a table's place has an entity of the table
    public <E> E entity(TableStore<E> table, int row) {
        Place place = new Place(table.identifier(), row);
        Object known = entities.get(place);
        if (known != null) {
            return (E) known;
        }
        E entity = newEntity(table, row);
        entities.put(place, entity);
        return entity;
    }

    /**
     * Returns a new entity of a row, to which no other entity refers yet. Its attributes may be set later, by {@link
     * #complete}.
     */
    <E> E newEntity(TableStore<E> table, int row) {
        if (!table.isLinked()) {
            return table.unlinked(row);
        }
        EntityLinks.InVersion<E> links = table.links();
        E entity = table.unlinked(row, links.arguments(row, this)); // records form no cycles
        unset.add(() -> links.set(entity, row, this));
        return entity;
    }

    /** Returns an entity after setting the attributes of all entities. */
    public <E> E complete(E entity) {
        for (Runnable next = unset.poll(); next != null; next = unset.poll()) {
            next.run();
        }
        return entity;
    }
}
