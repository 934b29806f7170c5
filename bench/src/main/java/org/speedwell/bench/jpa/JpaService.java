package org.speedwell.bench.jpa;

import java.util.Map;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The application of Spring Boot. It is the same with and without memory. */
@SpringBootApplication
class JpaService {
    /** The three lines of configuration that give the service its memory. */
    static final Map<String, Object> MEMORY = Map.of(
            "speedwell.tables", "film, rental",
            "speedwell.follow.enabled", true,
            "speedwell.read-your-writes", true);
}
