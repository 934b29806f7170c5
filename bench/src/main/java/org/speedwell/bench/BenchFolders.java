package org.speedwell.bench;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folders of results and of databases that are kept, next to the jar. */
public final class BenchFolders {
    private BenchFolders() {}

    /** Returns the folder with one subfolder for each run. */
    static Path results() {
        return target().resolve("results");
    }

    /** Returns the folder of databases that are kept from run to run. */
    public static Path data() {
        return target().resolve("data");
    }

    /** Returns the folder of the build. The program may run from a jar or from a folder of classes. */
    static Path target() {
        try {
            Path code = Path.of(Main.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            Path parent = code.getParent();
            return parent == null || !Files.isWritable(parent) ? Path.of("target") : parent;
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
