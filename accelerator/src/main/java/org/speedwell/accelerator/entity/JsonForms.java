package org.speedwell.accelerator.entity;

import java.lang.reflect.Type;
import java.util.Collection;
import java.util.Map;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.entity.ColumnForm.MisfitException;
import org.speedwell.accelerator.types.Declaration;

/** The forms of columns with JSON that becomes objects. */
final class JsonForms {
    /** The collation that MariaDB gives to JSON, which it stores as LONGTEXT. */
    private static final String MARIADB_COLLATION = "utf8mb4_bin";

    private JsonForms() {}

    /** Returns whether a column is declared as JSON. */
    static boolean isJson(DatabaseColumn column) {
        MySqlType type = column.type().orElse(null);
        return type == MySqlType.JSON
                || type == MySqlType.LONGTEXT && column.collation().equalsIgnoreCase(MARIADB_COLLATION);
    }

    /** Returns whether a column holds objects of a class without a declaration of the application. */
    static boolean isObject(DatabaseColumn column, Class<?> valueClass) {
        boolean isOfJdk = valueClass.getClassLoader() == null
                || valueClass.getPackageName().startsWith("java.");
        boolean isContainer = Collection.class.isAssignableFrom(valueClass)
                || Map.class.isAssignableFrom(valueClass)
                || valueClass.isArray() && !valueClass.getComponentType().isPrimitive();
        return isJson(column) && (isContainer || !isOfJdk && !valueClass.isEnum());
    }

    /**
     * Returns the form of a column whose texts are JSON.
     *
     * @param values the type of the values, with its type arguments
     */
    static ColumnForm of(DatabaseColumn column, MySqlType type, Type values, Class<?> valueClass)
            throws MisfitException {
        if (!EnumForms.isText(type)) {
            throw new MisfitException(
                    "is " + Declaration.abbreviated(column.columnType()) + " in the database, which does not hold JSON",
                    "remove the annotation or the call of json");
        }
        if (!isJacksonPresent()) {
            throw new MisfitException(
                    "holds JSON, and the library that reads it is absent",
                    "add tools.jackson.core:jackson-databind to the application, or a converter");
        }
        JacksonForm jackson = new JacksonForm(values, valueClass);
        return new ColumnForm(String.class, valueClass, jackson::read, jackson);
    }

    private static boolean isJacksonPresent() {
        try {
            Class.forName("tools.jackson.databind.json.JsonMapper", false, JsonForms.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
