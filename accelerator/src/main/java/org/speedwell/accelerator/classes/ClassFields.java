package org.speedwell.accelerator.classes;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.config.identifier.ColumnIdentifier;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.entity.EntityModel;
import org.speedwell.accelerator.entity.EntityModels;
import org.speedwell.accelerator.entity.Handles;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.filter.ColumnReads;
import org.speedwell.accelerator.lambda.AnalyzedFunction;
import org.speedwell.accelerator.lambda.EntityCode;
import org.speedwell.accelerator.lambda.Functions;
import org.speedwell.accelerator.mapping.Member;

/** A finder of the columns that getters read. Thread-safe. */
record ClassFields(EntityModels models) {

    /**
     * Returns the column of a getter that the caller of the store passes as its only argument.
     *
     * @throws IllegalArgumentException if the function does not just read one column
     */
    <E> ColumnIdentifier<E> column(Function<? super E, ?> getter) {
        Functions.recognizeLast(requireNonNull(getter), ClassFields::isCalled);
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
                : code.columns().get(String.valueOf(read.id()));
        if (name == null) {
            throw new IllegalArgumentException("The function does not just return an attribute of "
                    + rows.getSimpleName() + " with a column. Pass a getter, such as Film::getLength.");
        }
        return identifier(model, name);
    }

    /** Returns whether a class is on the stack between the user of the store and this class. */
    private static boolean isCalled(Class<?> type) {
        return MemoryStore.class.isAssignableFrom(type) || type == ClassFields.class;
    }

    /**
     * Returns the column of an attribute.
     *
     * @throws IllegalArgumentException if the class has no such attribute
     */
    <E> ColumnIdentifier<E> column(Class<E> rows, String attribute) {
        EntityModel<E> model = models.of(rows);
        return property(model, attribute)
                .<ColumnIdentifier<E>>map(
                        property -> identifier(model, model.columns().apply(property)))
                .orElseThrow(() -> new IllegalArgumentException("Class " + rows.getSimpleName()
                        + " has no attribute " + attribute + " with a column. It has "
                        + properties(model.mapping().members())
                                .map(property -> property.attribute().name())
                                .collect(Collectors.joining(", "))
                        + "."));
    }

    /**
     * Returns the getter of an attribute.
     *
     * @throws IllegalArgumentException if the values of the attribute have another class
     */
    <E, V> Function<E, @Nullable V> getter(Class<E> rows, String attribute, Class<V> values) {
        Member.Property property = property(models.of(rows), attribute).orElseThrow();
        Class<?> own =
                MethodType.methodType(property.attribute().rawType()).wrap().returnType();
        if (own != values) {
            throw new IllegalArgumentException(property.attribute() + " has values of class " + own.getSimpleName()
                    + ", not " + values.getSimpleName() + ".");
        }
        Function<Object, @Nullable Object> reader = Handles.reader(property.attribute());
        return entity -> values.cast(reader.apply(entity));
    }

    private static Optional<Member.Property> property(EntityModel<?> model, String attribute) {
        return properties(model.mapping().members())
                .filter(property -> property.attribute().name().equals(attribute))
                .findFirst();
    }

    private static Stream<Member.Property> properties(List<Member> members) {
        return members.stream()
                .flatMap(member -> member instanceof Member.Property property ? Stream.of(property) : Stream.empty());
    }

    @SuppressWarnings("unchecked") // the model's column belongs to its rows
    private static <E> ColumnIdentifier<E> identifier(EntityModel<?> model, String column) {
        return (ColumnIdentifier<E>) model.table().columns().stream()
                .filter(known -> known.name().equals(column))
                .findFirst()
                .map(known -> SpeedmentIds.identifier(known.identifier()))
                .orElseThrow();
    }
}
