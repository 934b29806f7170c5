package org.speedwell.streaming.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.streaming.kafka.DebeziumChange.Kind;
import tools.jackson.core.JacksonException;

/** Tests the formats of values without a broker. */
@Tag("unit")
class JsonTest {
    record Film(int film_id, String title) {}

    private final DebeziumDeserializer<Film> changes = new DebeziumDeserializer<>(Film.class);

    private DebeziumChange<Film> change(String json) {
        return requireNonNull(changes.deserialize("films", json.getBytes(UTF_8)));
    }

    @Test
    void recordsBecomeJsonAndBack() {
        byte[] bytes = new JsonSerializer<Film>().serialize("films", new Film(1, "ACADEMY \"DINOSAUR\""));
        JsonDeserializer<Film> films = new JsonDeserializer<>(Film.class);
        assertThat(films.deserialize("films", bytes)).isEqualTo(new Film(1, "ACADEMY \"DINOSAUR\""));
        assertThat(films.deserialize("films", "{\"film_id\":2,\"title\":\"ACE\",\"more\":[1]}".getBytes(UTF_8)))
                .isEqualTo(new Film(2, "ACE"));
        assertThat(films.deserialize("films", null)).isNull();
        assertThat(new JsonSerializer<Film>().serialize("films", null)).isNull();
        assertThatThrownBy(() -> films.deserialize("films", "{\"film_id\":".getBytes(UTF_8)))
                .isInstanceOf(JacksonException.class);
    }

    @Test
    void envelopesBecomeChanges() {
        String source = "\"source\":{\"db\":\"sakila\",\"table\":\"film\",\"ts_ms\":1700000000123}";
        assertThat(change("{\"before\":null,\"after\":{\"film_id\":1,\"title\":\"A\"}," + source
                        + ",\"op\":\"c\",\"ts_ms\":1700000000999}"))
                .isEqualTo(new DebeziumChange<>(
                        Kind.INSERT, null, new Film(1, "A"), "sakila", "film", 1_700_000_000_123L));
        assertThat(change("{\"schema\":{\"type\":\"struct\"},\"payload\":{\"before\":{\"film_id\":1,\"title\":\"A\"},"
                        + "\"after\":{\"film_id\":1,\"title\":\"B\"}," + source + ",\"op\":\"u\"}}"))
                .isEqualTo(new DebeziumChange<>(
                        Kind.UPDATE, new Film(1, "A"), new Film(1, "B"), "sakila", "film", 1_700_000_000_123L));
        assertThat(change("{\"before\":{\"film_id\":1,\"title\":\"B\"},\"after\":null,\"op\":\"d\",\"ts_ms\":5}"))
                .isEqualTo(new DebeziumChange<>(Kind.DELETE, new Film(1, "B"), null, "", "", 5));
        assertThat(change("{\"after\":{\"film_id\":1,\"title\":\"B\"},\"op\":\"r\"}")
                        .kind())
                .isEqualTo(Kind.READ);
        assertThat(change("{\"op\":\"t\"," + source + "}").kind()).isEqualTo(Kind.TRUNCATE);
    }

    @Test
    void tombstonesAreNull() {
        assertThat(changes.deserialize("films", null)).isNull();
        assertThat(changes.deserialize("films", "{\"schema\":null,\"payload\":null}".getBytes(UTF_8)))
                .isNull();
    }

    @Test
    void rowsWithoutEnvelopeAreRejected() {
        assertThatThrownBy(() -> changes.deserialize("films", "{\"film_id\":1}".getBytes(UTF_8)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ExtractNewRecordState");
    }
}
