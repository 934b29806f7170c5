package org.speedwell.accelerator;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.core.Speedment;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.model.LoadPhase;

/** How far a load is: what is told of each table, and how it is shown to a person. */
class LoadProgressTest {

    @Test
    @Tag("database")
    void eachTableIsReadThenBuiltThenDone() throws SQLException {
        Map<String, List<LoadPhase>> phases = new HashMap<>();
        List<String> ends = new ArrayList<>();
        try (TortureDatabase database = new TortureDatabase("speedwell_test_progress")) {
            Speedment app = database.inMemory();
            app.getOrThrow(DataStoreComponent.class)
                    .load(LoadConfiguration.builder()
                            .progress(new LoadProgress() {
                                @Override
                                public void rows(TableIdentifier<?> table, long rows, long estimate, LoadPhase phase) {
                                    List<LoadPhase> told =
                                            phases.computeIfAbsent(table.getTableId(), first -> new ArrayList<>());
                                    if (told.isEmpty() || told.getLast() != phase) {
                                        told.add(phase);
                                    }
                                }

                                @Override
                                public void ended() {
                                    ends.add("ended");
                                }
                            })
                            .build());
            app.stop();
        }
        assertThat(phases)
                .containsKeys("mixed", "no_rows")
                .allSatisfy((table, told) -> assertThat(told)
                        .as(table)
                        .containsExactly(LoadPhase.READING, LoadPhase.BUILDING, LoadPhase.DONE));
        assertThat(ends).containsExactly("ended");
    }

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
        bars.ended(); // the load failed while rentals were read

        assertThat(terminal.toString(StandardCharsets.UTF_8))
                .containsPattern("film +100%.*1000/1000 rows.*done")
                .containsPattern("rental +0%.*7/16000 rows.*reading");
    }
}
