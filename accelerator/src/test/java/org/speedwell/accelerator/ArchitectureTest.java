package org.speedwell.accelerator;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.routing.MetaStreamSupplierBundle;

/** Imports point one way: each package may use only those on its left. */
class ArchitectureTest {
    private static final String ROOT = "org.speedwell.accelerator";
    private static final String SPEEDMENT = ROOT + ".speedment";
    private static final List<String> LAYERS = List.of(
            "model",
            "expr",
            "lambda",
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
            "table");

    /** The packages that bring rows in from the database. They use columns and stores, but no queries. */
    private static final List<String> SOURCES =
            List.of("database", "binlog", "types", "file", "load", "replication", "changes", "verify");

    /** The packages of the public API below the root. Only the root, the integration, and what is named here see them. */
    private static final List<String> API = List.of("query", "source", "follow", "monitor", "routing");

    private static final List<String> SEEN_BY_SOURCES =
            List.of("model", "memory", "text", "codec", "column", "builder", "index", "store");

    /**
     * The packages that may use Speedment: the reader of its expressions, the integration, and the public API, which names Speedment's
     * tables, columns and fields.
     */
    private static final List<String> SEE_SPEEDMENT = Stream.concat(
                    Stream.of(ROOT, ROOT + ".expression", SPEEDMENT, ROOT + ".table", ROOT + ".micrometer"),
                    API.stream().map(name -> ROOT + "." + name))
            .toList();

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void importsPointOneWay() {
        for (int i = 0; i < LAYERS.size(); i++) {
            for (String later : LAYERS.subList(i + 1, LAYERS.size())) {
                mayNotSee(ROOT + "." + LAYERS.get(i), ROOT + "." + later);
            }
            mayNotSee(ROOT + "." + LAYERS.get(i), ROOT, SPEEDMENT);
            mayNotSee(ROOT + "." + LAYERS.get(i), packages(API));
            for (String source : SOURCES) {
                mayNotSee(ROOT + "." + LAYERS.get(i), ROOT + "." + source);
            }
        }
    }

    @Test
    void sourcesSeeNoQueries() {
        for (int i = 0; i < SOURCES.size(); i++) {
            String source = ROOT + "." + SOURCES.get(i);
            for (String later : SOURCES.subList(i + 1, SOURCES.size())) {
                mayNotSee(source, ROOT + "." + later);
            }
            for (String layer : LAYERS) {
                if (!SEEN_BY_SOURCES.contains(layer)) {
                    mayNotSee(source, ROOT + "." + layer);
                }
            }
            mayNotSee(source, SPEEDMENT);
        }
        for (String source : SOURCES) {
            mayNotSee(ROOT + "." + source, ROOT);
            // replication tells its status, and verify its results, in types of the API
            List<String> told = switch (source) {
                case "replication" -> List.of("follow");
                case "verify" -> List.of("follow", "monitor");
                default -> List.of();
            };
            mayNotSee(
                    ROOT + "." + source,
                    packages(API.stream().filter(name -> !told.contains(name)).toList()));
        }
    }

    /** No package is left out of the layers. */
    @Test
    void everyPackageHasItsLayer() {
        List<String> known = Stream.of(LAYERS, SOURCES, API, List.of("speedment", "micrometer"))
                .flatMap(List::stream)
                .map(name -> ROOT + "." + name)
                .toList();
        assertThat(CLASSES)
                .extracting(JavaClass::getPackageName)
                .allMatch(name -> name.equals(ROOT) || known.contains(name));
    }

    /** The integration with Speedment uses all other packages. Only the bundles and {@link TableJoins} name it. */
    @Test
    void thePublicApiSeesNoLoads() {
        for (int i = 0; i < API.size(); i++) {
            mayNotSee(ROOT + "." + API.get(i), ROOT);
            mayNotSee(ROOT + "." + API.get(i), packages(API.subList(i + 1, API.size())));
        }
        for (String api :
                Stream.concat(Stream.of(ROOT), Stream.of(packages(API))).toList()) {
            mayNotSee(api, ROOT + ".memory", ROOT + ".store", ROOT + ".index");
            mayNotSee(api, packages(SOURCES));
        }
        noClasses()
                .that()
                .resideInAPackage(ROOT + "..")
                .and()
                .resideOutsideOfPackage(SPEEDMENT)
                .and()
                .doNotBelongToAnyOf(
                        InMemoryBundle.class,
                        ColumnCollationsBundle.class,
                        MetaStreamSupplierBundle.class,
                        TableJoins.class)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(SPEEDMENT)
                .check(CLASSES);
    }

    @Test
    void onlyTheReaderAndTheIntegrationKnowSpeedment() {
        noClasses()
                .that()
                .resideOutsideOfPackages(SEE_SPEEDMENT.toArray(String[]::new))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.speedment..")
                .check(CLASSES);
    }

    @Test
    void onlyMemoryKnowsChronicle() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".memory")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("net.openhft..")
                .check(CLASSES);
    }

    private static String[] packages(List<String> names) {
        return names.stream().map(name -> ROOT + "." + name).toArray(String[]::new);
    }

    private void mayNotSee(String who, String... what) {
        noClasses()
                .that()
                .resideInAPackage(who)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(what)
                .check(CLASSES);
    }
}
