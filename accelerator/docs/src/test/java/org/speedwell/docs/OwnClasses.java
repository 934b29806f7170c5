package org.speedwell.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Copies the class files of a module of this project, which the build has in a folder or in a jar. */
final class OwnClasses {
    private OwnClasses() {}

    /** Copies the files of the module of a class to a new folder, without its module descriptor. */
    static Path copy(Class<?> one, Path to) throws IOException {
        Path target = Files.createDirectory(to.resolve(one.getSimpleName()));
        Path from = location(one);
        if (Files.isDirectory(from)) {
            copy(from, target);
        } else {
            try (FileSystem jar = FileSystems.newFileSystem(from)) {
                copy(jar.getPath("/"), target);
            }
        }
        return target;
    }

    private static Path location(Class<?> one) {
        URI location;
        try {
            location = one.getProtectionDomain().getCodeSource().getLocation().toURI();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
        return Path.of(location);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            files.filter(Files::isRegularFile)
                    .filter(file -> !String.valueOf(file.getFileName()).equals("module-info.class"))
                    .forEach(file -> {
                        try {
                            Path copy = to.resolve(from.relativize(file).toString());
                            Files.createDirectories(copy.getParent());
                            Files.copy(file, copy);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    });
        }
    }
}
