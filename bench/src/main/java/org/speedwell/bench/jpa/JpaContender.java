package org.speedwell.bench.jpa;

import java.util.HashMap;
import java.util.Map;
import org.speedwell.schema.Database;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The service before and after it gains memory. The two differ in three lines of configuration. */
public enum JpaContender {
    before(DatabaseQuestions.class, Map.of()),
    after(MemoryQuestions.class, JpaService.MEMORY);

    private final Class<? extends FilmQuestions> questions;
    private final Map<String, Object> memory;

    JpaContender(Class<? extends FilmQuestions> questions, Map<String, Object> memory) {
        this.questions = questions;
        this.memory = memory;
    }

    /** Starts the service over a schema that contains Sakila. */
    ConfigurableApplicationContext start(Database database, String schema) {
        Map<String, Object> properties = new HashMap<>(Map.of(
                "spring.main.banner-mode",
                "off",
                // prepared on the server, as the makers of the driver recommend for repeated statements
                "spring.datasource.url",
                database.url(schema) + "&useServerPrepStmts=true&cachePrepStmts=true",
                "spring.datasource.username",
                database.user(),
                "spring.datasource.password",
                database.password(),
                // MySQL's driver cannot read the metadata of MariaDB
                "spring.jpa.database-platform",
                "org.hibernate.dialect.MySQLDialect",
                "spring.jpa.properties.hibernate.boot.allow_jdbc_metadata_access",
                false));
        properties.putAll(memory);
        return new SpringApplicationBuilder(JpaService.class)
                .web(WebApplicationType.NONE)
                .properties(properties)
                .run();
    }

    /** Returns the questions as this contender answers them. */
    FilmQuestions questions(ConfigurableApplicationContext service) {
        return service.getBean(questions);
    }
}
