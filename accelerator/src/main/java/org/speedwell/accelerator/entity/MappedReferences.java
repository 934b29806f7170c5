package org.speedwell.accelerator.entity;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.mapping.Attribute;
import org.speedwell.accelerator.mapping.DatabaseName;
import org.speedwell.accelerator.mapping.Member;

/** A finder of the foreign keys between mapped classes. For one thread. */
final class MappedReferences {
    private final List<MappedTable<?>> tables;
    private final Differences differences;

    MappedReferences(List<MappedTable<?>> tables, Differences differences) {
        this.tables = tables;
        this.differences = differences;
    }

    /** Returns the references of a class, and adds the columns of their foreign keys to its table. */
    <E> List<ReferenceModel<E>> references(MappedTable<E> table) {
        List<ReferenceModel<E>> found = new ArrayList<>();
        table.references().forEach(held -> {
            ReferenceModel<E> model = reference(table, held);
            if (model != null) {
                found.add(model);
                if (held.reference().isId()) {
                    table.addId(model.foreignKey());
                }
            }
        });
        return found;
    }

    private <E> @Nullable ReferenceModel<E> reference(MappedTable<E> table, MappedTable.HeldReference held) {
        Member.Reference reference = held.reference();
        Attribute attribute = reference.attribute();
        MappedTable<?> target = target(attribute, reference.target());
        if (target == null) {
            return null;
        }
        List<String> key = new ArrayList<>();
        List<String> foreignKey = new ArrayList<>();
        List<Member.JoinPair> joins = joins(reference, target);
        boolean isByKey = joins.stream().anyMatch(join -> join.referenced().isEmpty());
        if (joins.isEmpty() || isByKey && joins.size() != target.key().size()) {
            differences.add(
                    attribute,
                    "has " + joins.size() + " join columns, but the key of "
                            + target.mapping().type().getName() + " is (" + String.join(", ", target.key()) + ")",
                    joins.isEmpty()
                            ? "annotate the key of the class with @Id"
                            : "state one @JoinColumn for each column of the key");
            return null;
        }
        for (int i = 0; i < joins.size(); i++) {
            DatabaseColumn column = table.find(joins.get(i).column()).orElse(null);
            int place = i;
            String referenced =
                    joins.get(i).referenced().orElseGet(() -> target.key().get(place));
            if (column == null) {
                differences.add(
                        attribute,
                        "has no join column " + joins.get(i).column() + " in table "
                                + table.identifier().table(),
                        Differences.nearest(
                                joins.get(i).column().candidates().getFirst(),
                                table.columnNames(),
                                "@JoinColumn(name = \"%s\")",
                                "add @JoinColumn"));
                return null;
            }
            Optional<DatabaseColumn> refers = target.find(DatabaseName.explicit(referenced));
            if (refers.isEmpty()) {
                differences.add(
                        attribute,
                        "refers to column " + referenced + ", which table "
                                + target.identifier().table() + " lacks",
                        "correct referencedColumnName");
                return null;
            }
            String referencedName = refers.get().name();
            table.addHidden(attribute, column, target, referencedName);
            foreignKey.add(column.name());
            key.add(referencedName);
        }
        return new ReferenceModel<>(
                attribute,
                reference.target(),
                target.identifier(),
                List.copyOf(foreignKey),
                List.copyOf(key),
                attribute.declaringClass().isRecord() ? null : setter(held.within(), attribute));
    }

    /** Refuses records that refer back to themselves, because a constructor needs its arguments first. */
    void requireNoCycles() {
        tables.forEach(table -> references(table.mapping().type()).forEach(reference -> {
            if (isReached(table.mapping().type(), reference.target(), new HashSet<>())) {
                differences.add(
                        reference.attribute(),
                        "belongs to a cycle of references between records, which no constructor can make",
                        "map a class instead of one of the records, or map the foreign key as a plain value");
            }
        }));
    }

    /** Returns whether references of records lead from one class to another. */
    private boolean isReached(Class<?> type, Class<?> from, Set<Class<?>> seen) {
        return from == type
                || seen.add(from) && references(from).anyMatch(reference -> isReached(type, reference.target(), seen));
    }

    private Stream<Member.Reference> references(Class<?> type) {
        return tables.stream()
                .filter(table -> type.isRecord() && table.mapping().type() == type)
                .flatMap(MappedTable::members)
                .filter(Member.Reference.class::isInstance)
                .map(Member.Reference.class::cast);
    }

    private static List<Member.JoinPair> joins(Member.Reference reference, MappedTable<?> target) {
        return reference.joins().isEmpty()
                ? target.key().stream()
                        .map(key -> new Member.JoinPair(
                                implied(reference.attribute().name(), key), Optional.of(key)))
                        .toList()
                : reference.joins();
    }

    /** Returns the names that a foreign key may have if the reference states none. */
    private static DatabaseName implied(String attribute, String key) {
        List<String> names = new ArrayList<>();
        for (String name : DatabaseName.implied(attribute).candidates()) {
            names.add(name + "_" + key);
            if (key.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT))) {
                names.add(key); // language and language_id
            }
            names.add(name + key.replace("_", ""));
            names.add(name + "_id");
            names.add(name + "id");
        }
        return new DatabaseName(names.stream().distinct().toList(), false);
    }

    private @Nullable MappedTable<?> target(Attribute attribute, Class<?> type) {
        for (MappedTable<?> table : tables) {
            if (table.holds(type)) {
                return table;
            }
        }
        differences.add(
                attribute,
                "refers to class " + type.getName() + ", which is not mapped",
                "map it with .table(" + type.getSimpleName() + ".class), or annotate the attribute with @Transient");
        return null;
    }

    /** Returns the lists of a class. They reverse references that are already known. */
    <E> List<ChildrenModel<E>> children(MappedTable<E> table, List<ReferenceModel<?>> references) {
        List<ChildrenModel<E>> found = new ArrayList<>();
        table.members().forEach(member -> {
            if (member instanceof Member.Children children) {
                ChildrenModel<E> model = children(children, references);
                if (model != null) {
                    found.add(model);
                }
            }
        });
        return found;
    }

    private <E> @Nullable ChildrenModel<E> children(Member.Children children, List<ReferenceModel<?>> references) {
        MappedTable<?> target = target(children.attribute(), children.target());
        if (target == null) {
            return null;
        }
        Optional<Member> reference = target.members()
                .filter(member -> member instanceof Member.Reference
                        && member.attribute().name().equals(children.mappedBy()))
                .findFirst();
        if (reference.isEmpty()) {
            differences.add(
                    children.attribute(),
                    "is mapped by " + children.mappedBy() + ", but class "
                            + children.target().getName() + " has no reference of this name",
                    "correct mappedBy");
            return null;
        }
        return references.stream()
                .filter(known -> known.attribute().equals(reference.get().attribute()))
                .findFirst()
                .map(known -> new ChildrenModel<E>(
                        children.attribute(),
                        children.target(),
                        target.identifier(),
                        known.foreignKey(),
                        known.key(),
                        children.isSingle(),
                        children.orderBy(),
                        setter(List.of(), children.attribute())))
                .orElse(null);
    }

    /**
     * Returns a function that writes an attribute. It does nothing if the entity does not hold the attribute.
     *
     * @param within the embedded objects around the attribute, from the entity on
     */
    private static <E> BiConsumer<E, @Nullable Object> setter(List<Attribute> within, Attribute attribute) {
        BiConsumer<Object, @Nullable Object> writer = Handles.writer(attribute);
        Function<Object, @Nullable Object> holder = Handles.reader(within);
        Class<?> declaring = (within.isEmpty() ? attribute : within.getFirst()).declaringClass();
        return (entity, value) -> {
            Object held = declaring.isInstance(Objects.requireNonNull(entity)) ? holder.apply(entity) : null;
            if (held != null) {
                writer.accept(held, value);
            }
        };
    }
}
