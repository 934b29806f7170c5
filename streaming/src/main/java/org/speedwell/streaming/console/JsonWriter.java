package org.speedwell.streaming.console;

import java.util.Collection;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A writer of JSON. It writes commas and quotes itself. For one thread. */
final class JsonWriter {
    private static final int FIRST_PRINTABLE = 0x20;

    private final StringBuilder json = new StringBuilder();

    /** True if a value precedes the next one in the same object or array. */
    private boolean follows;

    /** Writes an object whose fields a function writes. */
    JsonWriter object(Consumer<JsonWriter> fields) {
        return enclosed('{', fields, '}');
    }

    /** Writes an array with a value for each element. */
    <T> JsonWriter array(Collection<? extends T> elements, Consumer<? super T> write) {
        return enclosed('[', same -> elements.forEach(write), ']');
    }

    private JsonWriter enclosed(char open, Consumer<JsonWriter> content, char close) {
        separate().append(open);
        follows = false;
        content.accept(this);
        json.append(close);
        follows = true;
        return this;
    }

    private StringBuilder separate() {
        if (follows) {
            json.append(',');
        }
        follows = true;
        return json;
    }

    /** Writes the name of a field. The caller then writes its value. */
    JsonWriter name(String name) {
        value(name);
        json.append(':');
        follows = false;
        return this;
    }

    JsonWriter field(String name, @Nullable String value) {
        return name(name).value(value);
    }

    JsonWriter field(String name, long value) {
        return name(name).value(value);
    }

    JsonWriter value(long value) {
        separate().append(value);
        return this;
    }

    /** Writes a number or truth value as such, and any other value as text. */
    JsonWriter value(@Nullable Object value) {
        boolean isLiteral = value instanceof Long
                || value instanceof Integer
                || value instanceof Boolean
                || value instanceof Double number && Double.isFinite(number);
        if (!isLiteral) {
            return value(value == null ? null : value.toString());
        }
        separate().append(value);
        return this;
    }

    JsonWriter value(@Nullable String value) {
        separate();
        if (value == null) {
            json.append("null");
            return this;
        }
        json.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < FIRST_PRINTABLE || Character.isSurrogate(c)) { // an unpaired surrogate has no UTF-8
                json.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        json.append('"');
        return this;
    }

    /** Returns the JSON. */
    @Override
    public String toString() {
        return json.toString();
    }
}
