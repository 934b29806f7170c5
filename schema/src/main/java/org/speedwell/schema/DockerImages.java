package org.speedwell.schema;

import com.github.dockerjava.api.exception.NotFoundException;
import java.util.Optional;
import org.testcontainers.DockerClientFactory;

/**
 * The images of the Docker engine of this machine, for tests with containers. Needs Testcontainers on the class path.
 *
 * <p>Tests do not pull images, because an unattended test would hang on a slow or unreachable registry.
 */
public final class DockerImages {

    private DockerImages() {}

    /** Returns why containers of these images cannot start; empty if the engine has all of them. */
    public static Optional<String> problem(String... images) {
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            return Optional.of("No Docker engine is available.");
        }
        for (String image : images) {
            try {
                DockerClientFactory.instance().client().inspectImageCmd(image).exec();
            } catch (NotFoundException e) {
                return Optional.of("The Docker engine does not have the image " + image + ". Pull it first.");
            }
        }
        return Optional.empty();
    }
}
