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
    private static final List<String> LAYERS =
            List.of("memory", "column", "index", "store", "filter", "kernel", "expression", "plan", "stream", "table");

    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void importsPointOneWay() {
        for (int i = 0; i < LAYERS.size(); i++) {
            List<String> right = LAYERS.subList(i + 1, LAYERS.size());
            for (String later : right) {
                noClasses()
                        .that()
                        .resideInAPackage(ROOT + "." + LAYERS.get(i))
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage(ROOT + "." + later)
                        .check(classes);
            }
            noClasses()
                    .that()
                    .resideInAPackage(ROOT + "." + LAYERS.get(i))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(ROOT, ROOT + ".load")
                    .check(classes);
        }
    }

    @Test
    void loadIsSeenOnlyByTheRootAndDoesNotSeeStreams() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".load")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ROOT, ROOT + ".filter", ROOT + ".kernel", ROOT + ".plan", ROOT + ".stream")
                .check(classes);
    }

    @Test
    void onlyMemoryKnowsChronicle() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".memory")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("net.openhft..")
                .check(classes);
    }
}
