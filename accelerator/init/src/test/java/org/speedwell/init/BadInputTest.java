package org.speedwell.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.schema.Database;

/** The tool names each wrong argument and its remedy, and then writes nothing. */
@Tag("unit")
class BadInputTest {
    @TempDir
    private Path folder;

    private String init(String url, String user, String password, String packageName) {
        Path project = folder.resolve("project");
        ShopSchema.Run run = ShopSchema.tool(
                "init",
                "--url=" + url,
                "--user=" + user,
                "--password=" + password,
                "--package=" + packageName,
                "--directory=" + project);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(project).doesNotExist();
        return run.said();
    }

    @Test
    void wrongUrlsAreRefused() {
        assertThat(init("jdbc:postgresql://localhost/shop", "u", "p", "com.example.shop"))
                .contains("jdbc:postgresql://localhost/shop is not valid: write jdbc:mysql://host:port/schema");
        assertThat(init("jdbc:mysql://localhost", "u", "p", "com.example.shop"))
                .contains("does not name a schema: write jdbc:mysql://localhost:3306/SCHEMA");
    }

    @Test
    void wrongPackageNamesAreRefused() {
        String url = "jdbc:mysql://localhost/shop";
        assertThat(init(url, "u", "p", "com.example.class")).contains("'class' is a keyword of Java");
        assertThat(init(url, "u", "p", "com..shop")).contains("a part of it is empty");
        assertThat(init(url, "u", "p", "com.Example-shop"))
                .contains("'Example-shop' must consist of lower-case letters and digits");
    }

    @Test
    void unreachableServerIsReported() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        assertThat(init("jdbc:mysql://127.0.0.1:" + port + "/shop", "u", "p", "com.example.shop"))
                .contains("No database answers at 127.0.0.1:" + port + ": check host and port");
    }

    @Test
    @Tag("database")
    void wrongLoginAndSchemaAreReported() {
        Database database = Database.forTests();
        assertThat(init(database.url("mysql"), database.user(), "wrong", "com.example.shop"))
                .contains("refuses the user " + database.user() + ": check --user and the password");
        assertThat(init(database.url("no_such_schema"), database.user(), database.password(), "com.example.shop"))
                .contains("There is no schema no_such_schema at ", "SHOW DATABASES");
    }

    @Test
    void nonEmptyFolderIsRefused() throws Exception {
        Files.writeString(folder.resolve("notes.txt"), "mine");
        ShopSchema.Run run = ShopSchema.tool(
                "init",
                "--url=jdbc:mysql://localhost/shop",
                "--user=u",
                "--package=com.example.shop",
                "--directory=" + folder);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.said()).contains("is not empty, and init overwrites nothing. Name another by --directory");
    }
}
