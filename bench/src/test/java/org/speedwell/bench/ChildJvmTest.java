package org.speedwell.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ChildJvmTest {
    private static final String MODULE = "--add-modules=jdk.incubator.vector";

    @AfterEach
    void clearVectorsProperty() {
        System.clearProperty(ChildJvm.VECTORS);
    }

    @Test
    void vectorModuleIsOmittedOnRequest() {
        assertThat(ChildJvm.flags()).contains(MODULE);

        System.setProperty(ChildJvm.VECTORS, "false");

        assertThat(ChildJvm.flags()).doesNotContain(MODULE).contains("--sun-misc-unsafe-memory-access=allow");
    }
}
