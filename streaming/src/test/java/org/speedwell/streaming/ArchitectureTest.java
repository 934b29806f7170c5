package org.speedwell.streaming;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** What may see what: aggregate and engine nothing, window those two, the public API all three, view the public API. */
class ArchitectureTest {
    private static final String ROOT = "org.speedwell.streaming";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void packagesHaveNoCycles() {
        slices().matching("(" + ROOT + "..)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void importsPointLeft() {
        mayNotSee(ROOT + ".aggregate", ROOT, ROOT + ".engine", ROOT + ".window", ROOT + ".view");
        mayNotSee(ROOT + ".engine", ROOT, ROOT + ".aggregate", ROOT + ".window", ROOT + ".view");
        mayNotSee(ROOT + ".window", ROOT, ROOT + ".view");
        mayNotSee(ROOT, ROOT + ".view");
        mayNotSee(ROOT + ".view", ROOT + ".engine", ROOT + ".window", ROOT + ".aggregate");
    }

    /** The engine and the windows know nothing of columns: only views do. */
    @Test
    void onlyViewsKnowTheAccelerator() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "..")
                .and()
                .resideOutsideOfPackage(ROOT + ".view")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.speedwell.accelerator..", "com.speedment..")
                .check(CLASSES);
    }

    private static void mayNotSee(String who, String... what) {
        noClasses()
                .that()
                .resideInAPackage(who)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(what)
                .check(CLASSES);
    }
}
