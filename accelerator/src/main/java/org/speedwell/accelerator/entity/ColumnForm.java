package org.speedwell.accelerator.entity;

import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.mapping.Attribute;
import org.speedwell.accelerator.mapping.Conversion;
import org.speedwell.accelerator.types.Declaration;

/**
 * The conversion between the values of a column and the values of an attribute.
 *
 * @param databaseClass the class of the values that JDBC returns
 * @param valueClass the class of the attribute's values, boxed
 * @param mapper from JDBC's value, which may be null; null if both values are the same
 * @param inverse to JDBC's value; null if both values are the same
 */
record ColumnForm(
        Class<?> databaseClass,
        Class<?> valueClass,
        @Nullable Function<@Nullable Object, @Nullable Object> mapper,
        @Nullable Function<Object, ? extends @Nullable Object> inverse) {

    /** The classes of values without an attribute, the best first. */
    private static final List<Class<?>> NATURAL = List.of(
            Integer.class,
            Long.class,
            BigInteger.class,
            BigDecimal.class,
            Double.class,
            String.class,
            byte[].class,
            LocalDate.class,
            LocalTime.class,
            LocalDateTime.class);

    /** Creates the form of values that JDBC returns as the attribute holds them. */
    static ColumnForm same(Class<?> valueClass) {
        return new ColumnForm(valueClass, valueClass, null, null);
    }

    /** Creates the form of values that two functions convert. NULL remains null. */
    @SuppressWarnings("unchecked") // the values have the two classes
    static <D, V> ColumnForm of(
            Class<D> databaseClass, Class<V> valueClass, Function<D, V> mapper, Function<V, D> inverse) {
        return new ColumnForm(
                databaseClass,
                valueClass,
                value -> value == null ? null : mapper.apply((D) value),
                value -> inverse.apply((V) value));
    }

    /**
     * Returns the form of a column for an attribute.
     *
     * @throws MisfitException if the attribute cannot hold the values of the column
     */
    static ColumnForm of(DatabaseColumn column, Attribute attribute, Conversion conversion) throws MisfitException {
        MySqlType type = type(column);
        Class<?> valueClass = attribute.valueClass();
        return switch (conversion) {
            case Conversion.Json json -> JsonForms.of(column, type, attribute.valueType(), valueClass);
            case Conversion.ByFunction function -> byFunction(column, valueClass, function);
            case Conversion.Temporal temporal -> temporal(column, type, valueClass, temporal.databaseClass());
            case Conversion.EnumName name -> EnumForms.byName(column, type, valueClass);
            case Conversion.EnumOrdinal ordinal -> EnumForms.byOrdinal(column, type, valueClass);
            case Conversion.ByType byType ->
                JsonForms.isObject(column, valueClass)
                        ? JsonForms.of(column, type, attribute.valueType(), valueClass)
                        : byType(column, valueClass);
        };
    }

    private static MySqlType type(DatabaseColumn column) throws MisfitException {
        return column.type()
                .orElseThrow(() -> new MisfitException(
                        "has the type " + column.columnType() + ", which is not supported",
                        "annotate it with @Transient"));
    }

    private static ColumnForm byType(DatabaseColumn column, Class<?> valueClass) throws MisfitException {
        MySqlType type = type(column);
        if (valueClass.isEnum()) {
            return EnumForms.isText(type)
                    ? EnumForms.byName(column, type, valueClass)
                    : EnumForms.byOrdinal(column, type, valueClass);
        }
        return whole(column, type, valueClass)
                .or(() -> NumberForms.ofUnsigned(column, type, valueClass))
                .orElseThrow(() -> misfit(column, valueClass));
    }

    /** Returns the form of a column for a class that holds every value of its type; empty if the class does not. */
    private static Optional<ColumnForm> whole(DatabaseColumn column, MySqlType type, Class<?> valueClass) {
        return switch (type) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, YEAR, BIT, FLOAT, DOUBLE, DECIMAL ->
                NumberForms.of(column, type, valueClass);
            case CHAR, VARCHAR, ENUM, SET, TINYTEXT, TEXT, MEDIUMTEXT, LONGTEXT, JSON, UUID, INET4, INET6 ->
                TextForms.ofText(type, valueClass);
            case BINARY, VARBINARY, TINYBLOB, BLOB, MEDIUMBLOB, LONGBLOB, VECTOR, GEOMETRY ->
                TextForms.ofBytes(column, type, valueClass);
            case DATE, TIME, DATETIME, TIMESTAMP -> TimeForms.of(type, valueClass);
        };
    }

    /** Returns the form that a column has without an attribute. */
    static ColumnForm natural(DatabaseColumn column) throws MisfitException {
        MySqlType type = type(column);
        return NATURAL.stream()
                .flatMap(candidate -> whole(column, type, candidate).stream())
                .findFirst()
                .orElseThrow(() -> new MisfitException(
                        "has the type " + column.columnType() + ", which is not supported", "leave it out"));
    }

    private static ColumnForm temporal(
            DatabaseColumn column, MySqlType type, Class<?> valueClass, Class<? extends java.util.Date> databaseClass)
            throws MisfitException {
        if (!type.isReadAs(databaseClass) || !valueClass.isAssignableFrom(databaseClass)) {
            throw misfit(column, valueClass);
        }
        return same(databaseClass);
    }

    private static ColumnForm byFunction(DatabaseColumn column, Class<?> valueClass, Conversion.ByFunction function)
            throws MisfitException {
        ColumnForm stored = byType(
                column, MethodType.methodType(function.databaseClass()).wrap().returnType());
        Function<@Nullable Object, @Nullable Object> first = stored.mapper;
        Function<Object, ? extends @Nullable Object> last = stored.inverse;
        return new ColumnForm(
                stored.databaseClass,
                valueClass,
                first == null
                        ? function.toAttribute()
                        : value -> function.toAttribute().apply(ColumnBuilder.mapped(first, value)),
                value -> {
                    Object converted = function.toDatabase().apply(value);
                    return converted == null || last == null ? converted : last.apply(converted);
                });
    }

    private static MisfitException misfit(DatabaseColumn column, Class<?> valueClass) {
        String remedy;
        try {
            remedy = "declare it as " + natural(column).valueClass().getSimpleName() + ", or add a converter";
        } catch (MisfitException e) {
            remedy = "add a converter";
        }
        return new MisfitException(
                "is " + Declaration.abbreviated(column.columnType()) + " in the database, and "
                        + valueClass.getSimpleName() + " does not fit it",
                remedy);
    }

    /** The exception for a class that cannot hold every value of a column. */
    static final class MisfitException extends Exception {
        private static final long serialVersionUID = 1L;

        private final String remedy;

        /**
         * Creates an exception.
         *
         * @param problem the predicate of a sentence about the column
         * @param remedy an instruction
         */
        MisfitException(String problem, String remedy) {
            super(problem);
            this.remedy = remedy;
        }

        String remedy() {
            return remedy;
        }
    }
}
