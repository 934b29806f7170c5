package org.speedwell.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChildJvmTest {
    private static final String MODULE = "--add-modules=jdk.incubator.vector";

    @AfterEach
    void asBefore() {
        System.clearProperty(ChildJvm.VECTORS);
    }

    @Test
    void vectorsAreLeftOutWhereTheRunSaysSo() {
        assertThat(ChildJvm.flags()).contains(MODULE);

        System.setProperty(ChildJvm.VECTORS, "false");

        assertThat(ChildJvm.flags()).doesNotContain(MODULE).contains("--sun-misc-unsafe-memory-access=allow");
    }
}
