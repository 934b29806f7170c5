package org.speedwell.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** The classes of written records, in a class loader of their own. */
final class CompiledRecords implements AutoCloseable {
    private final URLClassLoader loader;
    private final List<Class<?>> records = new ArrayList<>();

    private CompiledRecords(URLClassLoader loader) {
        this.loader = loader;
    }

    /** Compiles all sources below a folder. */
    static CompiledRecords of(Path sources) throws IOException, ClassNotFoundException {
        Path classes = Files.createTempDirectory(sources, "classes");
        List<Path> files = files(sources);
        assertThat(errors(files, classes)).isEmpty();
        CompiledRecords compiled = new CompiledRecords(loader(classes));
        for (Path file : files) {
            String name =
                    sources.relativize(file).toString().replace(".java", "").replaceAll("[/\\\\]", ".");
            compiled.records.add(compiled.loader.loadClass(name));
        }
        return compiled;
    }

    private static URLClassLoader loader(Path classes) throws MalformedURLException {
        return new URLClassLoader(new URL[] {classes.toUri().toURL()}, CompiledRecords.class.getClassLoader());
    }

    static List<Path> files(Path sources) throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the messages of javac. */
    static String errors(List<Path> files, Path classes) {
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-encoding", "UTF-8", "-d", classes.toString()));
        files.forEach(file -> arguments.add(file.toString()));
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        ToolProvider.getSystemJavaCompiler().run(null, null, errors, arguments.toArray(String[]::new));
        return errors.toString(StandardCharsets.UTF_8);
    }

    List<Class<?>> all() {
        return records;
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
