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
import org.junit.jupiter.api.Test;

/** What may see what. */
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
                "view",
                "binlog");
        for (int left = 0; left < packages.size(); left++) {
            for (int right = left + 1; right < packages.size(); right++) {
                mayNotSee(name(packages.get(left)), name(packages.get(right)));
            }
        }
        mayNotSee(ROOT + ".view", ROOT + ".engine", ROOT + ".state", ROOT + ".pane", ROOT + ".recovery");
        mayNotSee(ROOT + ".pane", ROOT + ".recovery");
        mayNotSee(ROOT + ".chain", ROOT + ".recovery", ROOT + ".pane");
        mayNotSee(ROOT + ".engine", ROOT + ".aggregate", ROOT + ".recording");
    }

    /** The engine and the windows know nothing of tables: only views and the binlog's source do. */
    @Test
    void onlyViewsAndTheBinlogKnowTheAccelerator() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "..")
                .and()
                .resideOutsideOfPackages(ROOT + ".view", ROOT + ".binlog")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.speedwell.accelerator..", "com.speedment..")
                .check(CLASSES);
    }

    /** Of the accelerator, only what is public: its module exports nothing else. */
    @Test
    void viewsKnowTablesAlone() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "..")
                .should()
                .dependOnClassesThat(resideInAPackage("org.speedwell.accelerator..")
                        .and(not(resideInAnyPackage(
                                "org.speedwell.accelerator",
                                "org.speedwell.accelerator.follow",
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
