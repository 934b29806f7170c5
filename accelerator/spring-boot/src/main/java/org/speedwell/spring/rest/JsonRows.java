package org.speedwell.spring.rest;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/** The rows of a result as a JSON array of objects. Results with the same bytes are equal. Thread-safe. */
final class JsonRows {
    private final byte[] json;

    /** The last patch, which clients that have received the same results share. */
    private volatile @Nullable Patch patch;

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Patch(JsonRows of, byte[] json) {}

    JsonRows(byte[] json) {
        this.json = json;
    }

    /** Returns the array as UTF-8. Do not change it. */
    byte[] json() {
        return json;
    }

    /** Returns a patch that makes these rows of others: see {@link JsonPatch}. */
    @SuppressWarnings("ReferenceEquality") // most clients have received the same object
    byte[] patchOf(JsonRows former) {
        Patch known = patch;
        if (known == null || known.of != former) {
            known = new Patch(former, JsonPatch.of(former, this));
            patch = known;
        }
        return known.json;
    }

    /** Returns each row as JSON. */
    List<String> rows() {
        List<String> rows = new ArrayList<>();
        try (JsonParser parser = JsonMapper.shared().createParser(json)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                int from = (int) parser.currentTokenLocation().getByteOffset();
                parser.skipChildren();
                int to = (int) parser.currentLocation().getByteOffset();
                rows.add(new String(json, from, to - from, StandardCharsets.UTF_8));
            }
        }
        return rows;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof JsonRows rows && Arrays.equals(json, rows.json);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(json);
    }

    @Override
    public String toString() {
        return "JsonRows[" + json.length + " bytes]";
    }
}
