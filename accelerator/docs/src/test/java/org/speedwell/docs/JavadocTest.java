package org.speedwell.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the Javadoc of all that is public has to tell, and that its examples compile. */
class JavadocTest {
    private static final List<String> MODULES =
            List.of("accelerator", "accelerator/generator", "accelerator/spring-boot", "streaming", "schema");

    /** Where a user begins with something. */
    private static final Set<String> ENTRANCES = Set.of(
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
            "StoreConfigurationCustomizer",
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
            // schema
            "Database",
            "Sakila",
            "SakilaArchive",
            "Films",
            "Rentals",
            "Tpch",
            "Torture",
            "Hostile");

    private static final List<PublicType> TYPES =
            MODULES.stream().flatMap(module -> PublicType.of(module).stream()).toList();

    @TempDir
    private Path folder;

    @Test
    void everyPublicTypeAndPackageTellsWhatItIs() {
        assertThat(TYPES).hasSizeGreaterThan(100);
        assertThat(TYPES.stream()
                        .filter(type -> type.doc() == null || type.doc().isBlank())
                        .map(PublicType::name))
                .isEmpty();
    }

    @Test
    void entrancesHaveAnExample() {
        Set<String> shown = TYPES.stream()
                .filter(type -> type.doc() != null && type.doc().contains("{@snippet"))
                .map(PublicType::name)
                .collect(Collectors.toSet());

        assertThat(shown).containsAll(ENTRANCES);
    }

    @Test
    void examplesCompile() {
        List<Snippet> snippets =
                TYPES.stream().flatMap(type -> type.snippets().stream()).toList();

        assertThat(snippets).hasSizeGreaterThan(40);
        assertThat(String.join("\n", new JavaSnippets(folder).failures(snippets)))
                .isEmpty();
    }

    /** What holds of a package's types unless one says otherwise stands with the package. */
    @Test
    void packagesTellOfNullsThreadsAndErrors() {
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
