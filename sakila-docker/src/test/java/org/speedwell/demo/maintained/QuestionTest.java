package org.speedwell.demo.maintained;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.sakila.SakilaApplicationBuilder;

@Tag("unit")
class QuestionTest {

    @Test
    void textOfQuestionIsItsCode() throws IOException {
        String source =
                withoutSpace(Files.readString(Path.of("src/main/java/org/speedwell/demo/maintained/Question.java")));

        assertThat(questions())
                .hasSize(5)
                .allSatisfy(question -> assertThat(source).contains(asPipeline(withoutSpace(question.code()))));
    }

    @Test
    @SuppressWarnings("unchecked")
    void scaleOfDecimalDoesNotMatter() {
        Question<BigDecimal> revenue = (Question<BigDecimal>) questions().get(2);

        assertThat(revenue.agree(new BigDecimal("1.0"), new BigDecimal("1.00"))).isTrue();
        assertThat(revenue.agree(new BigDecimal("1.0"), new BigDecimal("1.01"))).isFalse();
    }

    private static List<Question<?>> questions() {
        Speedment nowhere = new SakilaApplicationBuilder()
                .withPassword("none")
                .withParam("statistics.scheduler.enabled", "false")
                .withSkipCheckDatabaseConnectivity()
                .withSkipLogoPrintout()
                .build();
        try {
            return Question.all(nowhere);
        } finally {
            nowhere.stop();
        }
    }

    /** Returns the code as it appears in the source: the operations on the stream as a lambda. */
    private static String asPipeline(String code) {
        return code.replaceFirst("^(\\w+)\\.stream\\(\\)\\.", "$1,all->all.");
    }

    private static String withoutSpace(String code) {
        return code.replaceAll("\\s", "");
    }
}
