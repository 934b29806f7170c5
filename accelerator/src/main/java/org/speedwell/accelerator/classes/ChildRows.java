package org.speedwell.accelerator.classes;

import java.util.AbstractList;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.eval.RowPath;
import org.speedwell.accelerator.store.EntityGraph;
import org.speedwell.accelerator.store.TableStore;

/**
 * The rows of a table that refer to rows of another table, in one version. Immutable and thread-safe.
 *
 * @param path the way from a row of {@code table} to the row that it refers to
 * @param order the order of the rows
 */
record ChildRows<R>(TableStore<R> table, RowPath path, Comparator<Integer> order) {

    /** Returns the entity of the first row that refers to a row; null if there is none. */
    @Nullable
    R single(int parent, EntityGraph graph) {
        int[] rows = rows(parent);
        return rows.length == 0 ? null : graph.entity(table, rows[0]);
    }

    /**
     * Returns the entities that refer to an entity, as an immutable collection. It finds them when it is first read, in
     * the version of the entity.
     *
     * @param type the type of the attribute
     */
    <E> Collection<R> collection(Class<?> type, TableStore<E> parents, int parent, E entity) {
        Lazy<R, E> rows = new Lazy<>(this, parents, parent, entity);
        return type.isAssignableFrom(List.class) ? rows : new LazySet<>(rows);
    }

    private int[] rows(int parent) {
        IntStream.Builder found = IntStream.builder();
        RowPath.Step step = path.steps().getFirst();
        if (step.isReversible()) {
            step.forEachReferring(parent, Integer.MAX_VALUE, found);
        } else {
            IntStream.range(0, table.end())
                    .filter(row -> table.isPresent(row) && path.applyAsInt(row) == parent)
                    .forEach(found);
        }
        table.keepAlive();
        return found.build().boxed().sorted(order).mapToInt(Integer::intValue).toArray();
    }

    /** An immutable list that finds its rows when it is first read. Thread-safe. */
    private static final class Lazy<R, E> extends AbstractList<R> {
        private final ChildRows<R> rows;
        private final TableStore<E> parents;
        private final int parent;
        private final E entity;
        private @Nullable List<R> found;

        private Lazy(ChildRows<R> rows, TableStore<E> parents, int parent, E entity) {
            this.rows = rows;
            this.parents = parents;
            this.parent = parent;
            this.entity = entity;
        }

        private synchronized List<R> found() {
            List<R> known = found;
            if (known == null) {
                EntityGraph graph = new EntityGraph();
                graph.add(parents, parent, entity); // the children refer to this object
                known = IntStream.of(rows.rows(parent))
                        .mapToObj(row -> graph.complete(graph.entity(rows.table, row)))
                        .toList();
                found = known;
            }
            return known;
        }

        @Override
        public R get(int index) {
            return found().get(index);
        }

        @Override
        public int size() {
            return found().size();
        }
    }

    /** An immutable set of a list's elements. Thread-safe. */
    private static final class LazySet<R> extends AbstractSet<R> {
        private final List<R> list;
        private @Nullable Set<R> found;

        private LazySet(List<R> list) {
            this.list = list;
        }

        private synchronized Set<R> found() {
            Set<R> known = found;
            if (known == null) {
                known = Collections.unmodifiableSet(new LinkedHashSet<>(list));
                found = known;
            }
            return known;
        }

        @Override
        public Iterator<R> iterator() {
            return found().iterator();
        }

        @Override
        public boolean contains(@Nullable Object element) {
            return found().contains(element);
        }

        @Override
        public int size() {
            return found().size();
        }
    }
}
