package org.speedwell.bench.tpch;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;

/** Verifies that both engines of the benchmark agree, and that the comparison of answers finds differences. */
@Tag("unit")
class TpchEnginesTest {
    private static final List<String> SETTINGS = List.of("speedwell.url", "speedwell.user", "speedwell.password");

    @TempDir
    static Path data;

    @BeforeAll
    static void useTestDatabase() {
        Database database = Database.forTests();
        System.setProperty("speedwell.url", database.url(""));
        System.setProperty("speedwell.user", database.user());
        System.setProperty("speedwell.password", database.password());
    }

    @AfterAll
    static void clearSettings() {
        SETTINGS.forEach(System::clearProperty);
    }

    @Test
    @Tag("database")
    void enginesAgreeAfterLoadAndAfterReopen() {
        LoadedTpch.check(0.01, 1, data, Progress.none());
        assertThat(data.resolve("tpch-0.01.speedwell")).isNotEmptyFile();
        assertThat(data.resolve("tpch-0.01.duckdb")).isNotEmptyFile();

        LoadedTpch.check(0.01, 2, data, Progress.none());
    }

    /** A row of an answer. */
    private record Sum(String name, BigDecimal sum, double average) {}

    @Test
    void answersDifferByTheirValues() {
        TpchAnswer answer = answer("a", "1.50", 2.5);

        assertThat(answer("a", "1.5", 2.5000004).differenceFrom(answer)).isNull();
        assertThat(answer("b", "1.50", 2.5).differenceFrom(answer)).contains("row 0 is [b", "instead of [a");
        assertThat(answer("a", "1.51", 2.5).differenceFrom(answer)).contains("1.51");
        assertThat(answer("a", "1.50", 2.500001).differenceFrom(answer)).contains("2.500001");
        assertThat(TpchAnswer.of(List.<Sum>of()).differenceFrom(answer)).isEqualTo("0 rows instead of 1");
    }

    private static TpchAnswer answer(String name, String sum, double average) {
        return TpchAnswer.of(List.of(new Sum(name, new BigDecimal(sum), average)));
    }
}
