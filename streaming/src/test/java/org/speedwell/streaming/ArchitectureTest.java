package org.speedwell.streaming;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies the allowed dependencies between packages. */
@Tag("unit")
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
    void packagesImportOnlyAllowedPackages() {
        List<String> packages = List.of(
                "aggregate",
                "recording",
                "engine",
                "window",
                "keyed",
                "checkpoint",
                "state",
                "recovery",
                "pane",
                "chain",
                "",
                "console",
                "view",
                "binlog",
                "maintain");
        for (int left = 0; left < packages.size(); left++) {
            for (int right = left + 1; right < packages.size(); right++) {
                checkDoesNotUse(name(packages.get(left)), name(packages.get(right)));
            }
        }
        checkDoesNotUse(ROOT + ".console", ROOT + ".engine", ROOT + ".state", ROOT + ".pane", ROOT + ".recovery");
        checkDoesNotUse(ROOT + ".view", ROOT + ".engine", ROOT + ".state", ROOT + ".pane", ROOT + ".recovery");
        checkDoesNotUse(ROOT + ".pane", ROOT + ".recovery");
        checkDoesNotUse(ROOT + ".chain", ROOT + ".recovery", ROOT + ".pane");
        checkDoesNotUse(ROOT + ".engine", ROOT + ".aggregate", ROOT + ".recording");
    }

    /** Verifies that the engine and the windows depend on no tables, but only on the header of binary formats. */
    @Test
    void onlyViewsAndSourcesOfTablesUseAccelerator() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "..")
                .and()
                .resideOutsideOfPackages(ROOT + ".view", ROOT + ".binlog", ROOT + ".maintain")
                .should()
                .dependOnClassesThat(resideInAnyPackage("org.speedwell.accelerator..", "com.speedment..")
                        .and(not(resideInAPackage("org.speedwell.accelerator.format"))))
                .check(CLASSES);
    }

    /** Verifies that only exported packages are used. */
    @Test
    void onlyPublicPackagesOfAcceleratorAreUsed() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "..")
                .should()
                .dependOnClassesThat(resideInAPackage("org.speedwell.accelerator..")
                        .and(not(resideInAnyPackage(
                                "org.speedwell.accelerator",
                                "org.speedwell.accelerator.follow",
                                "org.speedwell.accelerator.format",
                                "org.speedwell.accelerator.maintain",
                                "org.speedwell.accelerator.model",
                                "org.speedwell.accelerator.monitor",
                                "org.speedwell.accelerator.query",
                                "org.speedwell.accelerator.source",
                                "org.speedwell.accelerator.table"))))
                .check(CLASSES);
    }

    private static String name(String part) {
        return part.isEmpty() ? ROOT : ROOT + "." + part;
    }

    private static void checkDoesNotUse(String dependent, String... what) {
        noClasses()
                .that()
                .resideInAPackage(dependent)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(what)
                .check(CLASSES);
    }
}
