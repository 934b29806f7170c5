package org.speedwell.accelerator.entity;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.mapping.ClassMapping;
import org.speedwell.accelerator.mapping.Discriminator;

/** The class of each row of a table, which a discriminator column may determine. */
final class ClassOfRow {
    private ClassOfRow() {}

    /** Returns the discriminator column. It refuses values without a class. */
    static <E> MappedColumn column(DatabaseColumn column, Discriminator<E> discriminator, Class<E> type) {
        Map<Class<?>, String> values = new HashMap<>();
        discriminator.variants().forEach(variant -> values.put(variant.type(), variant.value()));
        Class<?> databaseClass = discriminator.isNumber() ? Integer.class : String.class;
        ColumnForm form = new ColumnForm(
                databaseClass,
                String.class,
                value -> {
                    String text = String.valueOf(value);
                    if (!values.containsValue(text)) {
                        throw new IllegalArgumentException("no mapped subclass of " + type.getName()
                                + " has the discriminator value '" + text + "'. Map it, too");
                    }
                    return text;
                },
                value -> discriminator.isNumber() ? Integer.valueOf((String) value) : value);
        MappedColumn mapped = new MappedColumn(column, form, false);
        mapped.readBy(entity -> values.get(entity.getClass()));
        return mapped;
    }

    /**
     * Returns a function that makes the entity of a row.
     *
     * @param columns the names of the columns, in the order of the values
     * @param places the places of the values of members
     */
    @SuppressWarnings("unchecked") // the makers create instances of the mapped class
    static <E> Function<@Nullable Object[], E> maker(
            ClassMapping<E> mapping, List<String> columns, ObjectMaker.Places places) {
        Discriminator<E> discriminator = mapping.discriminator().orElse(null);
        if (discriminator == null) {
            ObjectMaker maker = new ObjectMaker(mapping.type(), mapping.members(), places);
            return row -> (E) maker.make(row);
        }
        Map<String, ObjectMaker> makers = new HashMap<>();
        discriminator
                .variants()
                .forEach(variant ->
                        makers.put(variant.value(), new ObjectMaker(variant.type(), variant.members(), places)));
        int decisive = columns.stream()
                .filter(discriminator.column()::equalsIgnoreCase)
                .findFirst()
                .map(columns::indexOf)
                .orElseThrow();
        return row -> (E)
                Objects.requireNonNull(makers.get(String.valueOf(row[decisive])), "the discriminator column is loaded")
                        .make(row);
    }
}
