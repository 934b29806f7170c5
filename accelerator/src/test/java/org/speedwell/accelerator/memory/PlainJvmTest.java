package org.speedwell.accelerator.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies native memory in a JVM without options that open or export packages, as users start it. */
@Tag("forked")
class PlainJvmTest {
    private static final String KEPT = "what was written is there";

    @Test
    void nativeMemoryWorksWithoutWarnings() throws IOException, InterruptedException {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--sun-misc-unsafe-memory-access=allow",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PlainJvmTest.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(jvm.waitFor()).as(output).isZero();
        assertThat(output).isEqualToIgnoringNewLines(KEPT);
    }

    public static void main(String[] arguments) {
        Lease lease = new Lease();
        Region region = lease.allocate(100);
        region.putLong(8, 42);
        if (region.getLong(8) == 42 && region.getLong(0) == 0) {
            System.out.println(KEPT);
        }
        lease.release();
    }
}
