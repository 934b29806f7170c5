package org.speedwell.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.arrow.ArrowTable;
import org.speedwell.init.SpeedwellInit;
import org.speedwell.spring.SpeedwellProperties;
import org.speedwell.streaming.Engine;

/** Verifies with {@code jdeps} that classes of Speedwell use no internal class of the JDK, such as sun.misc.Unsafe. */
@Tag("unit")
class JdkInternalsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void ownClassesUseNoInternalsOfTheJdk() throws Exception {
        for (Class<?> one : List.of(
                DataStoreComponent.class,
                ArrowTable.class,
                Engine.class,
                SpeedwellProperties.class,
                SpeedwellInit.class)) {
            assertThat(internals(OwnClasses.copy(one, folder)))
                    .as(one.getName())
                    .isEmpty();
        }
    }

    @Test
    void useOfAnInternalClassIsFound() throws Exception {
        Path source = folder.resolve("Uses.java");
        Files.writeString(source, "class Uses { sun.misc.Unsafe unsafe; }");
        Path classes = folder.resolve("uses");
        assertThat(ToolProvider.findFirst("javac")
                        .orElseThrow()
                        .run(
                                new PrintWriter(new StringWriter()),
                                new PrintWriter(new StringWriter()),
                                "-d",
                                classes.toString(),
                                source.toString()))
                .isZero();

        assertThat(internals(classes)).singleElement().asString().contains("Uses", "sun.misc.Unsafe");
    }

    /** Returns the lines of {@code jdeps} about internal classes of the JDK. */
    private static List<String> internals(Path classes) {
        StringWriter output = new StringWriter();
        PrintWriter out = new PrintWriter(output);
        int code = ToolProvider.findFirst("jdeps")
                .orElseThrow()
                .run(
                        out,
                        out,
                        "--jdk-internals",
                        "--ignore-missing-deps", // of libraries
                        "--multi-release",
                        "base",
                        classes.toString());
        assertThat(code).as(output.toString()).isZero();
        return output.toString()
                .lines()
                .filter(line -> line.matches(".* -> .* JDK (removed )?internal API.*"))
                .toList();
    }
}
