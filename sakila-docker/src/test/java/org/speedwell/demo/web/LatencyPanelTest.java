package org.speedwell.demo.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.demo.shop.Query;

@Tag("unit")
class LatencyPanelTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Query QUERY = new Query("one", "1", () -> 1);

    private final AtomicReference<Runnable> duringReport = new AtomicReference<>(() -> {});
    private final List<Boolean> reported = new CopyOnWriteArrayList<>();
    private final Gson json = new GsonBuilder()
            .registerTypeAdapter(LatencyPanel.State.class, (JsonSerializer<LatencyPanel.State>) (state, _, _) -> {
                if (state.on()) {
                    duringReport.getAndSet(() -> {}).run();
                }
                reported.add(state.on());
                return new JsonPrimitive(state.on());
            })
            .create();

    @Test
    void stopDuringReportIsReported() throws Exception {
        try (Broadcast broadcast = new Broadcast(json, Limits.DEFAULTS);
                LatencyPanel panel = new LatencyPanel(broadcast)) {
            Thread stop = Thread.ofPlatform().unstarted(panel::stop);
            duringReport.set(() -> {
                stop.start();
                await().atMost(PATIENCE)
                        .until(() -> stop.getState() == Thread.State.WAITING); // for the end of the reports
            });

            panel.start(0, QUERY, QUERY);
            await().atMost(PATIENCE).until(() -> stop.getState() == Thread.State.TERMINATED);

            assertThat(reported).startsWith(false, true).endsWith(false);
        }
    }
}
