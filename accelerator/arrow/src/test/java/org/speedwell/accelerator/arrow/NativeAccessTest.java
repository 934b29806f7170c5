package org.speedwell.accelerator.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The flags of the JVM that the export needs. */
@Tag("forked")
class NativeAccessTest {
    @SuppressWarnings("NullAway.Init")
    @TempDir
    private Path folder;

    /** The program of the other JVM. The first argument is a file for Arrow IPC; a second one opens a stream too. */
    public static final class Export {
        private Export() {}

        public static void main(String[] arguments) throws IOException {
            ArrowTable table = TestTable.of(TestTable.rows(100, 1)).arrow();
            table.writeFile(Path.of(arguments[0]));
            if (arguments.length > 1) {
                try (ArrowStream stream = table.stream()) {
                    System.out.println(stream.address() == 0 ? "no address" : "an address");
                } catch (IllegalStateException e) {
                    System.out.println(e.getMessage());
                }
            }
        }
    }

    private String output(String flag, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                flag,
                "-cp",
                System.getProperty("java.class.path"),
                Export.class.getName(),
                folder.resolve("table.arrow").toString()));
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(folder.resolve("table.arrow")).isNotEmptyFile();
        return output;
    }

    @Test
    void filesNeedNoNativeAccess() throws Exception {
        assertThat(output("--illegal-native-access=deny")).isEmpty();
    }

    @Test
    void streamWarnsOnlyWithoutTheFlag() throws Exception {
        assertThat(output("--illegal-native-access=warn", "stream")).contains("WARNING", "an address");
        assertThat(output("--enable-native-access=ALL-UNNAMED", "stream")).isEqualToIgnoringNewLines("an address");
    }

    @Test
    void deniedStreamNamesTheFlag() throws Exception {
        assertThat(output("--illegal-native-access=deny", "stream"))
                .isEqualToIgnoringNewLines(
                        "The JVM denies native access, which Arrow's C interface needs. Start it with"
                                + " --enable-native-access=ALL-UNNAMED, or with the name of the module that is denied.");
    }
}
