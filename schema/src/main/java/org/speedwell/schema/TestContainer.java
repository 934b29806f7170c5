package org.speedwell.schema;

import java.util.List;
import java.util.stream.Stream;
import org.testcontainers.mysql.MySQLContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * A factory of database containers for the tests of one JVM. Testcontainers removes a container when the JVM ends. The
 * image may be one of MySQL, Percona Server or MariaDB.
 */
final class TestContainer {

    private static final List<String> EVERY_SERVER = List.of(
            "--server-id=1",
            "--log-bin=binlog",
            "--binlog-format=ROW",
            "--binlog-row-image=FULL",
            "--binlog-row-metadata=FULL",
            "--max-allowed-packet=64M");

    /** The options that MariaDB does not know. It always writes GTIDs of its own kind. */
    private static final List<String> MYSQL_ONLY = List.of("--gtid-mode=ON", "--enforce-gtid-consistency=ON");

    private TestContainer() {}

    static List<String> options(String image) {
        return image.contains("mariadb")
                ? EVERY_SERVER
                : Stream.concat(EVERY_SERVER.stream(), MYSQL_ONLY.stream()).toList();
    }

    /**
     * Starts a server from a local image.
     *
     * @throws DatabaseException if the class path has no Testcontainers, there is no Docker engine, or the engine does
     *     not have the image
     */
    static Database start(String image) {
        try {
            return Container.start(image);
        } catch (NoClassDefFoundError e) {
            throw new DatabaseException("Testcontainers is not on the class path of these tests.", e);
        } catch (DatabaseException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new DatabaseException("Docker could not start the image " + image + ": " + e.getMessage(), e);
        }
    }

    /** A separate class, so that the outer class loads without Testcontainers. */
    private static final class Container {

        @SuppressWarnings("resource") // ends with the JVM
        static Database start(String image) {
            DockerImages.problem(image).ifPresent(problem -> {
                throw new DatabaseException(problem);
            });
            MySQLContainer server = new MySQLContainer(
                            DockerImageName.parse(image).asCompatibleSubstituteFor("mysql"))
                    .withUsername("root")
                    .withPassword("speedwell")
                    .withCommand(options(image).toArray(String[]::new));
            server.start();
            return Database.at(
                    "jdbc:mysql://" + server.getHost() + ":" + server.getFirstMappedPort(),
                    server.getUsername(),
                    server.getPassword());
        }
    }
}
