package org.speedwell.accelerator.entity;

import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.JsonConversion;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** The conversion between JSON and objects of one type by the library Jackson, which may be absent. Thread-safe. */
final class JacksonForm implements JsonConversion {
    /** It never loses a part of a number. A document may have more members than the class. */
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final String name;
    private final ObjectReader reader;
    private final ObjectWriter writer;

    JacksonForm(Type type, Class<?> valueClass) {
        JavaType values = MAPPER.constructType(type);
        this.name = valueClass.getSimpleName();
        this.reader = MAPPER.readerFor(values);
        this.writer = MAPPER.writerFor(values);
    }

    /** Returns the object of a JSON text; null for NULL and for the JSON value {@code null}. */
    @Nullable
    Object read(@Nullable Object text) {
        if (text == null) {
            return null;
        }
        try {
            return reader.readValue((String) text);
        } catch (JacksonException e) {
            String path = e.getPathReference();
            throw new IllegalArgumentException(
                    "its JSON is no " + name + (path == null || path.isEmpty() ? "" : " at " + path) + ": "
                            + e.getOriginalMessage(),
                    e);
        }
    }

    /** Returns the JSON text of an object. */
    @Override
    public String apply(Object value) {
        return writer.writeValueAsString(value);
    }
}
