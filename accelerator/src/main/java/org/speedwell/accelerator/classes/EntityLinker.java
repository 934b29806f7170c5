package org.speedwell.accelerator.classes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.entity.ChildrenModel;
import org.speedwell.accelerator.entity.EntityModel;
import org.speedwell.accelerator.entity.EntityModels;
import org.speedwell.accelerator.entity.ReferenceModel;
import org.speedwell.accelerator.eval.RowPath;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.EntityGraph;
import org.speedwell.accelerator.store.EntityLinks;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Tables;

/** The references and the lists of a class. Immutable and thread-safe. */
final class EntityLinker<E> implements EntityLinks<E> {
    private final List<ToOne<E>> references;
    private final List<ToMany<E>> lists;

    /**
     * An attribute with the row that a foreign key names.
     *
     * @param setter sets the attribute; null if the constructor does
     */
    private record ToOne<E>(Row.Referenced row, @Nullable BiConsumer<E, @Nullable Object> setter) {}

    /**
     * An attribute with the rows that refer to an entity.
     *
     * @param row the entity's row, as the other rows refer to it
     */
    private record ToMany<E>(ChildrenModel<E> model, Row.Referenced row, ChildOrder order) {}

    private EntityLinker(List<ToOne<E>> references, List<ToMany<E>> lists) {
        this.references = List.copyOf(references);
        this.lists = List.copyOf(lists);
    }

    /** Returns the links of a class; null if it has none. */
    static <E> @Nullable EntityLinker<E> of(EntityModel<E> model, EntityModels models) {
        List<ToOne<E>> references = new ArrayList<>();
        for (ReferenceModel<E> reference : model.references()) {
            EntityModel<?> target = models.of(reference.table());
            references.add(new ToOne<>(
                    new Row.Referenced(
                            Row.FIRST,
                            keys(model, reference.foreignKey()),
                            keys(target, reference.key()),
                            reference.table()),
                    reference.setter()));
        }
        List<ToMany<E>> lists = new ArrayList<>();
        for (ChildrenModel<E> children : model.children()) {
            EntityModel<?> target = models.of(children.table());
            Row.Referenced row = new Row.Referenced(
                    Row.FIRST,
                    keys(target, children.foreignKey()),
                    keys(model, children.key()),
                    model.table().identifier());
            lists.add(new ToMany<>(children, row, ChildOrder.of(children, target)));
        }
        return references.isEmpty() && lists.isEmpty() ? null : new EntityLinker<>(references, lists);
    }

    /** Returns the identities of columns in queries. */
    private static List<Object> keys(EntityModel<?> model, List<String> columns) {
        return columns.stream()
                .map(name -> model.table().columns().stream()
                        .filter(column -> column.name().equals(name))
                        .findFirst()
                        .orElseThrow()
                        .identifier())
                .map(ColumnId::key)
                .toList();
    }

    @Override
    public List<TableId<?>> tables() {
        return Stream.concat(
                        references.stream().map(reference -> reference.row.table()),
                        lists.stream().map(list -> list.model.table()))
                .<TableId<?>>map(table -> table)
                .toList();
    }

    @Override
    public boolean areArguments() {
        return references.stream().anyMatch(reference -> reference.setter == null);
    }

    @Override
    public InVersion<E> in(TableStore<E> table, Tables version) {
        List<RowPath> arguments = new ArrayList<>();
        List<Part<E>> parts = new ArrayList<>();
        for (ToOne<E> reference : references) {
            RowPath path = path(table, reference.row, version);
            BiConsumer<E, @Nullable Object> setter = reference.setter;
            if (setter == null) {
                arguments.add(path);
            } else {
                parts.add((entity, row, graph) -> setter.accept(entity, referenced(path, row, graph)));
            }
        }
        for (ToMany<E> list : lists) {
            parts.add(children(list, table, version));
        }
        return new Linked<>(arguments, parts);
    }

    /** An attribute that is set after the entity is created. */
    @FunctionalInterface
    private interface Part<E> {
        void set(E entity, int row, EntityGraph graph);
    }

    private record Linked<E>(List<RowPath> components, List<Part<E>> parts) implements InVersion<E> {
        @Override
        public @Nullable Object[] arguments(int row, EntityGraph graph) {
            @Nullable Object[] made = new @Nullable Object[components.size()];
            Arrays.setAll(made, i -> referenced(components.get(i), row, graph));
            return made;
        }

        @Override
        public void set(E entity, int row, EntityGraph graph) {
            parts.forEach(part -> part.set(entity, row, graph));
        }
    }

    private static @Nullable Object referenced(RowPath path, int row, EntityGraph graph) {
        int other = path.applyAsInt(row);
        return other < 0 ? null : graph.entity(path.referred(), other);
    }

    private static <E> Part<E> children(ToMany<E> list, TableStore<E> table, Tables version) {
        TableStore<?> children = version.table(list.model.table());
        if (children == null) {
            throw missing(table, list.model.table().table());
        }
        ChildRows<?> rows = new ChildRows<>(children, path(children, list.row, version), list.order.in(children));
        return (entity, row, graph) -> list.model
                .setter()
                .accept(
                        entity,
                        list.model.isSingle()
                                ? rows.single(row, graph)
                                : rows.collection(list.model.attribute().rawType(), table, row, entity));
    }

    private static RowPath path(TableStore<?> table, Row.Referenced row, Tables version) {
        RowPath path = RowPath.of(table, row, version);
        if (path == null) {
            throw missing(table, row.table().table());
        }
        return path;
    }

    private static IllegalStateException missing(TableStore<?> table, String other) {
        return new IllegalStateException("Entities of table " + table.name() + " refer to table " + other
                + ", which is not in memory, or whose key has another type than the foreign key.");
    }
}
