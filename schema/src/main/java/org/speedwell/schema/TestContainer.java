package org.speedwell.schema;

import com.github.dockerjava.api.exception.NotFoundException;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.mysql.MySQLContainer;
import org.testcontainers.utility.DockerImageName;

/** A factory of MySQL containers for the tests of one JVM. Testcontainers removes a container when the JVM ends. */
final class TestContainer {

    private TestContainer() {}

    /**
     * Starts a server from a local image. The method does not pull images, because an unattended test would hang on a
     * slow or unreachable registry.
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
            if (!DockerClientFactory.instance().isDockerAvailable()) {
                throw new DatabaseException("No Docker engine is available.");
            }
            try {
                DockerClientFactory.instance().client().inspectImageCmd(image).exec();
            } catch (NotFoundException e) {
                throw new DatabaseException(
                        "The Docker engine does not have the image " + image + ". Pull it first.", e);
            }
            MySQLContainer server = new MySQLContainer(
                            DockerImageName.parse(image).asCompatibleSubstituteFor("mysql"))
                    .withUsername("root")
                    .withPassword("speedwell")
                    .withCommand(
                            "--server-id=1",
                            "--log-bin=binlog",
                            "--binlog-format=ROW",
                            "--binlog-row-metadata=FULL",
                            "--max-allowed-packet=64M");
            server.start();
            return Database.at(
                    "jdbc:mysql://" + server.getHost() + ":" + server.getFirstMappedPort(),
                    server.getUsername(),
                    server.getPassword());
        }
    }
}
