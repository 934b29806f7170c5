package org.speedwell.schema;

import java.nio.file.Path;
import java.sql.Connection;

/** A program that runs a database in a given directory. It ends with an exception, or waits until a test kills it. */
final class Keeper {

    private Keeper() {}

    public static void main(String[] arguments) throws Exception {
        Database database = Database.embedded(Path.of(arguments[0]));
        try (Connection connection = database.connect()) {
            Sql.run(
                    connection,
                    "CREATE DATABASE kept",
                    "CREATE TABLE kept.t (i INT)",
                    "INSERT INTO kept.t VALUES (42)");
        }
        System.out.println("ready");
        if (arguments[1].equals("throw")) {
            throw new IllegalStateException("main throws and closes nothing");
        }
        System.in.read(); // until the test kills this process
    }
}
