package org.speedwell.bench;

import java.nio.file.Path;
import java.util.List;
import org.speedwell.schema.Database;

/**
 * The database server of a run. It is the server that the property {@code speedwell.url} names, or else an embedded
 * one.
 */
public final class BenchDatabase {
    private BenchDatabase() {}

    /** Returns the user's server, or a new embedded one. */
    public static Database open() {
        return isGiven() ? given() : Database.embedded();
    }

    /** Returns the user's server, or an embedded one that keeps its data in a folder. */
    public static Database open(Path folder) {
        return isGiven() ? given() : Database.embedded(folder);
    }

    /** Returns the user's server, or an embedded one with options that keeps its data in a folder. */
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
