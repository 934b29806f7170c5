package org.speedwell.accelerator.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.monitor.ShadowDifference;
import org.speedwell.accelerator.monitor.Verification;

/** The texts of database values in messages. They stay on their line and contain no control sequence of a terminal. */
@Tag("unit")
class ValueTextTest {
    private static final String HOSTILE = "a\r\nERROR forged\u001b[2J\u2028\u202eb\tc\u0000";
    private static final String ESCAPED = "a\\r\\nERROR forged\\u001b[2J\\u2028\\u202eb\\tc\\u0000";

    @Test
    void onlyUnprintableCharactersAreEscaped() {
        assertThat(ValueText.escaped(HOSTILE)).isEqualTo(ESCAPED);
        assertThat(ValueText.escaped("Zoë, 中文, 😀")).isEqualTo("Zoë, 中文, 😀");
        assertThat(ValueText.of(new byte[] {0, 10, -1}, 100)).isEqualTo("0x000aff");
        assertThat(ValueText.of(null, 100)).isEqualTo("null");
    }

    @Test
    void longValuesAreCut() {
        assertThat(ValueText.of("\n".repeat(10), 3)).isEqualTo("\\n\\n\\n…");
        assertThat(ValueText.of(new byte[1_000], 4)).isEqualTo("0x00…");
    }

    @Test
    void hostileCausesAreEscaped() {
        Exception plain = new IllegalStateException("plain", new IllegalArgumentException("too"));
        assertThat(ValueText.escaped(plain)).isSameAs(plain);

        Exception hostile = new IllegalStateException("plain", new IllegalArgumentException(HOSTILE));
        Throwable escaped = ValueText.escaped(hostile);
        StringWriter log = new StringWriter();
        escaped.printStackTrace(new PrintWriter(log));
        assertThat(log.toString())
                .contains("IllegalStateException: plain", "IllegalArgumentException: " + ESCAPED)
                .doesNotContain("\nERROR", "\u001b");
        assertThat(escaped.getStackTrace()).isEqualTo(hostile.getStackTrace());
    }

    @Test
    void differencesEscapeKeysAndValues() {
        var difference = new Verification.Difference(
                Verification.Kind.VALUE, "sakila.film", "title = " + HOSTILE, "note", HOSTILE, null);
        assertThat(difference)
                .hasToString("sakila.film, title = " + ESCAPED + ", column note: " + ESCAPED
                        + " in memory, null in the database");
        for (Verification.Kind kind : List.of(Verification.Kind.MISSING, Verification.Kind.EXTRA)) {
            assertThat(new Verification.Difference(kind, "sakila.film", "title = " + HOSTILE, "", null, null)
                            .toString())
                    .contains(ESCAPED);
        }
        Position position = new Position("binlog.1", 4, "");
        assertThat(new Verification(1, position, List.of(), List.of(difference), 0, Duration.ZERO).toString())
                .hasLineCount(2);
        assertThat(new ShadowDifference("film", "toList", Optional.empty(), 1, position, List.of(HOSTILE), HOSTILE))
                .asString()
                .hasLineCount(1)
                .contains("memory says [" + ESCAPED + "]");
    }
}
