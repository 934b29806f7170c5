package org.speedwell.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.schema.Database;

/** The init command turns an unusual schema into a program that runs and a test that passes. */
@Tag("forked")
@Tag("database")
class InitTest {
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "makes symbolic links, which Windows forbids to most users")
    void projectBuildsRunsAndPassesItsTest(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path folder) throws Exception {
        try (ShopSchema shop = new ShopSchema(Database.forTests(), "speedwell_test_shop")) {
            Path project = folder.resolve("shop");
            ShopSchema.Run init =
                    shop.run("init", "--package=com.example.shop", "--directory=" + project, "--view=big_orders=id");
            assertThat(init.exitCode()).as(init.said()).isZero();

            Maven maven = new Maven(Files.createDirectory(folder.resolve("repository")));
            Map<String, String> password = Map.of("DATABASE_PASSWORD", shop.database.password());
            String output = maven.run(project, password, "test", "exec:exec");

            assertThat(output)
                    .contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0")
                    .contains("869 rows in ", "rows of orderLine with order_id 18446744073709550000: 3")
                    .contains("the greatest moment of visit: [")
                    .contains("rows of closing: 202"); // counts rows, as zero dates have no values
            assertThat(init.said())
                    .contains("closing.day: zero dates such as 0000-00-00 in a primary key", "A String in Java")
                    .contains("closing.seen, order.shipped: zero dates such as 0000-00-00");
        }
    }
}
