package org.speedwell.accelerator.classes;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.config.identifier.ColumnIdentifier;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.database.ColumnModel;
import org.speedwell.accelerator.entity.EntityModel;
import org.speedwell.accelerator.entity.EntityModels;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.filter.ColumnReads;
import org.speedwell.accelerator.lambda.AnalyzedFunction;
import org.speedwell.accelerator.lambda.EntityCode;
import org.speedwell.accelerator.lambda.Functions;
import org.speedwell.accelerator.mapping.Member;
import org.speedwell.accelerator.model.ColumnId;

/** A finder of the columns that getters read. Thread-safe. */
record ClassFields(EntityModels models) {

    /**
     * Returns the column of a getter that the caller of the store passes as its only argument.
     *
     * @throws IllegalArgumentException if the function does not just read one column
     */
    <E> ColumnIdentifier<E> columnOf(Function<? super E, ?> getter) {
        Functions.recognizeLast(requireNonNull(getter), ClassFields::isCalled);
        return column(getter);
    }

    /**
     * Returns the column of a getter that is {@linkplain Functions#recognizeLast identified}.
     *
     * @throws IllegalArgumentException if the function does not just read one column
     */
    <E> ColumnIdentifier<E> column(Function<? super E, ?> getter) {
        Class<?> rows = Functions.argumentClass(getter);
        if (rows == null) {
            throw new IllegalArgumentException(
                    "The function cannot be read. Pass a getter as a method reference, such as"
                            + " Film::getLength, or name the attribute: field(Film.class, \"length\", Integer.class).");
        }
        EntityModel<?> model = models.of(rows);
        EntityCode code = model.table().entities().code();
        AnalyzedFunction<E, Object> known = code == null ? null : Functions.known(getter, code);
        Expr.Column read = known == null ? null : ColumnReads.value(known.expr());
        String name = code == null || read == null || !read.row().equals(Row.FIRST)
                ? null
                : read.id() instanceof ColumnId column
                        ? column.name()
                        : code.columns().get(String.valueOf(read.id()));
        if (name == null) {
            throw new IllegalArgumentException("The function does not just return an attribute of "
                    + rows.getSimpleName() + " with a column. Pass a getter, such as Film::getLength.");
        }
        return identifier(model, name);
    }

    /** Returns whether a class is on the stack between the user of the store and this class. */
    static boolean isCalled(Class<?> type) {
        return MemoryStore.class.isAssignableFrom(type) || type == ClassFields.class || type == ClassReferences.class;
    }

    /**
     * Returns the column of an attribute.
     *
     * @param attribute its name, after those of the embedded objects around it, with dots between them
     * @throws IllegalArgumentException if the class has no such attribute
     */
    <E> ColumnIdentifier<E> column(Class<E> rows, String attribute) {
        return identifier(models.of(rows), model(rows, attribute).name());
    }

    private <E> ColumnModel<E> model(Class<E> rows, String attribute) {
        EntityModel<E> model = models.of(rows);
        Map<String, Member.Property> properties = new LinkedHashMap<>();
        addProperties(model.mapping().members(), "", properties);
        Member.Property property = properties.get(attribute);
        if (property == null) {
            throw new IllegalArgumentException("Class " + rows.getSimpleName() + " has no attribute " + attribute
                    + " with a column. It has " + String.join(", ", properties.keySet()) + ".");
        }
        return column(model, model.columns().apply(property));
    }

    private static void addProperties(List<Member> members, String path, Map<String, Member.Property> into) {
        for (Member member : members) {
            String name = path + member.attribute().name();
            switch (member) {
                case Member.Property property -> into.put(name, property);
                case Member.Embedded embedded -> addProperties(embedded.members(), name + ".", into);
                case Member.Reference _, Member.Children _ -> {}
            }
        }
    }

    /**
     * Returns the getter of an attribute. The getter returns null if an embedded object around the attribute is null.
     *
     * @throws IllegalArgumentException if the values of the attribute have another class
     */
    <E, V> Function<E, @Nullable V> getter(Class<E> rows, String attribute, Class<V> values) {
        ColumnModel<E> column = model(rows, attribute);
        if (!values.isAssignableFrom(column.valueClass())) {
            throw new IllegalArgumentException(rows.getSimpleName() + "." + attribute + " has values of class "
                    + column.valueClass().getSimpleName() + ", not " + values.getSimpleName() + ".");
        }
        return entity -> values.cast(column.reader().apply(entity));
    }

    @SuppressWarnings("unchecked") // the model's column belongs to its rows
    private static <E> ColumnIdentifier<E> identifier(EntityModel<?> model, String column) {
        return (ColumnIdentifier<E>)
                SpeedmentIds.identifier(column(model, column).identifier());
    }

    /** Returns the model of a column. */
    static <E> ColumnModel<E> column(EntityModel<E> model, String name) {
        return model.table().columns().stream()
                .filter(known -> known.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
