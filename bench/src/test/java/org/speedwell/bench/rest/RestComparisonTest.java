package org.speedwell.bench.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.schema.Database;

/** The comparison of all REST contenders. They return the same answers, and each writes its finding. */
@Tag("forked")
@Tag("database")
class RestComparisonTest {
    @Test
    void everyContenderReceivesEveryRequest(@TempDir Path results) throws Exception {
        RestComparison.run(Database.forTests(), 1, 1, Duration.ofMillis(20), results); // throws if answers differ

        try (Stream<Path> files = Files.list(results)) {
            List<Path> findings = files.toList();
            assertThat(findings).hasSize(RestRequest.values().length * RestContender.values().length);
            assertThat(findings)
                    .allSatisfy(finding -> assertThat(Files.readString(finding)).contains("\"perSecond\""));
        }
    }
}
