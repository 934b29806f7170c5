package org.speedwell.accelerator;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.generator.runtime.EntityReader;

/** Verifies which parts of this module a user's module can use. */
@Tag("forked")
class ModuleTest {
    /**
     * The export of the base class of Speedment's predicates. The hot path inspects that class, which Speedment does
     * not export.
     */
    private static final String PREDICATES =
            "com.speedment.runtime.field/com.speedment.runtime.field.internal.predicate=org.speedwell.accelerator";

    private static final String CONSUMER = """
            package consumer;

            import com.speedment.runtime.core.Speedment;
            import com.speedment.runtime.field.LongField;
            import java.util.List;
            import org.speedwell.accelerator.DataStoreComponent;
            import org.speedwell.accelerator.table.Table;
            import org.speedwell.accelerator.table.TableSchema;

            public final class Main {
                public record Sale(long store, long amount) {
                    static final TableSchema<Sale> SCHEMA = TableSchema.ofRecord(Sale.class);
                    static final LongField<Sale, Long> STORE = SCHEMA.longField("store", Sale::store);
                    static final LongField<Sale, Long> AMOUNT = SCHEMA.longField("amount", Sale::amount);
                }

                static void load(Speedment app) {
                    app.get(DataStoreComponent.class).ifPresent(DataStoreComponent::load);
                }

                public static void main(String[] arguments) {
                    Table<Sale> sales = Sale.SCHEMA.table(List.of(new Sale(2, 30), new Sale(1, 12), new Sale(2, 5)));
                    long sum = sales.stream().filter(Sale.STORE.equal(2L)).mapToLong(Sale.AMOUNT).sum();
                    System.out.println(Main.class.getModule() + " " + sum + " " + sales.get(1).orElseThrow().amount());
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void onlyPublicPackagesAreExported() throws IOException {
        ModuleDescriptor module;
        try (InputStream in = Files.newInputStream(module().resolve("module-info.class"))) {
            module = ModuleDescriptor.read(in);
        }
        Set<String> arrow = Set.of("org.speedwell.accelerator.arrow");
        Set<String> debezium = Set.of("org.speedwell.accelerator.debezium");
        assertThat(module.exports().stream()
                        .filter(ModuleDescriptor.Exports::isQualified)
                        .collect(toMap(ModuleDescriptor.Exports::source, ModuleDescriptor.Exports::targets)))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "org.speedwell.accelerator.format",
                        Set.of(
                                "org.speedwell.hazelcast",
                                "org.speedwell.streaming",
                                "org.speedwell.streaming.hazelcast"),
                        "org.speedwell.accelerator.codec",
                        arrow,
                        "org.speedwell.accelerator.column",
                        arrow,
                        "org.speedwell.accelerator.live",
                        arrow,
                        "org.speedwell.accelerator.memory",
                        arrow,
                        "org.speedwell.accelerator.store",
                        arrow,
                        "org.speedwell.accelerator.binlog",
                        debezium,
                        "org.speedwell.accelerator.database",
                        debezium,
                        "org.speedwell.accelerator.replication",
                        debezium,
                        "org.speedwell.accelerator.types",
                        debezium));
        assertThat(module.exports())
                .filteredOn(exported -> !exported.isQualified())
                .extracting(ModuleDescriptor.Exports::source)
                .containsExactlyInAnyOrder(
                        "org.speedwell.accelerator",
                        "org.speedwell.accelerator.follow",
                        "org.speedwell.accelerator.joins",
                        "org.speedwell.accelerator.maintain",
                        "org.speedwell.accelerator.mapping",
                        "org.speedwell.accelerator.micrometer",
                        "org.speedwell.accelerator.model",
                        "org.speedwell.accelerator.monitor",
                        "org.speedwell.accelerator.query",
                        "org.speedwell.accelerator.routing",
                        "org.speedwell.accelerator.source",
                        "org.speedwell.accelerator.table");
    }

    @Test
    void jarContainsTheLicence() {
        assertThat(module().resolve("META-INF/LICENSE")).content().contains("Apache License");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void consumerModuleCompilesAndRuns(boolean isExported) throws IOException, InterruptedException {
        assertThat(compile(CONSUMER)).isEmpty();

        List<String> flags = new ArrayList<>(isExported ? List.of("--add-exports", PREDICATES) : List.of());
        flags.addAll(List.of("-p", folder.resolve("classes") + File.pathSeparator + modules()));
        assertThat(ForkedJvm.run(folder, flags, List.of("-m", "consumer/consumer.Main"), 60))
                .contains("module consumer 35 12");
    }

    @Test
    void internalPackagesAreNotVisible() throws IOException {
        assertThat(compile("package consumer; class Main { org.speedwell.accelerator.store.TableStore<?> table; }"))
                .singleElement()
                .asString()
                .contains("package org.speedwell.accelerator.store is not visible")
                .contains("does not export it");
    }

    /** Compiles a consumer module. Returns the errors. */
    private List<String> compile(String main) throws IOException {
        Path sources = Files.createDirectories(folder.resolve("sources"));
        Files.writeString(sources.resolve("module-info.java"), """
                module consumer {
                    requires org.speedwell.accelerator;
                    opens consumer to org.speedwell.accelerator;
                }
                """);
        Files.writeString(sources.resolve("Main.java"), main);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try (var files = compiler.getStandardFileManager(found, Locale.ROOT, null)) {
            compiler.getTask(
                            null,
                            files,
                            found,
                            List.of("-proc:none", "-cp", "", "-p", modules(), "-d", folder.resolve("classes") + ""),
                            null,
                            files.getJavaFileObjects(sources.resolve("module-info.java"), sources.resolve("Main.java")))
                    .call();
        }
        return found.getDiagnostics().stream()
                .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                .map(each -> each.getMessage(Locale.ROOT))
                .toList();
    }

    /** Returns the folder of this module's classes. */
    private static Path module() {
        return location(DataStoreComponent.class);
    }

    private static Path location(Class<?> of) {
        return Path.of(URI.create(
                of.getProtectionDomain().getCodeSource().getLocation().toString()));
    }

    /** Returns the module path of this module and its dependencies. */
    private static String modules() {
        List<String> names = List.of("speedment", "jspecify", "slf4j-api", "mysql-binlog-connector", "zstd-jni");
        List<String> paths = new ArrayList<>(List.of(
                location(DataStoreComponent.class).toString(),
                location(EntityReader.class).toString()));
        Stream.of(ForkedJvm.classPath().split(File.pathSeparator))
                .filter(path -> path.endsWith(".jar") && names.stream().anyMatch(path::contains))
                .forEach(paths::add);
        return paths.stream().collect(joining(File.pathSeparator));
    }
}
