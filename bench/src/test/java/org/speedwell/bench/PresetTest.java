package org.speedwell.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("forked")
class PresetTest {
    /**
     * Starts the JVM of each step. If it fails in a run, the run skips the step with one line, which is easy to miss.
     */
    @Test
    void jvmOfEveryStepStarts() throws IOException, InterruptedException {
        Set<List<String>> all = new LinkedHashSet<>();
        List.of("all", "quick").forEach(name -> Preset.stepsOf(name).forEach(step -> all.add(step.flags())));

        assertThat(all).hasSizeGreaterThan(3);
        for (List<String> flags : all) {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(ChildJvm.flags());
            command.addAll(flags);
            command.add("-XX:-AlwaysPreTouch"); // the last flag wins: touching 6 GB takes seconds and checks nothing
            command.add("-version");
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as("%s: %s", flags, said).isZero();
        }
    }
}
