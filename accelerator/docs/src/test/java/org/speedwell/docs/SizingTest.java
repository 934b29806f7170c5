package org.speedwell.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.monitor.StoreStatistics.TableStatistics;
import org.speedwell.sakila.SakilaApplicationBuilder;

/** The page on sizing states the measured sizes of the tables. */
@Tag("database")
class SizingTest {

    @Test
    void tableSizesMatchThePage() throws Exception {
        String page = String.join(
                "\n",
                Page.read(Page.ROOT.resolve("accelerator/docs/operate/sizing.md"))
                        .lines());
        try (SakilaServer server = new SakilaServer("speedwell_test_sizing")) {
            Speedment app = new SakilaApplicationBuilder()
                    .withConnectionUrl(server.url())
                    .withSchema(server.schema())
                    .withUsername(server.database().user())
                    .withPassword(server.database().password())
                    .withBundle(InMemoryBundle.class)
                    .build();
            DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
            store.load();
            for (TableStatistics table : store.getStatistics().tables()) {
                String name = table.name().substring(table.name().indexOf('.') + 1);
                if (page.contains("| `" + name + "` | ")) {
                    assertThat(page)
                            .contains(String.format(
                                    Locale.ROOT, "| `%s` | %,d | %.1f |", name, table.rows(), table.bytesPerRow()));
                }
            }
            app.stop();
        }
    }
}
