package org.speedwell.bench;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where results and kept databases lie: beside the jar. */
public final class BenchFolders {
    private BenchFolders() {}

    /** One folder a run. */
    static Path results() {
        return target().resolve("results");
    }

    /** Databases that are kept from run to run. */
    public static Path data() {
        return target().resolve("data");
    }

    /** The folder of the build, with or without a jar. */
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
