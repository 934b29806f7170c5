package org.speedwell.accelerator.lambda;

import java.util.Map;

/**
 * A class of the entities of a table whose rows have several classes. Immutable.
 *
 * @param value the value of the discriminator column
 * @param type the exact class of the entities
 * @param fields the sources of the instance fields, as in {@link EntityCode#ofFields}
 */
public record EntityVariant(String value, Class<?> type, Map<String, FieldSource> fields) {
    public EntityVariant {
        fields = Map.copyOf(fields);
    }
}
