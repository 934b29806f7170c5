package org.speedwell.accelerator.loading;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.config.Project;
import com.speedment.runtime.config.util.DocumentDbUtil;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.component.ProjectComponent;
import com.speedment.runtime.core.manager.Manager;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.ReadBack;
import org.speedwell.accelerator.SakilaApp;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.model.LoadPhase;
import org.speedwell.accelerator.monitor.StoreStatistics;
import org.speedwell.accelerator.source.LoadConfiguration;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmListManager;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/** Loads all of Sakila from a real server and compares memory with the database. */
@Tag("oracle")
@Tag("database")
class SakilaLoadTest {
    private static final String SCHEMA = "speedwell_test_sakila_load";
    private static final Database DATABASE = Database.forTests();

    private static Speedment app;
    private static Map<String, Long> loaded;

    @BeforeAll
    static void load() throws SQLException {
        Sakila.scale(1).loadIfAbsent(DATABASE, SCHEMA, Progress.none());
        app = SakilaApp.of(DATABASE, SCHEMA).withBundle(InMemoryBundle.class).build();
        loaded = new TreeMap<>();
        app.getOrThrow(DataStoreComponent.class)
                .load(LoadConfiguration.builder()
                        .progress((table, rows, estimate, phase) -> {
                            if (phase == LoadPhase.DONE) {
                                loaded.put(table.getTableId(), rows);
                            }
                        })
                        .build());
    }

    @AfterAll
    static void stop() throws SQLException {
        app.stop();
        try (Connection connection = DATABASE.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + SCHEMA);
        }
    }

    @Test
    void all16TablesEqualJdbc() throws SQLException {
        Project project = app.getOrThrow(ProjectComponent.class).getProject();
        List<Manager<?>> tables = new ArrayList<>();
        app.getOrThrow(ManagerComponent.class).stream()
                .filter(manager -> !DocumentDbUtil.referencedTable(project, manager.getTableIdentifier())
                        .isView())
                .forEach(tables::add);

        assertThat(tables).hasSize(16);
        assertThat(loaded).hasSize(16).containsEntry("rental", 16_044L).containsEntry("film", 1_000L);
        try (Connection connection = DATABASE.connect(SCHEMA)) {
            for (Manager<?> table : tables) {
                ReadBack.assertEqualToJdbc(app, table, connection);
            }
        }
    }

    @Test
    void filmWithoutTextsTakesAtMost40BytesWithIndexes() {
        StoreStatistics.TableStatistics film =
                app.getOrThrow(DataStoreComponent.class).getStatistics().tables().stream()
                        .filter(table -> table.name().endsWith(".film"))
                        .findFirst()
                        .orElseThrow();
        long bytes = film.columns().stream()
                .filter(column -> !Set.of("title", "description").contains(column.name()))
                .mapToLong(column -> column.bytes() + column.indexBytes())
                .sum();

        assertThat(bytes).isLessThanOrEqualTo(40 * film.rows());
        assertThat(film.columns().stream().filter(column -> column.index().equals("sorted")))
                .hasSizeGreaterThan(8);
    }

    @Test
    void entitiesAreEqualToThoseOfTheOrmOverSql() {
        Speedment sql = SakilaApp.of(DATABASE, SCHEMA).build();
        List<Film> overSql = sql.getOrThrow(FilmManager.class).stream().toList();
        List<Film> fromMemory = app.getOrThrow(FilmManager.class).stream().toList();

        assertThat(fromMemory).isEqualTo(overSql);
        sql.stop();
    }

    @Test
    void pipelinesEqualTheOrmOverSql() {
        Speedment sql = SakilaApp.of(DATABASE, SCHEMA).build();
        FilmManager overSql = sql.getOrThrow(FilmManager.class);
        FilmManager fromMemory = app.getOrThrow(FilmManager.class);

        assertThat(ratings(fromMemory)).isEqualTo(ratings(overSql));
        assertThat(fromMemory.stream().filter(Film.LENGTH.greaterThan(60)).count())
                .isEqualTo(overSql.stream().filter(Film.LENGTH.greaterThan(60)).count())
                .isEqualTo(896);
        assertThat(page(fromMemory)).isEqualTo(page(overSql));
        assertThat(fromMemory.stream().filter(Film.TITLE.startsWith("A")).map(Film::getTitle))
                .containsExactlyElementsOf(overSql.stream()
                        .filter(Film.TITLE.startsWith("A"))
                        .map(Film::getTitle)
                        .toList());
        sql.stop();
    }

    private static Map<Rating, Long> ratings(FilmManager films) {
        return films.stream()
                .collect(Collectors.groupingBy(film -> film.getRating().orElseThrow(), Collectors.counting()));
    }

    private static List<Film> page(FilmManager films) {
        return films.stream()
                .filter(Film.RATING.equal(Rating.PG13).or(Film.RENTAL_DURATION.lessThan((short) 5)))
                .sorted(Film.LENGTH.reversed().thenComparing(Film.TITLE.comparator()))
                .skip(40)
                .limit(20)
                .toList();
    }

    @Test
    void viewsStillComeFromTheDatabase() {
        assertThat(app.getOrThrow(FilmListManager.class).stream().count()).isPositive();
    }

    @Test
    void storeReportsItsSize() {
        DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);

        assertThat(store.rows())
                .isEqualTo(loaded.values().stream().mapToLong(rows -> rows).sum());
        assertThat(store.bytes()).isPositive().isLessThanOrEqualTo(Lease.allocatedBytes());
        assertThat(store.version()).isEqualTo(1);
    }
}
