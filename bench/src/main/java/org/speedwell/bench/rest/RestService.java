package org.speedwell.bench.rest;

import static org.springframework.web.servlet.function.RouterFunctions.route;

import com.speedment.runtime.core.Speedment;
import java.util.List;
import java.util.Locale;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.query.TableDescription;
import org.speedwell.bench.BenchDatabase;
import org.speedwell.bench.Contender;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.schema.Database;
import org.speedwell.spring.query.Limits;
import org.speedwell.spring.query.ServedTable;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * A service of Spring Boot with one path for each {@link RestContender}. It prints its port in one line, and ends when
 * its standard input ends.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = {HibernateJpaAutoConfiguration.class, DataJpaRepositoriesAutoConfiguration.class})
public class RestService {
    /** The text in front of the port in that line. */
    static final String READY = "listening on port ";

    private static final Limits LIMITS = new Limits(25, 1_000, 100);

    @Bean
    SakilaApplicationBuilder application() {
        return new SakilaApplicationBuilder();
    }

    @Bean
    RouterFunction<ServerResponse> nothing() {
        return route().GET(
                        RestContender.nothing.path(),
                        request -> ServerResponse.ok().build())
                .build();
    }

    @Bean
    RouterFunction<ServerResponse> entities(FilmManager films, DataStoreComponent store) {
        return by(RestContender.entities, films, store.describe(Film.class));
    }

    @Bean
    RouterFunction<ServerResponse> overSql(SqlFilms sqlFilms, DataStoreComponent store) {
        return by(RestContender.sql, sqlFilms.films, TextRating.in(store.describe(Film.class)));
    }

    /** The films of an application without memory. */
    private record SqlFilms(FilmManager films) {}

    private static RouterFunction<ServerResponse> by(
            RestContender contender, FilmManager films, TableDescription<Film> description) {
        ServedTable<Film> table = ServedTable.of(description, List.of());
        return route().GET(contender.path(), new EntityHandler(films, table, LIMITS)::rows)
                .build();
    }

    /**
     * Runs the service on the server that {@code speedwell.url} names.
     *
     * @param args the scale of Sakila
     */
    public static void main(String[] args) throws Exception {
        int scale = Integer.parseInt(args[0]);
        try (Database database = BenchDatabase.open()) {
            String schema = Contender.schema(database, scale);
            Speedment overSql = Contender.sql.start(database, scale);
            try (ConfigurableApplicationContext service = new SpringApplicationBuilder(RestService.class)
                    .properties(
                            "spring.datasource.url=" + database.url(schema),
                            "spring.datasource.username=" + database.user(),
                            "spring.datasource.password=" + database.password(),
                            "spring.main.banner-mode=off",
                            "server.address=127.0.0.1",
                            "server.port=0",
                            "server.tomcat.max-keep-alive-requests=-1",
                            "speedwell.schema=" + schema,
                            String.format(Locale.ROOT, "speedwell.rest.limit=%d", LIMITS.rows()),
                            String.format(Locale.ROOT, "speedwell.rest.max-limit=%d", LIMITS.maxRows()),
                            "speedwell.rest.tables[0].name=film")
                    .initializers(context -> context.getBeanFactory()
                            .registerSingleton("sqlFilms", new SqlFilms(overSql.getOrThrow(FilmManager.class))))
                    .run()) {
                System.out.println(READY + service.getEnvironment().getProperty("local.server.port"));
                while (System.in.read() >= 0) {
                    // waits for the end of the input
                }
            } finally {
                overSql.stop();
            }
        }
    }
}
