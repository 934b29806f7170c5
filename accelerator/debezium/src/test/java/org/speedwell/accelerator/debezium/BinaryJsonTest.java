package org.speedwell.accelerator.debezium;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.shyiko.mysql.binlog.event.deserialization.json.JsonBinary;
import java.io.IOException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes JSON in MySQL's binary form, and reads it with the library that Debezium uses. */
@Tag("oracle")
class BinaryJsonTest {
    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_130L);

    private static void assertSame(JsonNode document) throws IOException {
        String read = JsonBinary.parseAsString(BinaryJson.of(document));
        assertThat(MAPPER.readTree(read)).isEqualTo(document);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                "false",
                "0",
                "-1",
                "9223372036854775807",
                "-9223372036854775808",
                "18446744073709551615",
                "1.5",
                "-2.0",
                "\"\"",
                "\"a \\\"quote\\\"\"",
                "[]",
                "{}",
                "[null, [true, {}], {\"a\": null}]",
                "{\"b\": 1, \"a\": \"漢字\", \"\": [0.25]}",
            })
    void documentsAreEqual(String text) throws IOException {
        assertSame(MAPPER.readTree(text));
    }

    @Test
    void randomDocumentsAreEqual() throws IOException {
        for (int trial = 0; trial < 500; trial++) {
            assertSame(random(new SplittableRandom(SEED + trial), 4));
        }
    }

    @Test
    void longTextsAreEqual() throws IOException {
        for (int length : new int[] {127, 128, 16_383, 16_384, 70_000}) {
            assertSame(MAPPER.createObjectNode().put("text", "x".repeat(length)));
        }
    }

    private static JsonNode random(SplittableRandom random, int depth) {
        return switch (random.nextInt(depth > 0 ? 7 : 5)) {
            case 0 -> MAPPER.getNodeFactory().nullNode();
            case 1 -> MAPPER.getNodeFactory().booleanNode(random.nextBoolean());
            case 2 -> MAPPER.readTree(Long.toString(random.nextLong() >> random.nextInt(64)));
            case 3 -> MAPPER.getNodeFactory().numberNode(random.nextInt(1_000_000) / 8.0 + 0.0625);
            case 4 -> MAPPER.getNodeFactory().stringNode("ä".repeat(random.nextInt(100)));
            case 5 -> {
                ArrayNode array = MAPPER.createArrayNode();
                for (int i = random.nextInt(6); i > 0; i--) {
                    array.add(random(random, depth - 1));
                }
                yield array;
            }
            default -> {
                ObjectNode object = MAPPER.createObjectNode();
                for (int i = random.nextInt(6); i > 0; i--) {
                    object.set("key" + random.nextInt(1000), random(random, depth - 1));
                }
                yield object;
            }
        };
    }
}
