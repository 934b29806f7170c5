package org.speedwell.docs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Tries flags by starting a JVM with them. */
final class JvmFlags {
    private JvmFlags() {}

    /**
     * Returns the output of a JVM that refuses the flags, or the error that prevented its start. Empty if the JVM
     * accepts them.
     */
    static Optional<String> failure(List<String> flags) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.add("-version");
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? Optional.empty() : Optional.of(output);
        } catch (IOException e) {
            return Optional.of(e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(e.toString());
        }
    }
}
