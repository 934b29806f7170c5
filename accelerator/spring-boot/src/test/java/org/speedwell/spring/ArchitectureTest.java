package org.speedwell.spring;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ArchitectureTest {
    private static final String ROOT = "org.speedwell.spring";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void queriesDependOnNoServer() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".query")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework..", "jakarta..", ROOT, ROOT + ".rest")
                .check(CLASSES);
    }

    @Test
    void restServesTheTablesOfAnyStore() {
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + ".query", ROOT + ".rest")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.speedment..")
                .check(CLASSES);
    }

    @Test
    void storeConfigurationDependsOnNoQueries() {
        noClasses()
                .that()
                .resideInAPackage(ROOT)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ROOT + ".data", ROOT + ".query", ROOT + ".rest", "tools.jackson..")
                .check(CLASSES);
    }

    @Test
    void unexportedAcceleratorPackagesAreNotUsed() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.speedwell.accelerator.database..",
                        "org.speedwell.accelerator.binlog..",
                        "org.speedwell.accelerator.types..",
                        "org.speedwell.accelerator.file..",
                        "org.speedwell.accelerator.load..",
                        "org.speedwell.accelerator.replication..",
                        "org.speedwell.accelerator.changes..",
                        "org.speedwell.accelerator.verify..",
                        "org.speedwell.accelerator.speedment..",
                        "org.speedwell.accelerator.live..",
                        "org.speedwell.accelerator.store..",
                        "org.speedwell.accelerator.stream..",
                        "org.speedwell.accelerator.encode..")
                .check(CLASSES);
    }
}
