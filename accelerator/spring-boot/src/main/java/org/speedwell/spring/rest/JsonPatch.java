package org.speedwell.spring.rest;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.speedwell.accelerator.maintain.RankChange;

/** The difference between two results as JSON Patch, which RFC 6902 defines. Libraries for it exist in most languages. */
final class JsonPatch {
    private static final byte[] REPLACE =
            "[{\"op\":\"replace\",\"path\":\"\",\"value\":".getBytes(StandardCharsets.UTF_8);
    private static final byte[] END = "}]".getBytes(StandardCharsets.UTF_8);

    private JsonPatch() {}

    /**
     * Returns the operations that make one array of another. A row whose values have changed is removed and added. A
     * single operation replaces the array, if that is shorter.
     *
     * @return JSON as UTF-8, without line breaks
     */
    static byte[] of(JsonRows former, JsonRows latter) {
        List<RankChange<String>> changes = RankChange.between(former.rows(), latter.rows());
        Stream<String> removed = changes.stream()
                .map(RankChange::before)
                .flatMapToInt(OptionalInt::stream)
                .boxed()
                .sorted(Comparator.reverseOrder()) // an operation then moves no row that a later one removes
                .map("{\"op\":\"remove\",\"path\":\"/%d\"}"::formatted);
        Stream<String> added = changes.stream()
                .filter(change -> change.after().isPresent())
                .map(change -> "{\"op\":\"add\",\"path\":\"/" + change.after().getAsInt() + "\",\"value\":"
                        + change.row() + "}");
        byte[] patch = Stream.concat(removed, added)
                .collect(Collectors.joining(",", "[", "]"))
                .getBytes(StandardCharsets.UTF_8);
        return patch.length <= REPLACE.length + latter.json().length + END.length ? patch : replacing(latter.json());
    }

    private static byte[] replacing(byte[] json) {
        byte[] patch = new byte[REPLACE.length + json.length + END.length];
        System.arraycopy(REPLACE, 0, patch, 0, REPLACE.length);
        System.arraycopy(json, 0, patch, REPLACE.length, json.length);
        System.arraycopy(END, 0, patch, REPLACE.length + json.length, END.length);
        return patch;
    }
}
