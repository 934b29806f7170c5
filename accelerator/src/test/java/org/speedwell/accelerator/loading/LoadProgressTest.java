package org.speedwell.accelerator.loading;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.core.Speedment;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.TortureDatabase;
import org.speedwell.accelerator.model.LoadPhase;
import org.speedwell.accelerator.source.LoadConfiguration;
import org.speedwell.accelerator.source.LoadProgress;

/** Verifies that a load reports its progress for each table. */
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
                                    List<LoadPhase> reported =
                                            phases.computeIfAbsent(table.getTableId(), first -> new ArrayList<>());
                                    if (reported.isEmpty() || reported.getLast() != phase) {
                                        reported.add(phase);
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
                .allSatisfy((table, reported) -> assertThat(reported)
                        .as(table)
                        .containsExactly(LoadPhase.READING, LoadPhase.BUILDING, LoadPhase.DONE));
        assertThat(ends).containsExactly("ended");
    }
}
