package org.speedwell.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.DataStoreComponent;

/** Makes an AOT cache of an application, and starts the application from it. */
@Tag("forked")
class AotCacheTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void applicationStartsFromACache() throws Exception {
        start(List.of(), CachedStart.class, "Version 0");
    }

    /** Starts a service that ends when its beans exist, and so needs no database. */
    @Test
    void springServiceStartsFromACache() throws Exception {
        start(List.of("-Dspring.context.exit=onRefresh"), CachedService.class, "Version 0");
    }

    private void start(List<String> flags, Class<?> program, String answer) throws IOException, InterruptedException {
        Path cache = folder.resolve("app.aot");
        Path classes = folder.resolve("classes.log");

        run(flags, List.of("-XX:AOTCacheOutput=" + cache), program, answer);
        assertThat(cache).isNotEmptyFile();
        run(
                flags,
                List.of("-XX:AOTCache=" + cache, "-XX:AOTMode=on", "-Xlog:class+load:file=" + classes),
                program,
                answer);

        assertThat(Files.readAllLines(classes))
                .as("classes that the JVM takes from the cache")
                .anyMatch(line -> line.contains(" " + DataStoreComponent.class.getName() + " ")
                        && line.contains("shared objects file"));
    }

    private void run(List<String> flags, List<String> ofCache, Class<?> program, String answer)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(ofCache);
        command.addAll(List.of("-cp", String.join(File.pathSeparator, jars()), program.getName()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        List<String> output = process.inputReader().lines().toList();
        assertThat(process.waitFor()).as(String.join("\n", output)).isZero();
        assertThat(output).contains(answer);
    }

    /** Returns the class path with jars instead of folders. An AOT cache supports only jars. */
    private List<String> jars() {
        List<String> jars = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (!Files.isDirectory(Path.of(entry))) {
                jars.add(entry);
                continue;
            }
            Path jar = folder.resolve(jars.size() + ".jar");
            if (!Files.exists(jar)) {
                StringWriter output = new StringWriter();
                PrintWriter out = new PrintWriter(output);
                int code = ToolProvider.findFirst("jar")
                        .orElseThrow()
                        .run(out, out, "--create", "--file", jar.toString(), "-C", entry, ".");
                assertThat(code).as(output.toString()).isZero();
            }
            jars.add(jar.toString());
        }
        return jars;
    }
}
