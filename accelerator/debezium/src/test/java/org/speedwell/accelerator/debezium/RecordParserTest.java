package org.speedwell.accelerator.debezium;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.binlog.BinlogException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Tag("unit")
class RecordParserTest {
    private static final String FIRST = "{\"schema\":{\"type\":\"struct\",\"name\":\"ä\"},\"payload\":{\"op\":\"c\"}}";

    private final RecordParser parser = new RecordParser();

    private RecordParser.@Nullable Parts parse(String topic, @Nullable String text) throws BinlogException {
        return parser.parse(new ConsumerRecord<>(topic, 0, 7, null, text == null ? null : text.getBytes(UTF_8)));
    }

    private RecordParser.Parts parse(String text) throws BinlogException {
        return requireNonNull(parse("shop.account", text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                FIRST,
                "{\"schema\":{\"type\":\"struct\",\"name\":\"ä\"},\"payload\":{\"op\":\"u\",\"after\":{\"id\":[1,{}]}}}",
                "{\"schema\":{\"type\":\"struct\",\"name\":\"ä\"},\"payload\":{}}",
                "{\"schema\":{\"type\":\"struct\",\"name\":\"ä\"},\"payload\":null}",
                "{\"schema\":{\"type\":\"struct\",\"name\":\"ä\"},\"payload\":17}",
                "{\"schema\":{\"type\":\"struct\",\"name\":\"ä\"},\"payload\":{\"op\":\"c\"},\"more\":{}}",
                "{\"schema\":{\"type\":\"struct\",\"name\":\"ä\"},\"payload\":{\"op\":\"c\"}} ",
                "{\"schema\":{\"type\":\"struct\",\"name\":\"ö\"},\"payload\":{\"op\":\"c\"}}",
                "{\"schema\":{\"type\":\"struct\",\"name\":\"\"},\"payload\":{\"op\":\"c\"}}",
                "{\"payload\":{\"op\":\"c\"},\"schema\":{\"type\":\"struct\",\"name\":\"ä\"}}",
                " { \"schema\" : {} , \"payload\" : { } } "
            })
    void recordIsReadAfterAnotherAsAlone(String text) throws BinlogException {
        JsonNode expected = JsonMapper.shared().readTree(text);
        for (int i = 0; i < 3; i++) { // the second time, the parser knows the beginning
            RecordParser.Parts parts = parse(text);
            assertThat(parts.schema()).isEqualTo(expected.get("schema"));
            assertThat(parts.payload()).isEqualTo(expected.get("payload"));
            assertThat(parse(FIRST).payload().path("op").asString()).isEqualTo("c");
        }
    }

    @Test
    void sameSchemaIsTheSameNode() throws BinlogException {
        JsonNode schema = parse(FIRST).schema();

        assertThat(parse(FIRST).schema()).isSameAs(schema);
        assertThat(requireNonNull(parse("shop.booking", FIRST)).schema()).isSameAs(schema);
    }

    @Test
    void tombstoneHasNoParts() throws BinlogException {
        assertThat(parse("shop.account", null)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"schema\":{\"type\":\"struct\",\"name\":\"ä\"},\"payload\":{\"op\":\"c\"",
                "{\"schema\":{\"type\":\"struct\",\"name\":\"ä\"},\"payload\":{\"op\":}}",
                "{\"schema\":{\"type\":\"struct\",\"name\":\"ä\"},\"payload\":}",
                "{\"schema\":{\"type\":\"struct\"",
            })
    void damagedRecordIsRefusedWithItsPlace(String text) throws BinlogException {
        parse(FIRST);

        assertThatThrownBy(() -> parse(text))
                .isInstanceOf(BinlogException.class)
                .hasMessageStartingWith("The record at offset 7 of partition 0 of topic shop.account is not JSON: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"payload\":{\"op\":\"c\"}}", "{\"schema\":{}}"})
    void recordWithoutSchemaIsRefusedWithTheSetting(String text) {
        assertThatThrownBy(() -> parse(text))
                .isInstanceOf(BinlogException.class)
                .hasMessageContaining("schemas.enable=true");
    }
}
