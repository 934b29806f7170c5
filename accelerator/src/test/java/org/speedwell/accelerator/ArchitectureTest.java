package org.speedwell.accelerator;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.routing.MetaStreamSupplierBundle;

/** Verifies that imports point one way: each package may use only those before it in the list. */
@Tag("unit")
class ArchitectureTest {
    private static final String ROOT = "org.speedwell.accelerator";
    private static final String LIVE = ROOT + ".live";
    private static final String OF_CLASSES = ROOT + ".classes";
    private static final String SPEEDMENT = ROOT + ".speedment";
    private static final List<String> LAYERS = List.of(
            "model",
            "expr",
            "lambda",
            "format",
            "memory",
            "text",
            "codec",
            "column",
            "builder",
            "index",
            "store",
            "filter",
            "expression",
            "kernel",
            "eval",
            "encode",
            "aggregate",
            "join",
            "plan",
            "collect",
            "stream",
            "incremental",
            "table");

    /** The packages that read rows from the database. They use columns and stores, but no queries. */
    private static final List<String> SOURCES =
            List.of("database", "binlog", "types", "entity", "file", "load", "replication", "changes", "verify");

    /**
     * The packages of the public API below the root. Only the root, the integration and the packages listed below may
     * use them.
     */
    private static final List<String> API =
            List.of("query", "source", "follow", "monitor", "routing", "maintain", "mapping", "joins");

    private static final List<String> USED_BY_SOURCES =
            List.of("model", "format", "memory", "text", "codec", "column", "builder", "index", "store");

    /**
     * The packages that may use Speedment: the reader of its expressions, the integration, and the public API. The API
     * names Speedment's tables, columns and fields.
     */
    private static final List<String> USES_SPEEDMENT = Stream.concat(
                    Stream.of(
                            ROOT,
                            ROOT + ".expression",
                            LIVE,
                            OF_CLASSES,
                            SPEEDMENT,
                            ROOT + ".table",
                            ROOT + ".micrometer"),
                    API.stream().filter(name -> !name.equals("mapping")).map(name -> ROOT + "." + name))
            .toList();

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void importsPointOneWay() {
        for (int i = 0; i < LAYERS.size(); i++) {
            for (String later : LAYERS.subList(i + 1, LAYERS.size())) {
                forbidDependency(ROOT + "." + LAYERS.get(i), ROOT + "." + later);
            }
            forbidDependency(ROOT + "." + LAYERS.get(i), ROOT, LIVE, OF_CLASSES, SPEEDMENT);
            forbidDependency(ROOT + "." + LAYERS.get(i), packages(API));
            for (String source : SOURCES) {
                forbidDependency(ROOT + "." + LAYERS.get(i), ROOT + "." + source);
            }
        }
    }

    @Test
    void sourcesDependOnNoQueries() {
        for (int i = 0; i < SOURCES.size(); i++) {
            String source = ROOT + "." + SOURCES.get(i);
            for (String later : SOURCES.subList(i + 1, SOURCES.size())) {
                forbidDependency(source, ROOT + "." + later);
            }
            for (String layer : LAYERS) {
                // mapped classes tell the analysis of functions what their fields hold
                boolean isAnalysis = layer.equals("lambda") && SOURCES.get(i).equals("entity");
                if (!USED_BY_SOURCES.contains(layer) && !isAnalysis) {
                    forbidDependency(source, ROOT + "." + layer);
                }
            }
            forbidDependency(source, LIVE, OF_CLASSES, SPEEDMENT);
        }
        for (String source : SOURCES) {
            forbidDependency(ROOT + "." + source, ROOT);
            // replication reports its status, and verify its results, in types of the API
            List<String> visible = switch (source) {
                case "entity" -> List.of("mapping");
                case "replication" -> List.of("follow");
                case "verify" -> List.of("follow", "monitor");
                default -> List.of();
            };
            forbidDependency(
                    ROOT + "." + source,
                    packages(
                            API.stream().filter(name -> !visible.contains(name)).toList()));
        }
    }

    /** Verifies that the lists contain every package. */
    @Test
    void everyPackageHasItsLayer() {
        List<String> known = Stream.of(LAYERS, SOURCES, API, List.of("live", "classes", "speedment", "micrometer"))
                .flatMap(List::stream)
                .map(name -> ROOT + "." + name)
                .toList();
        assertThat(CLASSES)
                .extracting(JavaClass::getPackageName)
                .allMatch(name -> name.equals(ROOT) || known.contains(name));
    }

    /**
     * Verifies the public API, the store and the integration. These two use all other packages; only the bundles,
     * {@link TableJoins}, {@link MaintainedRows} and {@link MemoryStore} name them. The store does not name the integration.
     */
    @Test
    void publicApiDependsOnNoLoads() {
        for (int i = 0; i < API.size(); i++) {
            forbidDependency(ROOT + "." + API.get(i), ROOT);
            forbidDependency(ROOT + "." + API.get(i), packages(API.subList(i + 1, API.size())));
        }
        for (String api :
                Stream.concat(Stream.of(ROOT), Stream.of(packages(API))).toList()) {
            forbidDependency(api, ROOT + ".memory", ROOT + ".store", ROOT + ".index");
            forbidDependency(api, packages(SOURCES));
        }
        noClasses()
                .that()
                .resideInAPackage(ROOT + "..")
                .and()
                .resideOutsideOfPackages(LIVE, OF_CLASSES, SPEEDMENT)
                .and()
                .doNotBelongToAnyOf(
                        InMemoryBundle.class,
                        ColumnCollationsBundle.class,
                        MetaStreamSupplierBundle.class,
                        TableJoins.class,
                        MemoryStore.class,
                        MemoryStore.Builder.class,
                        MaintainedRows.class)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(LIVE, OF_CLASSES, SPEEDMENT)
                .check(CLASSES);
        forbidDependency(LIVE, OF_CLASSES, SPEEDMENT);
        forbidDependency(OF_CLASSES, SPEEDMENT);
    }

    @Test
    void onlyReaderAndIntegrationUseSpeedment() {
        noClasses()
                .that()
                .resideOutsideOfPackages(USES_SPEEDMENT.toArray(String[]::new))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.speedment..")
                .check(CLASSES);
    }

    /** Verifies that the store runs without an application of Speedment. It reads fields, and names tables. */
    @Test
    void storeNeedsNoApplication() {
        for (String store : List.of(LIVE, OF_CLASSES)) {
            forbidDependency(
                    store, "com.speedment.runtime.core..", "com.speedment.runtime.join..", "com.speedment.common..");
        }
    }

    @Test
    void nothingUsesInternalsOfTheJdk() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("sun.misc..", "jdk.internal..")
                .check(CLASSES);
    }

    @Test
    void onlyMemoryAndScanLoopsUseSegments() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".memory")
                .and()
                .doNotHaveSimpleName("VectorRange")
                .and()
                .doNotHaveSimpleName("ByteCount")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.lang.foreign..")
                .check(CLASSES);
    }

    private static String[] packages(List<String> names) {
        return names.stream().map(name -> ROOT + "." + name).toArray(String[]::new);
    }

    private void forbidDependency(String dependent, String... what) {
        noClasses()
                .that()
                .resideInAPackage(dependent)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(what)
                .check(CLASSES);
    }
}
