package org.speedwell.schema;

import org.jspecify.annotations.Nullable;

/** The shared database of a test run. The first use starts it. */
final class TestDatabase {

    private static @Nullable Database shared;

    private TestDatabase() {}

    static synchronized Database get() {
        Database database = shared;
        if (database == null) {
            database = start();
            shared = database;
        }
        return database;
    }

    private static Database start() {
        String url = environment("SPEEDWELL_TEST_URL", "");
        if (!url.isBlank()) {
            return logged(Database.at(
                    url, environment("SPEEDWELL_TEST_USER", "root"), environment("SPEEDWELL_TEST_PASSWORD", "")));
        }
        String image = System.getProperty("speedwell.test.image", "");
        if (!image.isBlank()) {
            return logged(TestContainer.start(image));
        }
        Database embedded = logged(Database.embedded());
        // This view does not stop the embedded database, which ends with the JVM.
        return Database.at(embedded.url(""), embedded.user(), embedded.password());
    }

    private static Database logged(Database database) {
        System.out.println("Test database: " + database);
        return database;
    }

    private static String environment(String name, String otherwise) {
        return System.getenv().getOrDefault(name, otherwise);
    }
}
