package org.speedwell.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.schema.Database;
import org.speedwell.schema.DockerImages;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;
import org.speedwell.testkit.BinlogContainer;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.testcontainers.mysql.MySQLContainer;

/**
 * Verifies an application whose database is a test container. The application sets no connection properties, not even
 * for the binlog.
 */
@Tag("forked")
@Tag("database")
@Timeout(300)
class ServiceConnectionTest {
    private static final String IMAGE = System.getProperty("speedwell.test.image", "mysql:8.4");

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Service {
        @Bean
        SakilaApplicationBuilder application() {
            return new SakilaApplicationBuilder();
        }

        /** Starts and fills a database. The tables load after that, as they would after a migration. */
        @Bean(destroyMethod = "stop")
        @ServiceConnection
        MySQLContainer mysql() throws SQLException {
            MySQLContainer mysql = new BinlogContainer(IMAGE).withDatabaseName("sakila");
            mysql.start();
            Sakila.scale(1).load(database(mysql), "sakila", Progress.none());
            return mysql;
        }
    }

    private static Database database(MySQLContainer mysql) {
        return Database.at(
                "jdbc:mysql://" + mysql.getHost() + ":" + mysql.getFirstMappedPort(),
                mysql.getUsername(),
                mysql.getPassword());
    }

    @Test
    void containerDatabaseIsLoadedAndReplicated() throws Exception {
        DockerImages.problem(IMAGE).ifPresent(problem -> {
            System.out.println("NOT TESTED WITH A CONTAINER: " + problem);
            abort(problem);
        });
        try (ConfigurableApplicationContext service = new SpringApplicationBuilder(Service.class)
                        .properties("server.port=0", "server.address=127.0.0.1", "speedwell.follow.enabled=true")
                        .run();
                var connection = database(service.getBean(MySQLContainer.class)).connect("sakila");
                var statement = connection.createStatement()) {
            FilmManager films = service.getBean(FilmManager.class);
            assertThat(films.stream().filter(Film.LENGTH.greaterThan(60)).count())
                    .isEqualTo(896);
            statement.execute("UPDATE film SET length = 1000 WHERE film_id = 1");
            assertThat(service.getBean(DataStoreComponent.class).await(Duration.ofSeconds(60)))
                    .isTrue();
            assertThat(films.stream().filter(Film.LENGTH.equal(1000)).map(Film::getFilmId))
                    .containsExactly(1);
        }
    }
}
