package org.speedwell.accelerator.database;

import com.speedment.runtime.config.Column;
import com.speedment.runtime.config.Project;
import com.speedment.runtime.config.identifier.ColumnIdentifier;
import com.speedment.runtime.config.util.DocumentDbUtil;
import com.speedment.runtime.field.EnumField;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.method.Getter;
import com.speedment.runtime.field.method.Setter;
import com.speedment.runtime.typemapper.TypeMapper;
import com.speedment.runtime.typemapper.primitive.PrimitiveTypeMapper;
import java.lang.invoke.MethodType;
import java.lang.reflect.Type;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.builder.ColumnBuilder;

/**
 * A column as the Speedment model has it.
 *
 * @param name the database's name of it
 * @param reader from an entity to the value as the database holds it
 * @param databaseClass the class of the values that JDBC gives
 * @param valueClass the class of the values in entities, boxed
 * @param primitive whether entities hold it as a primitive and so cannot hold NULL
 * @param mapper from JDBC's value to the entity's, of null too; null where they are the same
 */
public record ColumnModel<E>(
        String name,
        ColumnIdentifier<E> identifier,
        Setter<E> setter,
        Getter<E> getter,
        Function<E, @Nullable Object> reader,
        Class<?> databaseClass,
        Class<?> valueClass,
        boolean primitive,
        @Nullable Function<@Nullable Object, @Nullable Object> mapper) {

    static <E> ColumnModel<E> of(Project project, Field<E> field, Class<E> entityClass) {
        Column column = DocumentDbUtil.referencedColumn(project, field.identifier());
        Class<?> databaseClass = column.findDatabaseType();
        Type type = field instanceof EnumField<?, ?, ?> enumField
                ? enumField.enumClass()
                : field.typeMapper().getJavaType(column);
        Class<?> valueClass = type instanceof Class<?> known ? known : Object.class;
        return new ColumnModel<>(
                column.getName(),
                field.identifier(),
                field.setter(),
                field.getter(),
                reader(field),
                databaseClass,
                MethodType.methodType(valueClass).wrap().returnType(),
                valueClass.isPrimitive(),
                mapper(field, column, entityClass));
    }

    /** The same under another name. */
    public ColumnModel<E> named(String other) {
        return new ColumnModel<>(
                other, identifier, setter, getter, reader, databaseClass, valueClass, primitive, mapper);
    }

    /** What entities hold of what JDBC gives. */
    @Nullable
    public Object value(@Nullable Object database) {
        return mapper == null ? database : ColumnBuilder.mapped(mapper, database);
    }

    @SuppressWarnings("unchecked") // a field's mapper gives what the field's column takes
    private static <E> Function<E, @Nullable Object> reader(Field<E> field) {
        TypeMapper<Object, Object> mapper = (TypeMapper<Object, Object>) field.typeMapper();
        return entity -> {
            Object value = field.getter().apply(entity);
            return value == null || mapper.isIdentity() ? value : mapper.toDatabaseType(value);
        };
    }

    @SuppressWarnings("unchecked") // a field's mapper takes what the field's column gives
    private static @Nullable Function<@Nullable Object, @Nullable Object> mapper(
            Field<?> field, Column column, Class<?> entityClass) {
        TypeMapper<@Nullable Object, @Nullable Object> mapper =
                (TypeMapper<@Nullable Object, @Nullable Object>) field.typeMapper();
        return mapper.isIdentity() || mapper instanceof PrimitiveTypeMapper
                ? null
                : value -> mapper.toJavaType(column, entityClass, value);
    }
}
