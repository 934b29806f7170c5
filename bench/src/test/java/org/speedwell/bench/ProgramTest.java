package org.speedwell.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.bench.report.Report;
import org.speedwell.schema.Database;

/** Each benchmark program that does not use JMH, once, on the test database. The programs check their own results. */
@Tag("database")
class ProgramTest {
    private static final List<String> SETTINGS = List.of("speedwell.url", "speedwell.user", "speedwell.password");

    @TempDir
    static Path results;

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
    void aMillionQueriesAreAnsweredFromMemory() throws Exception {
        Program.million.run(List.of("100"), results);

        assertReported("table-million.json", "over SQL", "from memory");
        assertReported("statement-million.json", "a million sub-queries");
    }

    @Test
    void ratesWithShortLatenciesAreFound() throws Exception {
        Program.within.run(List.of("speedwell", "1", "100", "5", "SLIDING_10K"), results);

        try (Stream<Path> files = Files.list(results)) {
            assertThat(files.map(Path::getFileName).map(Path::toString))
                    .filteredOn(name -> name.startsWith("statement-within-SLIDING_10K-speedwell"))
                    .hasSize(1);
        }
    }

    @Test
    void loadIsComparedWithDraining() throws Exception {
        Program.load.run(List.of("1", "1"), results);

        assertReported("table-load.json", "every value read through JDBC", "47,273 rows");
        assertReported("table-open.json", "until streams return results", "47,273 rows");
    }

    @Test
    void applicationsStartFromAFile() throws Exception {
        Program.start.run(List.of("1000", "1"), results);

        assertReported("table-start.json", "OpenMode.TRUSTED", "1,000 films");
    }

    @Test
    void readersReadWithAndWithoutReloads() throws Exception {
        Program.readers.run(List.of("1", "50"), results);

        assertReported("table-readers.json", "8 threads, reloading", "1,000 films");
        assertThat(results.resolve("readers.hlog")).isNotEmptyFile();
    }

    @Test
    void clientsContendAndLoseNoMoney() throws Exception {
        Program.threads.run(List.of("200"), results);

        assertReported("table-threads.json", "a virtual thread each, 20 permits", "of 400 rows");
        assertThat(results.resolve("threads.hlog")).isNotEmptyFile();
    }

    @Test
    void transactionsRunWithAndWithoutReplication() throws Exception {
        Program.htap.run(List.of("1", "2000", "20", "2", "300", "1"), results);

        assertReported("table-htap-rates.json", "full rate, no replication", "half the rate", "1 warehouse,");
        assertReported("table-htap-questions.json", "Q22 customers to win", "low stocks");
        assertThat(results.resolve("htap.hlog")).isNotEmptyFile();
    }

    @Test
    void kafkaIsComparedWithItsClients() throws Exception {
        Program.kafka.run(List.of("2000", "1"), results);

        assertReported("table-kafka.json", "exactly once, a checkpoint a second", "2,000 records");
    }

    @Test
    void topicsOfDebeziumAreComparedWithTheBinlog() throws Exception {
        Program.debezium.run(List.of("1000", "1"), results);

        assertReported("table-debezium.json", "memory, from Debezium's topics", "1,000 changed rows");
    }

    private static void assertReported(String file, String... texts) throws Exception {
        assertThat(Files.readString(results.resolve(file))).contains(texts);
        Report.write(results);
        assertThat(Files.readString(results.resolve("report.html"))).contains(texts);
    }
}
