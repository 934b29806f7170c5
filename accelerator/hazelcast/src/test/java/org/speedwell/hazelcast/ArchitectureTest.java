package org.speedwell.hazelcast;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.Serializable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ArchitectureTest {
    private static final String ROOT = "org.speedwell.hazelcast";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void onlyPublicPackagesOfTheAcceleratorAreUsed() {
        noClasses()
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
                        "org.speedwell.accelerator.memory..")
                .check(CLASSES);
    }

    @Test
    void tasksAndQueriesAreSerializable() {
        classes()
                .that()
                .areAssignableTo(MemberTask.class)
                .or()
                .areAssignableTo(ClusterQuery.class)
                .should()
                .beAssignableTo(Serializable.class)
                .check(CLASSES);
    }

    /**
     * Forbids Hazelcast's maps, topics and jobs. An executor sends queries to members, and the cluster stores no data.
     */
    @Test
    void clusterStoresNoData() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "com.hazelcast.map..",
                        "com.hazelcast.topic..",
                        "com.hazelcast.jet..",
                        "com.hazelcast.internal..")
                .check(CLASSES);
    }
}
