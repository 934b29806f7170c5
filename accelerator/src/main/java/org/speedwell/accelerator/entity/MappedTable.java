package org.speedwell.accelerator.entity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.ColumnModel;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseTable;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.entity.ColumnForm.MisfitException;
import org.speedwell.accelerator.mapping.Attribute;
import org.speedwell.accelerator.mapping.ClassMapping;
import org.speedwell.accelerator.mapping.Conversion;
import org.speedwell.accelerator.mapping.DatabaseName;
import org.speedwell.accelerator.mapping.Discriminator;
import org.speedwell.accelerator.mapping.Member;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.EntityFactory;

/** A mapped class and the columns of its table. It collects the differences between both. For one thread. */
final class MappedTable<E> {
    private final ClassMapping<E> mapping;
    private final DatabaseTable table;
    private final TableId<E> identifier;
    private final Differences differences;
    private final Map<String, MappedColumn> columns = new LinkedHashMap<>();
    private final Map<PropertyKey, String> names = new HashMap<>();
    private final Set<String> ids = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

    /** The properties by their columns. */
    private final Map<String, Member.Property> properties = new HashMap<>();

    /** The identity of a property. Subclasses with rows in one table inherit equal properties. */
    private record PropertyKey(Attribute attribute, DatabaseName column) {
        static PropertyKey of(Member.Property property) {
            return new PropertyKey(property.attribute(), property.column());
        }
    }

    /**
     * A reference of the entities.
     *
     * @param within the embedded objects around the reference, from the entity on
     */
    record HeldReference(List<Attribute> within, Member.Reference reference) {}

    MappedTable(ClassMapping<E> declared, String database, DatabaseTable table, Differences differences) {
        this.mapping = JsonMembers.resolved(declared, table);
        this.table = table;
        this.identifier = new TableId<>(database, table.schema(), table.name());
        this.differences = differences;
        Discriminator<E> discriminator = mapping.discriminator().orElse(null);
        if (discriminator == null) {
            addClass(mapping.members());
        } else {
            discriminator.variants().forEach(variant -> addClass(variant.members()));
            addDiscriminator(discriminator);
        }
    }

    ClassMapping<E> mapping() {
        return mapping;
    }

    DatabaseTable table() {
        return table;
    }

    TableId<E> identifier() {
        return identifier;
    }

    /** Returns whether rows of the table are instances of a class. */
    boolean holds(Class<?> type) {
        return mapping.type() == type
                || mapping.discriminator().stream()
                        .flatMap(found -> found.variants().stream())
                        .anyMatch(variant -> type.isAssignableFrom(variant.type())
                                && mapping.type().isAssignableFrom(type));
    }

    /** Returns the members of the class and of its subclasses. */
    Stream<Member> members() {
        return Stream.concat(
                        mapping.members().stream(),
                        mapping.discriminator().stream()
                                .flatMap(found -> found.variants().stream())
                                .flatMap(variant -> variant.members().stream()))
                .filter(new TreeSet<>(Comparator.<Member, String>comparing(
                        member -> member.attribute().toString()))::add);
    }

    /** Returns the references of the class, of its subclasses, and of their embedded objects. */
    Stream<HeldReference> references() {
        return references(members(), List.of());
    }

    private static Stream<HeldReference> references(Stream<Member> members, List<Attribute> within) {
        return members.flatMap(member -> switch (member) {
            case Member.Reference reference -> Stream.of(new HeldReference(within, reference));
            case Member.Embedded embedded ->
                references(embedded.members().stream(), longer(within, embedded.attribute()));
            case Member.Property property -> Stream.empty();
            case Member.Children children -> Stream.empty();
        });
    }

    private static List<Attribute> longer(List<Attribute> path, Attribute attribute) {
        return Stream.concat(path.stream(), Stream.of(attribute)).toList();
    }

    /** Adds the columns of the members of one class. */
    private void addClass(List<Member> members) {
        addAll(members, List.of(), new HashMap<>());
    }

    private void addAll(List<Member> members, List<Attribute> within, Map<String, Attribute> held) {
        for (Member member : members) {
            List<Attribute> path = longer(within, member.attribute());
            switch (member) {
                case Member.Property property -> add(property, path, held);
                case Member.Embedded embedded -> addAll(embedded.members(), path, held);
                case Member.Reference reference -> {}
                case Member.Children children -> {}
            }
        }
    }

    private void add(Member.Property property, List<Attribute> path, Map<String, Attribute> held) {
        DatabaseColumn column = column(property);
        if (column == null) {
            return;
        }
        String name = column.name();
        if (property.isId()) {
            ids.add(name);
        }
        Attribute other = held.put(name, property.attribute());
        if (other != null) {
            differences.add(
                    property.attribute(),
                    "and " + other + " have the same column " + table.name() + "." + name,
                    "annotate one of them with @Transient, or correct its @Column");
            return;
        }
        if (names.put(PropertyKey.of(property), name) == null) {
            addForm(property, path, column);
        }
    }

    private @Nullable DatabaseColumn column(Member.Property property) {
        Optional<DatabaseColumn> found = find(property.column());
        if (found.isEmpty()) {
            String missing = property.column().candidates().getLast();
            differences.add(
                    property.attribute(),
                    "has no column " + property.column() + " in table " + table.name(),
                    Differences.nearest(
                            missing, columnNames(), "@Column(name = \"%s\")", "annotate it with @Transient"));
        }
        return found.orElse(null);
    }

    /** Returns the column with a name. */
    Optional<DatabaseColumn> find(DatabaseName name) {
        return table.column(name.candidates());
    }

    List<String> columnNames() {
        return table.columns().stream().map(DatabaseColumn::name).toList();
    }

    private void addForm(Member.Property property, List<Attribute> path, DatabaseColumn column) {
        Attribute attribute = property.attribute();
        boolean isPrimitive = attribute.rawType().isPrimitive();
        try {
            ColumnForm form = ColumnForm.of(column, attribute, property.conversion());
            if (isPrimitive && column.isNullable() && !(property.conversion() instanceof Conversion.ByFunction)) {
                differences.add(
                        attribute,
                        "is a primitive, but column " + table.name() + "." + column.name() + " can be NULL",
                        "declare it as " + attribute.valueClass().getSimpleName() + ", or the column as NOT NULL");
            }
            MappedColumn known = columns.get(column.name());
            if (known != null && known.form().valueClass() != form.valueClass()) {
                differences.add(
                        attribute,
                        "holds column " + table.name() + "." + column.name() + " as "
                                + form.valueClass().getSimpleName() + ", but another class of the table as "
                                + known.form().valueClass().getSimpleName(),
                        "declare both with the same type");
                return;
            }
            properties.putIfAbsent(column.name(), property);
            columns.computeIfAbsent(column.name(), _ -> new MappedColumn(column, form, isPrimitive))
                    .readFrom(path);
        } catch (MisfitException e) {
            differences.add(
                    attribute,
                    "has column " + table.name() + "." + column.name() + ", which " + e.getMessage(),
                    e.remedy());
        }
    }

    private void addDiscriminator(Discriminator<E> discriminator) {
        DatabaseColumn column = table.column(discriminator.column()).orElse(null);
        if (column == null) {
            differences.add(
                    mapping.type().getName(),
                    "has no discriminator column " + discriminator.column() + " in table " + table.name(),
                    Differences.nearest(
                            discriminator.column(),
                            columnNames(),
                            "@DiscriminatorColumn(name = \"%s\")",
                            "add @DiscriminatorColumn"));
        } else if (!columns.containsKey(column.name())) {
            columns.put(column.name(), ClassOfRow.column(column, discriminator, mapping.type()));
        }
    }

    /** Returns the column that determines the class of each row. */
    MappedColumn discriminator(Discriminator<?> of) {
        return find(DatabaseName.explicit(of.column()))
                .map(column -> columns.get(column.name()))
                .orElseThrow();
    }

    /** Returns the names of the columns that find a row; empty if there is no such key. */
    List<String> key() {
        return table.primaryKey().isEmpty() ? List.copyOf(ids) : table.primaryKey();
    }

    /** Returns the names of the columns of each key that no two rows share. */
    List<List<String>> uniqueKeys() {
        return Stream.concat(Stream.of(key()), table.uniqueKeys().values().stream())
                .filter(columnNames -> !columnNames.isEmpty())
                .toList();
    }

    /** Adds the columns of a foreign key to those of the declared id. */
    void addId(List<String> foreignKey) {
        ids.addAll(foreignKey);
    }

    /**
     * Adds a column that no attribute holds, such as a foreign key.
     *
     * @param target the table to which the column refers
     * @param referenced the column of that table
     */
    void addHidden(Attribute attribute, DatabaseColumn column, MappedTable<?> target, String referenced) {
        if (columns.containsKey(column.name())) {
            return;
        }
        try {
            MappedColumn hidden = new MappedColumn(column, hiddenForm(column, target.property(referenced)), false);
            hidden.readThrough(attribute, () -> target.columns.get(referenced));
            columns.put(column.name(), hidden);
        } catch (MisfitException e) {
            differences.add(
                    attribute,
                    "has column " + table.name() + "." + column.name() + ", which " + e.getMessage(),
                    e.remedy());
        }
    }

    private static ColumnForm hiddenForm(DatabaseColumn column, Member.@Nullable Property like) throws MisfitException {
        if (like != null) {
            try {
                return ColumnForm.of(column, like.attribute(), like.conversion());
            } catch (MisfitException e) {
                // the two columns have different types
            }
        }
        return ColumnForm.natural(column);
    }

    /** Returns the property with a column; null if there is none. */
    Member.@Nullable Property property(String column) {
        return properties.get(column);
    }

    /** Compares the declared id with the primary key. Call this after {@link #addId}. */
    void checkId() {
        if (ids.isEmpty() || table.isView()) {
            return;
        }
        Set<String> key = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        key.addAll(table.primaryKey());
        if (key.isEmpty()) {
            differences.add(
                    mapping.type().getName(),
                    "has an id, but table " + table.name() + " has no primary key",
                    "add PRIMARY KEY (" + String.join(", ", ids) + ") to the table");
        } else if (!key.equals(ids)) {
            differences.add(
                    mapping.type().getName(),
                    "has the id (" + String.join(", ", ids) + "), but the primary key of table " + table.name()
                            + " is (" + String.join(", ", table.primaryKey()) + ")",
                    "annotate the members of the primary key with @Id");
        }
    }

    /** Returns the column of each property, by the property. */
    String columnOf(Member.Property property) {
        String name = names.get(PropertyKey.of(property));
        if (name == null) {
            throw new IllegalArgumentException(
                    property.attribute() + " does not belong to table " + table.name() + ".");
        }
        return name;
    }

    /** Returns the table. Call this when there are no differences. */
    TableModel<E> model(
            List<? extends ReferenceModel<?>> references, BiFunction<TableId<?>, String, ColumnId> columnIds) {
        List<ColumnModel<E>> models = new ArrayList<>();
        columns.forEach((name, column) -> models.add(column.model(columnIds.apply(identifier, name))));
        List<String> order = List.copyOf(columns.keySet());
        return new TableModel<>(
                identifier,
                new EntityFactory<>(
                        ClassOfRow.maker(mapping, order, new ObjectMaker.Places() {
                            @Override
                            public int of(Member.Property property) {
                                return order.indexOf(columnOf(property));
                            }

                            @Override
                            public int columns() {
                                return order.size();
                            }

                            @Override
                            public List<Integer> of(Member.Reference reference) {
                                return ReferenceModel.of(reference, references).foreignKey().stream()
                                        .map(order::indexOf)
                                        .toList();
                            }
                        }),
                        order.size(),
                        FieldSources.code(this, references)),
                identifier.database(),
                table.schema(),
                table.name(),
                table.isView(),
                models,
                key());
    }
}
