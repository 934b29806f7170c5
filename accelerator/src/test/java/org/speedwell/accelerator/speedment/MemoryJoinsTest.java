package org.speedwell.accelerator.speedment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.sql.SqlStreamSupplierComponent;
import com.speedment.runtime.join.Join;
import com.speedment.runtime.join.JoinBundle;
import com.speedment.runtime.join.JoinComponent;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.Fallback;
import org.speedwell.accelerator.FallbackException;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.LogLines;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.live.FallbackPolicy;
import org.speedwell.accelerator.routing.DataStoreStreamSupplierComponent;
import org.speedwell.accelerator.routing.MetaStreamSupplierBundle;
import org.speedwell.accelerator.routing.MetaStreamSupplierConfigurator;
import org.speedwell.accelerator.routing.TableMapping;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmListManager;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.Language;
import org.speedwell.sakila.LanguageManager;
import org.speedwell.sakila.SakilaApplicationBuilder;

/**
 * The joins that the database runs although some of their tables are in memory, and their warnings. It also tests
 * views.
 */
@Tag("unit")
class MemoryJoinsTest {
    private final LogLines lines = new LogLines(FallbackPolicy.class.getName(), MemoryDataStore.class.getName());

    /** A configuration with films in memory and languages in the database. */
    public static final class FilmsOnly implements MetaStreamSupplierConfigurator {
        @Override
        public Stream<TableMapping<?>> tableMappings() {
            return Stream.of(TableMapping.of(FilmManager.IDENTIFIER, DataStoreStreamSupplierComponent.class));
        }
    }

    /** A configuration with actors in memory, films and languages in the database. */
    public static final class NoFilms implements MetaStreamSupplierConfigurator {
        @Override
        public Stream<TableMapping<?>> tableMappings() {
            return Stream.of(TableMapping.of(LanguageManager.IDENTIFIER, SqlStreamSupplierComponent.class));
        }
    }

    @AfterEach
    void closeLog() {
        lines.close();
    }

    private static SakilaApplicationBuilder builder(Fallback fallback) {
        return new SakilaApplicationBuilder()
                .withComponent(
                        StoreConfiguration.class,
                        () -> StoreConfiguration.builder().fallback(fallback).build());
    }

    private static Speedment filmsOnly(Fallback fallback) {
        return EntityTable.offline(builder(fallback)
                .withBundle(InMemoryBundle.class)
                .withBundle(MetaStreamSupplierBundle.class)
                .withComponent(FilmsOnly.class));
    }

    private static Join<?> join(Speedment app) {
        return app.getOrThrow(JoinComponent.class)
                .from(FilmManager.IDENTIFIER)
                .innerJoinOn(Language.LANGUAGE_ID)
                .equal(Film.LANGUAGE_ID)
                .build();
    }

    @Test
    void firstJoinIsReportedAndEachIsCounted() {
        Speedment app = filmsOnly(Fallback.SILENT);
        join(app);
        join(app);

        assertThat(lines.all())
                .hasSize(1)
                .first()
                .asString()
                .contains(
                        "The join of film, language reads the database, not the tables in memory: language is not in memory.")
                .contains("At " + MemoryJoinsTest.class.getName());
        assertThat(app.getOrThrow(DataStoreComponent.class).fallbacks()).isEqualTo(2);
        app.stop();
    }

    @Test
    void joinIsRefusedIfFallbacksAre() {
        Speedment app = filmsOnly(Fallback.FAIL);

        assertThatThrownBy(() -> join(app))
                .isInstanceOf(FallbackException.class)
                .hasMessageContaining("film, language");
        app.stop();
        assertThat(lines.all()).isEmpty();
    }

    @Test
    void joinOfTablesOutsideMemoryIsNotAFallback() {
        Speedment app = EntityTable.offline(builder(Fallback.FAIL)
                .withBundle(InMemoryBundle.class)
                .withBundle(MetaStreamSupplierBundle.class)
                .withComponent(NoFilms.class));

        assertThatCode(() -> join(app)).doesNotThrowAnyException();
        assertThat(lines.all()).isEmpty();
        app.stop();
    }

    @Test
    void joinOfConfiguredTablesWaitsForTheLoad() {
        List<Speedment> apps = List.of(
                EntityTable.offline(builder(Fallback.FAIL).withBundle(InMemoryBundle.class)),
                EntityTable.offline(
                        builder(Fallback.FAIL).withBundle(JoinBundle.class).withBundle(InMemoryBundle.class)));
        for (Speedment app : apps) {
            Join<?> join = join(app);

            assertThatThrownBy(join::stream)
                    .isInstanceOf(DataStoreNotLoadedException.class)
                    .hasMessageContainingAll("film", "call load()");
            app.stop();
        }
        assertThat(lines.all()).isEmpty();
    }

    @Test
    void laterJoinBundleIsReported() {
        Speedment app = EntityTable.offline(
                builder(Fallback.SILENT).withBundle(InMemoryBundle.class).withBundle(JoinBundle.class));

        assertThat(lines.all()).hasSize(1).first().asString().contains("Add the InMemoryBundle after the JoinBundle");
        app.stop();
    }

    @Test
    void viewIsReadFromTheDatabaseBeforeTheFirstLoad() {
        Speedment app = EntityTable.offline(builder(Fallback.SILENT).withBundle(InMemoryBundle.class));
        DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
        FilmListManager view = app.getOrThrow(FilmListManager.class);
        TableIdentifier<Film> table = FilmManager.IDENTIFIER;

        assertThatCode(() -> view.stream().close()).doesNotThrowAnyException();
        assertThatThrownBy(() -> store.explain(view, Stream::count))
                .isInstanceOf(DataStoreNotLoadedException.class)
                .hasMessageContaining("reads the database");
        assertThatThrownBy(() -> app.getOrThrow(FilmManager.class).stream())
                .isInstanceOf(DataStoreNotLoadedException.class)
                .hasMessageContainingAll(table.getTableId(), "call load()");
        app.stop();
    }
}
