package org.speedwell.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.StaleMemoryException;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.micrometer.StoreMeters;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.spring.SakilaServer;
import org.speedwell.spring.data.StreamRepository;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** Verifies repositories of Spring Data JPA that also stream from memory. */
@Tag("oracle")
@Tag("database")
@Timeout(300)
class RepositoryTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = 30;

    private static SakilaServer server;
    private static ConfigurableApplicationContext shop;
    private static FilmRepository films;
    private static FilmService service;

    @BeforeAll
    static void start() throws SQLException {
        server = new SakilaServer("speedwell_test_shop");
        shop = Shop.start(
                server,
                "speedwell.tables=film, actor",
                "speedwell.follow.enabled=true",
                "speedwell.read-your-writes=true",
                "speedwell.read-your-writes-timeout=60s");
        films = shop.getBean(FilmRepository.class);
        service = shop.getBean(FilmService.class);
    }

    @AfterAll
    static void stop() throws SQLException {
        shop.close();
        server.close();
    }

    @Test
    void memoryAndDatabaseGiveTheSameAnswers() {
        assertThat(films.stream()
                        .filter(film -> film.getLength() != null && film.getLength() > 120)
                        .map(Film::getFilmId)
                        .sorted()
                        .toList())
                .isEqualTo(films.findByLengthGreaterThanOrderByFilmId(120).stream()
                        .map(Film::getFilmId)
                        .toList())
                .isNotEmpty();
        assertThat(films.stream()
                        .collect(
                                Collectors.groupingBy(film -> film.getLanguage().getName(), Collectors.counting())))
                .isEqualTo(films.countByLanguage().stream()
                        .collect(Collectors.toMap(row -> (String) row[0], row -> (Long) row[1])));
        assertThat(films.stream().map(RepositoryTest::values).toList())
                .hasSameElementsAs(
                        films.findAll().stream().map(RepositoryTest::values).toList());
    }

    private static String values(Film film) {
        return film.getFilmId() + "|" + film.getTitle() + "|" + film.getLength() + "|" + film.getRentalRate() + "|"
                + film.getLanguage().getLanguageId() + "|" + film.getLanguage().getName();
    }

    @Test
    void queriesRunOnColumnsAndAreMaintained() {
        Explanation explanation = films.explain(
                stream -> stream.filter(film -> film.getLanguage().getName().equals("English"))
                        .count());
        assertThat(explanation.fallback()).isEmpty();
        try (MaintainedQuery<Long> all = films.maintain(stream -> stream.count())) {
            assertThat(all.get()).isEqualTo(films.count());
        }
    }

    @Test
    void referencedEntitiesAreInMemory() {
        assertThat(shop.getBean(LanguageRepository.class).stream()
                        .map(Language::getName)
                        .toList())
                .hasSameElementsAs(shop.getBean(LanguageRepository.class).findAll().stream()
                        .map(Language::getName)
                        .toList());
    }

    @Test
    void anyBeanInjectsStreams() {
        Beans beans = shop.getAutowireCapableBeanFactory().createBean(Beans.class);
        assertThat(beans.actors.stream().count()).isEqualTo(200);
        assertThat(beans.films).as("the repository").isInstanceOf(FilmRepository.class);
    }

    static class Beans {
        @Autowired
        private StreamRepository<Actor> actors;

        @Autowired
        private StreamRepository<Film> films;
    }

    @Test
    void actuatorShowsTheStore() {
        assertThat(shop.getBean("speedwellHealthIndicator", HealthIndicator.class)
                        .health()
                        .getStatus())
                .isEqualTo(Status.UP);
        assertThat(shop.getBean(StoreMeters.class)).isNotNull();
    }

    @Test
    void threadsReadTheirOwnWrites() throws Exception {
        TransactionTemplate template = new TransactionTemplate(shop.getBean(PlatformTransactionManager.class));
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<?>> all = IntStream.range(0, THREADS)
                    .<Future<?>>mapToObj(thread -> threads.submit(() -> {
                        int id = 100 + thread;
                        for (int round = 0; round < ROUNDS; round++) {
                            int minutes = 1_000 + round;
                            switch (round % 3) {
                                case 0 -> service.setLength(id, minutes);
                                case 1 -> template.executeWithoutResult(_ -> service.setLength(id, minutes));
                                default -> {
                                    Film film = films.findById(id).orElseThrow();
                                    film.setLength(minutes);
                                    films.save(film);
                                }
                            }
                            assertThat(length(id)).as("round %d", round).isEqualTo(minutes);
                        }
                    }))
                    .toList();
            for (Future<?> one : all) {
                one.get();
            }
        }
    }

    private static Integer length(int id) {
        return films.stream()
                .filter(film -> film.getFilmId() == id)
                .map(film -> Objects.requireNonNull(film.getLength()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void allThreadsOfARequestReadItsWrites() throws Exception {
        ServletRequestAttributes request = new ServletRequestAttributes(new MockHttpServletRequest());
        for (int round = 0; round < ROUNDS; round++) {
            int minutes = 2_000 + round;
            inThread(request, () -> service.setLength(200, minutes));
            inThread(request, () -> assertThat(length(200)).isEqualTo(minutes));
        }
    }

    private static void inThread(ServletRequestAttributes request, Runnable task) throws Exception {
        try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
            thread.submit(() -> {
                        RequestContextHolder.setRequestAttributes(request);
                        task.run();
                    })
                    .get();
        }
    }

    @Test
    void callbacksAfterACommitReadIt() {
        TransactionTemplate template = new TransactionTemplate(shop.getBean(PlatformTransactionManager.class));
        for (int round = 0; round < ROUNDS; round++) {
            int minutes = 3_000 + round;
            Integer[] read = new Integer[1];
            template.executeWithoutResult(_ -> {
                service.setLength(300, minutes);
                TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                    @Override
                    public void afterCommit() {
                        read[0] = length(300);
                    }
                });
            });
            assertThat(read).containsExactly(minutes);
        }
    }

    @Test
    void lateMemoryIsReportedWithRemedy() {
        try (ConfigurableApplicationContext late = Shop.start(
                server,
                "speedwell.tables=film",
                "speedwell.follow.enabled=true",
                "speedwell.read-your-writes=true",
                "speedwell.read-your-writes-timeout=200ms",
                "speedwell.in-transaction=fail")) {
            FilmRepository lateFilms = late.getBean(FilmRepository.class);
            FilmService lateService = late.getBean(FilmService.class);
            assertThat(lateService.countReadOnly()).isEqualTo(1_000);
            assertThatThrownBy(lateService::countInTransaction)
                    .hasStackTraceContaining("not read-only")
                    .hasStackTraceContaining("speedwell.in-transaction=memory");
            late.getBean(MemoryStore.class).stopFollowing();
            assertThat(lateFilms.stream().count()).isEqualTo(1_000);
            lateService.setLength(400, 77);
            assertThatThrownBy(lateFilms::stream)
                    .hasRootCauseInstanceOf(StaleMemoryException.class)
                    .hasMessageContaining("200 ms")
                    .hasMessageContaining("speedwell.read-your-writes-timeout");
        }
    }

    @Test
    void missingTablesAreReportedWithRemedy() {
        try (ConfigurableApplicationContext some = Shop.start(server, "speedwell.tables=Language")) {
            assertThat(some.getBean(LanguageRepository.class).stream().count()).isPositive();
            assertThatThrownBy(some.getBean(FilmRepository.class)::stream)
                    .hasStackTraceContaining("Add Film to speedwell.tables");
        }
        try (ConfigurableApplicationContext none = Shop.start(server)) {
            assertThat(none.getBean(FilmRepository.class).count()).isEqualTo(1_000);
            assertThatThrownBy(none.getBean(FilmRepository.class)::stream)
                    .hasStackTraceContaining("speedwell.tables=Film");
        }
    }
}
