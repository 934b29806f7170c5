package org.speedwell.bench;

import java.nio.file.Path;
import java.util.List;
import org.speedwell.schema.Database;

/** The server of a run: the one that {@code speedwell.url} names, else an embedded one. */
public final class BenchDatabase {
    private BenchDatabase() {}

    /** The user's server, or a fresh embedded one. */
    public static Database open() {
        return isGiven() ? given() : Database.embedded();
    }

    /** The user's server, or an embedded one whose data is kept in a folder. */
    public static Database open(Path folder) {
        return isGiven() ? given() : Database.embedded(folder);
    }

    /** As {@link #open(Path)}; the options are for the embedded one. */
    public static Database open(Path folder, List<String> options) {
        return isGiven() ? given() : Database.embedded(folder, options);
    }

    private static boolean isGiven() {
        return System.getProperty("speedwell.url") != null;
    }

    private static Database given() {
        return Database.at(
                System.getProperty("speedwell.url"),
                System.getProperty("speedwell.user", "root"),
                System.getProperty("speedwell.password", ""));
    }
}
