package org.speedwell.spring.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonReader;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Patches, applied by another implementation of JSON Patch. */
@Tag("oracle")
class JsonPatchTest {
    private final Random random = new Random(6_902);

    private static JsonRows rows(List<String> rows) {
        return new JsonRows(
                rows.stream().collect(Collectors.joining(",", "[", "]")).getBytes(StandardCharsets.UTF_8));
    }

    private static JsonArray read(byte[] json) {
        try (JsonReader reader = Json.createReader(new ByteArrayInputStream(json))) {
            return reader.readArray();
        }
    }

    private static JsonArray applied(JsonRows former, byte[] patch) {
        return Json.createPatch(read(patch)).apply(read(former.json()));
    }

    /** Returns a row whose values look like JSON. */
    private String row() {
        String[] texts = {"a", "]", "},{", "\\\"", "\\\\", "ä", "\uD83D\uDE00", "\\n", "[{"};
        return "{\"id\":%d,\"text\":\"%s\",\"of\":{\"all\":[1,{}]}}"
                .formatted(random.nextInt(5), texts[random.nextInt(texts.length)]);
    }

    private List<String> next(List<String> rows) {
        List<String> next = new ArrayList<>(rows);
        for (int i = random.nextInt(4); i > 0; i--) {
            int place = random.nextInt(next.size() + 1);
            switch (random.nextInt(5)) {
                case 0 ->
                    next.subList(Math.min(place, next.size()), next.size()).clear();
                case 1 -> Collections.rotate(next, 1);
                case 2 -> Collections.shuffle(next, random);
                default -> next.add(place, row());
            }
        }
        return next;
    }

    @Test
    void patchMakesTheLatterRowsOfTheFormer() {
        List<String> former = List.of();
        for (int i = 0; i < 5_000; i++) {
            List<String> latter = next(former);
            JsonRows from = rows(former);
            JsonRows to = rows(latter);
            assertThat(to.rows()).isEqualTo(latter);
            assertThat(applied(from, to.patchOf(from))).isEqualTo(read(to.json()));
            former = latter;
        }
    }

    @Test
    void changeOfOneRowAmongManyIsShort() {
        List<String> former =
                IntStream.range(0, 1_000).mapToObj("{\"id\":%d}"::formatted).toList();
        List<String> latter = new ArrayList<>(former);
        latter.set(500, "{\"id\":-1}");
        JsonRows from = rows(former);
        JsonRows to = rows(latter);
        assertThat(to.patchOf(from))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("[{\"op\":\"remove\",\"path\":\"/500\"},"
                        + "{\"op\":\"add\",\"path\":\"/500\",\"value\":{\"id\":-1}}]");
        assertThat(to.patchOf(from)).as("shared by all clients").isSameAs(to.patchOf(from));
        assertThat(applied(rows(latter.subList(0, 3)), to.patchOf(rows(latter.subList(0, 3)))))
                .as("rows of a slower client")
                .isEqualTo(read(to.json()));
    }

    @Test
    void otherRowsReplaceAll() {
        JsonRows from = rows(List.of("{\"id\":1}", "{\"id\":2}", "{\"id\":3}"));
        JsonRows to = rows(List.of("{\"id\":4}"));
        assertThat(to.patchOf(from))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("[{\"op\":\"replace\",\"path\":\"\",\"value\":[{\"id\":4}]}]");
        assertThat(applied(from, to.patchOf(from))).isEqualTo(read(to.json()));
    }
}
