package org.speedwell.accelerator.mapping;

import jakarta.persistence.AttributeOverride;
import jakarta.persistence.AttributeOverrides;
import jakarta.persistence.Column;
import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The columns that overrides give to members.
 *
 * @param columns names by the path of the attribute, such as {@code address.street}
 */
record Overrides(Map<String, String> columns) {

    /** Returns the overrides that a class, a field or a getter states. */
    static Overrides of(AnnotatedElement element) {
        Map<String, String> columns = new HashMap<>();
        AttributeOverrides several = element.getAnnotation(AttributeOverrides.class);
        (several == null
                        ? Arrays.stream(element.getAnnotationsByType(AttributeOverride.class))
                        : Stream.of(several.value()))
                .forEach(override ->
                        columns.put(override.name(), override.column().name()));
        return new Overrides(columns);
    }

    /** Returns the overrides of the members of an embedded object. Outer overrides win. */
    Overrides within(String attribute, AnnotatedElement embedded) {
        Map<String, String> inner = new HashMap<>(of(embedded).columns);
        String prefix = attribute + ".";
        columns.forEach((path, column) -> {
            if (path.startsWith(prefix)) {
                inner.put(path.substring(prefix.length()), column);
            }
        });
        return new Overrides(inner);
    }

    /** Returns the name of the column of an attribute. */
    DatabaseName column(String attribute, AnnotatedElement of) {
        Column column = of.getAnnotation(Column.class);
        String stated = column == null ? "" : column.name();
        return DatabaseName.of(columns.getOrDefault(attribute, stated), attribute);
    }
}
