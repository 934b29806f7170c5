package org.speedwell.shop;

import java.util.stream.Stream;
import org.speedwell.spring.SakilaServer;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** An application with Spring Data JPA and tables in memory. */
@SpringBootApplication
public class Shop {
    /**
     * Starts the application with some properties. Hibernate reads no metadata, because MySQL's driver cannot read that
     * of MariaDB.
     */
    static ConfigurableApplicationContext start(SakilaServer server, String... properties) {
        return new SpringApplicationBuilder(Shop.class)
                .web(WebApplicationType.NONE)
                .run(Stream.of(
                                Stream.of(server.properties()),
                                Stream.of(
                                        "spring.autoconfigure.exclude=",
                                        "spring.jpa.database-platform=org.hibernate.dialect.MySQLDialect",
                                        "spring.jpa.properties.hibernate.boot.allow_jdbc_metadata_access=false"),
                                Stream.of(properties))
                        .flatMap(some -> some)
                        .map(property -> "--" + property)
                        .toArray(String[]::new));
    }
}
