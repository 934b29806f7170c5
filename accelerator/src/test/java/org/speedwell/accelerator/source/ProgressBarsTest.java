package org.speedwell.accelerator.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.config.identifier.TableIdentifier;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.model.LoadPhase;

/** The progress bars of a load. */
@Tag("unit")
class ProgressBarsTest {

    @Test
    void barsShowTableRowsAndPhase() {
        ByteArrayOutputStream terminal = new ByteArrayOutputStream();
        ProgressBars bars = new ProgressBars(new PrintStream(terminal, true, StandardCharsets.UTF_8));
        TableIdentifier<?> film = TableIdentifier.of("db", "sakila", "film");
        TableIdentifier<?> rental = TableIdentifier.of("db", "sakila", "rental");

        bars.rows(film, 500, 1_100, LoadPhase.READING);
        bars.rows(rental, 7, 16_000, LoadPhase.READING);
        bars.rows(film, 1_000, 1_000, LoadPhase.BUILDING);
        bars.rows(film, 1_000, 1_000, LoadPhase.DONE);
        bars.ended(); // the load failed while it read rentals

        assertThat(terminal.toString(StandardCharsets.UTF_8))
                .containsPattern("film +100%.*1000/1000 rows.*done")
                .containsPattern("rental +0%.*7/16000 rows.*reading");
    }
}
