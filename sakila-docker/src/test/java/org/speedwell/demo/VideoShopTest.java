package org.speedwell.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.speedwell.sakila.SakilaApplicationBuilder;

class VideoShopTest {

    @Test
    void theTextOfAQueryIsItsCode() throws IOException {
        String source = withoutSpace(Files.readString(Path.of("src/main/java/org/speedwell/demo/VideoShop.java")));
        Speedment nowhere = new SakilaApplicationBuilder()
                .withPassword("none")
                .withParam("statistics.scheduler.enabled", "false")
                .withSkipCheckDatabaseConnectivity()
                .withSkipLogoPrintout()
                .build();

        assertThat(new VideoShop(nowhere).queries())
                .hasSize(16)
                .allSatisfy(query -> assertThat(source).contains("()->" + withoutSpace(query.code())));
        nowhere.stop();
    }

    private static String withoutSpace(String code) {
        return code.replaceAll("\\s", "");
    }
}
