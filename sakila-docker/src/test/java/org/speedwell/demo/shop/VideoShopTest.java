package org.speedwell.demo.shop;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.join.JoinBundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.sakila.SakilaApplicationBuilder;

@Tag("unit")
class VideoShopTest {

    @Test
    void textOfQueryIsItsCode() throws IOException {
        String source = withoutSpace(Files.readString(Path.of("src/main/java/org/speedwell/demo/shop/VideoShop.java")));
        Speedment nowhere = new SakilaApplicationBuilder()
                .withPassword("none")
                .withBundle(JoinBundle.class)
                .withParam("statistics.scheduler.enabled", "false")
                .withSkipCheckDatabaseConnectivity()
                .withSkipLogoPrintout()
                .build();

        assertThat(new VideoShop(nowhere).queries())
                .hasSize(22)
                .allSatisfy(query -> assertThat(source).contains(asPipeline(withoutSpace(query.code()))));
        nowhere.stop();
    }

    /** Returns the code as it appears in the source: the table, and the operations on its stream as a lambda. */
    private static String asPipeline(String code) {
        return code.replaceFirst("^(\\w+)\\.stream\\(\\)", "$1,all->all");
    }

    private static String withoutSpace(String code) {
        return code.replaceAll("\\s", "");
    }
}
