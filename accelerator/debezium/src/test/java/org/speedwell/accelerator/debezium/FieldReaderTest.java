package org.speedwell.accelerator.debezium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.speedwell.accelerator.binlog.ImageType;
import org.speedwell.accelerator.binlog.RowFormat;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Verifies which of Debezium's representations are read, and which setting an error names. */
@Tag("unit")
class FieldReaderTest {
    private static Column column(ImageType type, int scale) {
        return new Column("value", type, 10, scale, false, RowFormat.BINARY, List.of(), 8);
    }

    private static FieldReader reader(ImageType type, int scale, String schema) {
        return FieldReader.of(column(type, scale), json(schema));
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text.replace('\'', '"'));
    }

    @ParameterizedTest
    @CsvSource({
        "NEWDECIMAL, 2, double, , decimal.handling.mode=precise",
        "DATE, 0, string, io.debezium.time.IsoDate, time.precision.mode",
        "TIME2, 0, int32, org.apache.kafka.connect.data.Time, time.precision.mode",
        "DATETIME2, 6, int64, io.debezium.time.Timestamp, time.precision.mode",
        "DATETIME2, 0, int64, org.apache.kafka.connect.data.Timestamp, time.precision.mode",
        "TIMESTAMP2, 0, int64, org.apache.kafka.connect.data.Timestamp, time.precision.mode",
        "BLOB, 0, string, , binary.handling.mode=bytes",
        "LONGLONG, 0, string, , bigint.unsigned.handling.mode=long",
    })
    void otherRepresentationsNameTheSetting(ImageType type, int scale, String of, String name, String setting) {
        String schema = "{'type': '%s', 'name': '%s'}".formatted(of, name == null ? "" : name);
        assertThatThrownBy(() -> reader(type, scale, schema))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("column value")
                .hasMessageContaining(setting);
    }

    @Test
    void decimalsOfBothExactModesAreEqual() {
        FieldReader precise = reader(ImageType.NEWDECIMAL, 2, "{'type': 'bytes', 'parameters': {'scale': '2'}}");
        FieldReader text = reader(ImageType.NEWDECIMAL, 2, "{'type': 'string'}");
        assertThat(precise.read(json("'/zg='"))).isEqualTo(new BigDecimal("-2.00"));
        assertThat(text.read(json("'-2.00'"))).isEqualTo(new BigDecimal("-2.00"));
    }

    @Test
    void unsignedNumbersOfBothModesAreEqual() {
        Column column = new Column("value", ImageType.LONGLONG, 0, 0, true, RowFormat.BINARY, List.of(), 8);
        FieldReader precise = FieldReader.of(column, json("{'type': 'bytes', 'parameters': {'scale': '0'}}"));
        FieldReader asLong = FieldReader.of(column, json("{'type': 'int64'}"));
        assertThat(precise.read(json("'AP//////////'"))).isEqualTo(-1L);
        assertThat(asLong.read(json("-1"))).isEqualTo(-1L);
    }
}
