package org.speedwell.accelerator;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Imports point one way: each package may use only those on its left. */
class ArchitectureTest {
    private static final String ROOT = "org.speedwell.accelerator";
    private static final String SPEEDMENT = ROOT + ".speedment";
    private static final List<String> LAYERS = List.of(
            "expr",
            "lambda",
            "memory",
            "column",
            "index",
            "store",
            "expression",
            "filter",
            "kernel",
            "eval",
            "encode",
            "aggregate",
            "plan",
            "join",
            "collect",
            "stream",
            "table");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void importsPointOneWay() {
        for (int i = 0; i < LAYERS.size(); i++) {
            for (String later : LAYERS.subList(i + 1, LAYERS.size())) {
                mayNotSee(ROOT + "." + LAYERS.get(i), ROOT + "." + later);
            }
            mayNotSee(ROOT + "." + LAYERS.get(i), ROOT, ROOT + ".load", SPEEDMENT);
        }
    }

    @Test
    void loadsDoNotSeeStreams() {
        mayNotSee(
                ROOT + ".load", ROOT, SPEEDMENT, ROOT + ".filter", ROOT + ".kernel", ROOT + ".plan", ROOT + ".stream");
    }

    /** What an application of Speedment's is given stands on all else; the bundles name it, and nobody sees it. */
    @Test
    void theRootSeesNoLoads() {
        mayNotSee(ROOT, ROOT + ".load", ROOT + ".memory", ROOT + ".store", ROOT + ".index");
        noClasses()
                .that()
                .resideInAPackage(ROOT + "..")
                .and()
                .resideOutsideOfPackage(SPEEDMENT)
                .and()
                .doNotBelongToAnyOf(InMemoryBundle.class, ColumnCollationsBundle.class, MetaStreamSupplierBundle.class)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(SPEEDMENT)
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
