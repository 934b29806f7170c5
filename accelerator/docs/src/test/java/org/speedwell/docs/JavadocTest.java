package org.speedwell.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that public types and packages have Javadoc, and that its examples compile. */
@Tag("unit")
class JavadocTest {
    private static final List<String> MODULES = List.of(
            "accelerator",
            "accelerator/generator",
            "accelerator/spring-boot",
            "accelerator/arrow",
            "accelerator/debezium",
            "accelerator/testkit",
            "streaming",
            "streaming/kafka",
            "schema");

    /** The types at which users start. Each needs an example. */
    private static final Set<String> ENTRY_POINTS = Set.of(
            // accelerator
            "InMemoryBundle",
            "ColumnCollationsBundle",
            "MetaStreamSupplierBundle",
            "DataSourceConnections",
            "DataStoreComponent",
            "StoreConfiguration",
            "LoadConfiguration",
            "FollowConfiguration",
            "StreamSupplierComponentDecorator",
            "MemoryStore",
            "JpaFields",
            "SnapshotView",
            "ChangeStream",
            "Reference",
            "Aggregation",
            "ColumnCollectors",
            "ColumnFunctions",
            "Expressions",
            "RowEncoder",
            "Explanation",
            "LoadProgress",
            "QueryListener",
            "TableSchema",
            "Table",
            "StoreMeters",
            "MaintainedQuery",
            "MaintainedGauge",
            "MaintainedRows",
            "ClassMapping",
            "MappingBuilder",
            "StoreConfigurationCustomizer",
            "ArrowTable",
            "DuckDb",
            "BinlogContainer",
            "FollowingStore",
            // streaming
            "Engine",
            "Events",
            "Keyed",
            "Pipeline",
            "Job",
            "JobOptions",
            "EventTime",
            "Source",
            "PushSource",
            "JdbcSource",
            "BinlogSource",
            "MaintainedSource",
            "Sink",
            "FileSink",
            "JdbcSink",
            "BlockingSink",
            "View",
            "Window",
            "Aggregate",
            "Aggregates",
            "StatefulMap",
            "JobMeters",
            "KafkaSource",
            "KafkaSink",
            // schema
            "Database",
            "Sakila",
            "SakilaArchive",
            "Films",
            "Rentals",
            "Tpch",
            "ChBenchmark",
            "Torture",
            "Hostile");

    private static final List<PublicType> TYPES =
            MODULES.stream().flatMap(module -> PublicType.of(module).stream()).toList();

    @TempDir
    private Path folder;

    @Test
    void everyPublicTypeAndPackageHasJavadoc() {
        assertThat(TYPES).hasSizeGreaterThan(100);
        assertThat(TYPES.stream()
                        .filter(type -> type.doc() == null || type.doc().isBlank())
                        .map(PublicType::name))
                .isEmpty();
    }

    @Test
    void entryPointsHaveAnExample() {
        Set<String> shown = TYPES.stream()
                .filter(type -> type.doc() != null && type.doc().contains("{@snippet"))
                .map(PublicType::name)
                .collect(Collectors.toSet());

        assertThat(shown).containsAll(ENTRY_POINTS);
    }

    @Test
    void examplesCompile() {
        List<Snippet> snippets =
                TYPES.stream().flatMap(type -> type.snippets().stream()).toList();

        assertThat(snippets).hasSizeGreaterThan(40);
        assertThat(String.join("\n", new JavaSnippets(folder).failures(snippets)))
                .isEmpty();
    }

    /** Checks the defaults that package documentation must state for all types of the package. */
    @Test
    void packagesDocumentNullsThreadsAndErrors() {
        for (String name : List.of(
                "org.speedwell.accelerator",
                "org.speedwell.accelerator.table",
                "org.speedwell.streaming",
                "org.speedwell.schema")) {
            assertThat(TYPES.stream().filter(type -> type.name().equals("package " + name)))
                    .singleElement()
                    .satisfies(type ->
                            assertThat(type.doc()).containsIgnoringCase("null").contains("thread", "Exception"));
        }
    }
}
