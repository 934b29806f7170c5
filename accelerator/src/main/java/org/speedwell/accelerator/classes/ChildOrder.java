package org.speedwell.accelerator.classes;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.database.ColumnModel;
import org.speedwell.accelerator.entity.ChildrenModel;
import org.speedwell.accelerator.entity.EntityModel;
import org.speedwell.accelerator.mapping.MappingException;
import org.speedwell.accelerator.mapping.Member;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * The order of the rows in a list, by their columns. Rows with equal columns have the order of the primary key.
 * Immutable.
 */
record ChildOrder(List<By> columns) {
    /** One column of the order. */
    private record By(ColumnId column, boolean isDescending) {
        Comparator<Integer> in(TableStore<?> table) {
            ColumnRef ref = requireNonNull(table.ref(column.key()));
            if (!(ref instanceof ColumnRef.Ordered ordered)) {
                throw new IllegalStateException(
                        "Column " + column + " of table " + table.name() + " has no order in memory.");
            }
            KeyColumn keys = ordered.column();
            Comparator<Integer> comparator = Comparator.<Integer>comparingInt(
                            row -> keys.isNull(row) ? 0 : 1) // as MySQL sorts NULL
                    .thenComparingLong(row -> keys.isNull(row) ? 0 : keys.key(row));
            return isDescending ? comparator.reversed() : comparator;
        }

        @SuppressWarnings({"unchecked", "rawtypes", "NullAway"}) // a column has values of one class, or null
        Comparator<@Nullable Object[]> in(List<? extends ColumnModel<?>> all) {
            int place = all.stream().map(ColumnModel::identifier).toList().indexOf(column);
            Comparator<@Nullable Object[]> comparator = Comparator.comparing(
                    values -> (Comparable) values[place], Comparator.nullsFirst(Comparator.naturalOrder()));
            return isDescending ? comparator.reversed() : comparator;
        }
    }

    /**
     * Reads an order as Jakarta Persistence writes it: attributes, each perhaps followed by ASC or DESC.
     *
     * @throws MappingException if the order names an unknown attribute
     */
    static ChildOrder of(ChildrenModel<?> children, EntityModel<?> target) {
        List<By> columns = new ArrayList<>();
        if (!children.orderBy().isBlank()) {
            for (String part : children.orderBy().split(",")) {
                String[] words = part.strip().split("\\s+");
                boolean isDescending = words.length > 1 && words[1].equalsIgnoreCase("DESC");
                columns.add(new By(column(words[0], children, target), isDescending));
            }
        }
        for (String key : target.table().keyColumns()) {
            columns.add(new By(column(target, key), false));
        }
        return new ChildOrder(List.copyOf(columns));
    }

    private static ColumnId column(String attribute, ChildrenModel<?> children, EntityModel<?> target) {
        return properties(target.mapping().members())
                .filter(property -> property.attribute().name().equals(attribute))
                .findFirst()
                .map(property -> column(target, target.columns().apply(property)))
                .orElseThrow(() -> new MappingException(children.attribute() + " is ordered by " + attribute
                        + ", but class " + target.mapping().type().getName()
                        + " has no such attribute with a column. Correct its @OrderBy."));
    }

    private static Stream<Member.Property> properties(List<Member> members) {
        return members.stream().flatMap(member -> switch (member) {
            case Member.Property property -> Stream.of(property);
            case Member.Embedded embedded -> properties(embedded.members());
            case Member.Reference _, Member.Children _ -> Stream.empty();
        });
    }

    private static ColumnId column(EntityModel<?> target, String name) {
        return target.table().columns().stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .orElseThrow()
                .identifier();
    }

    /** Returns the order of the row ids of a version. */
    Comparator<Integer> in(TableStore<?> table) {
        return columns.stream()
                .map(by -> by.in(table))
                .reduce(Comparator::thenComparing)
                .orElse(Comparator.naturalOrder());
    }

    /** Returns the order of rows that are arrays with one value for each column of a table. */
    Comparator<@Nullable Object[]> in(List<? extends ColumnModel<?>> all) {
        return columns.stream()
                .map(by -> by.in(all))
                .reduce(Comparator::thenComparing)
                .orElse((_, _) -> 0);
    }
}
