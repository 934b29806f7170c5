package org.speedwell.accelerator.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jakarta.persistence.Column;
import jakarta.persistence.DiscriminatorColumn;
import jakarta.persistence.DiscriminatorValue;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.mapping.ClassMapping;
import org.speedwell.accelerator.mapping.MappingException;
import org.speedwell.accelerator.store.Snapshot;

/** Verifies the tables of mapped classes: names, keys, references, objects, and every difference. */
@Tag("database")
@SuppressWarnings("NullAway") // the fields of rows are written from outside
class EntityModelsTest {
    enum Rating {
        G,
        PG
    }

    record Film(
            short filmId,
            String title,
            @Nullable Integer releaseYear,
            @Nullable Rating rating) {}

    @Entity
    static class Language {
        @Id
        short languageId;

        String name = "none";

        @Nullable
        Size size = new Size();

        @OneToMany(mappedBy = "language")
        List<Edition> editions;
    }

    @Embeddable
    static class Size {
        @Nullable
        Integer width;

        @Nullable
        Integer height;
    }

    @Embeddable
    record EditionKey(@Column(name = "film_id") short film, int number) {}

    @Entity
    static class Edition {
        @EmbeddedId
        EditionKey key;

        @ManyToOne
        Language language;

        @ManyToOne
        @JoinColumn(name = "spoken")
        @Nullable
        Language spokenLanguage;
    }

    @Entity
    @DiscriminatorColumn(name = "kind")
    abstract static sealed class Payment permits Card, Cash {
        private @Id int id;
    }

    @Entity
    @DiscriminatorValue("card")
    static final class Card extends Payment {
        String number;
    }

    @Entity
    @DiscriminatorValue("cash")
    static final class Cash extends Payment {
        Integer coins;
    }

    private static MappedSchema schema;

    @BeforeAll
    static void create() throws SQLException {
        schema = new MappedSchema(
                "speedwell_test_mapped",
                "CREATE TABLE film (film_id SMALLINT PRIMARY KEY, title VARCHAR(50) NOT NULL, release_year YEAR,"
                        + " rating ENUM('G', 'PG'), unused INT)",
                "INSERT INTO film VALUES (2, 'B', NULL, NULL, 1), (1, 'A', 2001, 'PG', 2)",
                "CREATE TABLE language (language_id SMALLINT PRIMARY KEY, name VARCHAR(20), width INT, height INT)",
                "INSERT INTO language VALUES (1, 'German', 1, NULL), (2, NULL, NULL, NULL)",
                "CREATE TABLE edition (film_id SMALLINT, number INT, language_id SMALLINT NOT NULL, spoken SMALLINT,"
                        + " PRIMARY KEY (number, film_id))",
                "INSERT INTO edition VALUES (7, 1, 2, NULL)",
                "CREATE TABLE payment (id INT PRIMARY KEY, kind VARCHAR(9) NOT NULL, number VARCHAR(9), coins INT)",
                "INSERT INTO payment VALUES (1, 'cash', NULL, 5), (2, 'card', '42', NULL)",
                "CREATE TABLE film_actor (actor_id INT PRIMARY KEY)",
                "CREATE VIEW titles AS SELECT film_id, title FROM film");
    }

    @AfterAll
    static void drop() throws SQLException {
        schema.close();
    }

    @Test
    void recordsAreLoadedInTheOrderOfTheKey() throws Exception {
        assertThat(schema.rows(schema.models(Film.class), Film.class))
                .containsExactly(new Film((short) 1, "A", 2001, Rating.PG), new Film((short) 2, "B", null, null));
    }

    @Test
    void nullIsWrittenOverInitialValues() throws Exception {
        List<Language> rows = schema.rows(schema.models(Language.class, Edition.class), Language.class);
        assertThat(rows.get(0).name).isEqualTo("German");
        assertThat(Objects.requireNonNull(rows.get(0).size).width).isEqualTo(1);
        assertThat(rows.get(1).name).isNull();
        assertThat(rows.get(1).size).isNull();
    }

    @Test
    void foreignKeysAreFound() throws Exception {
        EntityModels models = schema.models(Language.class, Edition.class);
        EntityModel<Edition> edition = models.of(Edition.class);
        assertThat(edition.table().keyColumns()).containsExactly("number", "film_id");
        assertThat(edition.references())
                .extracting(reference -> reference.attribute().name() + reference.foreignKey() + reference.key())
                .containsExactly("language[language_id][language_id]", "spokenLanguage[spoken][language_id]");
        assertThat(models.of(Language.class).children())
                .extracting(list -> list.attribute().name() + list.foreignKey() + list.key())
                .containsExactly("editions[language_id][language_id]");
        Edition row = schema.rows(models, Edition.class).getFirst();
        assertThat(row.key).isEqualTo(new EditionKey((short) 7, 1));
        Language language = new Language();
        edition.references().getFirst().setter().accept(row, language);
        assertThat(row.language).isSameAs(language);
        models.of(Language.class).children().getFirst().setter().accept(language, List.of(row));
        assertThat(language.editions).containsExactly(row);
    }

    /** Verifies that functions of the entities can run on columns. */
    @Test
    void fieldsHaveTheirColumns() throws Exception {
        EntityModels models = schema.models(Film.class, Language.class, Edition.class);
        Snapshot snapshot = schema.load(models);
        assertThat(fields(models, snapshot, Film.class)).containsOnlyKeys("filmId", "title", "releaseYear", "rating");
        assertThat(fields(models, snapshot, Language.class))
                .containsOnlyKeys("languageId", "name", "size.width", "size.height");
        assertThat(fields(models, snapshot, Edition.class)).containsOnlyKeys("key.film", "key.number");
    }

    private static Map<String, Integer> fields(EntityModels models, Snapshot snapshot, Class<?> type) {
        return Objects.requireNonNull(snapshot.table(models.of(type).table().identifier()))
                .fields()
                .places();
    }

    @Test
    void discriminatorChoosesTheClass() throws Exception {
        List<Payment> rows = schema.rows(schema.models(Payment.class), Payment.class);
        assertThat(rows)
                .extracting(row -> row.id + row.getClass().getSimpleName())
                .containsExactly("1Cash", "2Card");
        assertThat(((Cash) rows.get(0)).coins).isEqualTo(5);
        assertThat(((Card) rows.get(1)).number).isEqualTo("42");
    }

    record Titles(@Id short filmId, String title) {}

    @Test
    void viewHasTheDeclaredId() throws Exception {
        EntityModels models = schema.models(Titles.class);
        assertThat(models.of(Titles.class).table().view()).isTrue();
        assertThat(models.of(Titles.class).table().keyColumns()).containsExactly("film_id");
        assertThat(schema.rows(models, Titles.class)).hasSize(2);
    }

    enum Few {
        G
    }

    @Table(name = "film")
    record Wrong(
            @Id int releaseYear,
            String titel,
            @Nullable Byte filmId,
            @Nullable Few rating,
            @Nullable String length) {}

    @Table(name = "languages")
    record NoTable(int id) {}

    @Table(name = "film")
    record Twice(
            @Id short filmId,
            @Column(name = "title") String one,
            @Column(name = "TITLE") String two) {}

    @Entity
    @Table(name = "edition")
    static class Unlinked {
        @EmbeddedId
        EditionKey key;

        @ManyToOne
        Film film;

        @ManyToOne
        Card paidBy;
    }

    @Entity
    @Table(name = "payment")
    static class Ordinals {
        @Id
        int id;

        @Enumerated
        Rating kind;

        @Enumerated(EnumType.STRING)
        Rating coins;
    }

    private static String message(Class<?>... types) {
        return catchThrowableOfType(MappingException.class, () -> schema.models(types))
                .getMessage();
    }

    @Test
    void allDifferencesAreNamedAtOnce() {
        String name = EntityModelsTest.class.getName();
        assertThat(message(Wrong.class, NoTable.class, Twice.class)
                        .lines()
                        .map(line -> line.replace("smallint(6)", "smallint"))) // MariaDB adds a display width
                .containsExactly(
                        "The mapped classes have 9 differences from the database:",
                        "- " + name + "$Wrong.releaseYear is a primitive, but column film.release_year can be NULL."
                                + " Declare it as Integer, or the column as NOT NULL.",
                        "- " + name + "$Wrong.titel has no column titel in table film."
                                + " Add @Column(name = \"title\").",
                        "- " + name + "$Wrong.filmId has column film.film_id, which is smallint in the database, and"
                                + " Byte does not fit it. Declare it as Integer, or add a converter.",
                        "- " + name + "$Wrong.rating has column film.rating, which has the labels 'PG', which enum Few"
                                + " lacks. Add these constants, or a converter for labels that are not Java names.",
                        "- " + name + "$Wrong.length has no column length in table film."
                                + " Annotate it with @Transient.",
                        "- " + name + "$NoTable has no table languages in schema speedwell_test_mapped."
                                + " Add @Table(name = \"language\").",
                        "- " + name + "$Twice.two and " + name + "$Twice.one have the same column film.title."
                                + " Annotate one of them with @Transient, or correct its @Column.",
                        "- " + name + "$Twice and " + name + "$Wrong have the same table film. Map one of them.",
                        "- " + name
                                + "$Wrong has the id (release_year), but the primary key of table film is (film_id)."
                                + " Annotate the members of the primary key with @Id.");
    }

    @Test
    void referencesNeedTheirTarget() {
        assertThat(message(Unlinked.class, Payment.class))
                .contains("Unlinked.film refers to class " + Film.class.getName()
                        + ", which is not mapped. Map it with .table(Film.class)")
                .doesNotContain("Unlinked.paidBy refers");
        assertThat(message(Unlinked.class, Film.class, Payment.class)).contains("Unlinked.paidBy has no join column");
    }

    @Table(name = "FilmActor")
    record CamelCase(@Id int actorId) {}

    @Table(name = "film_actor")
    record CamelColumn(@Id @Column(name = "actorId") int actorId) {}

    @Table(name = "FILM")
    record UpperCase(@Id @Column(name = "FILM_ID") short id, String TITLE) {}

    /** Verifies explicit names, which Hibernate's naming strategies change to snake case. */
    @Test
    void snakeCaseIsTheNearestName() throws Exception {
        assertThat(message(CamelCase.class))
                .endsWith("CamelCase has no table FilmActor in schema speedwell_test_mapped."
                        + " Add @Table(name = \"film_actor\").");
        assertThat(message(CamelColumn.class))
                .endsWith("CamelColumn.actorId has no column actorId in table film_actor."
                        + " Add @Column(name = \"actor_id\").");
        assertThat(schema.rows(schema.models(UpperCase.class), UpperCase.class))
                .containsExactly(new UpperCase((short) 1, "A"), new UpperCase((short) 2, "B"));
    }

    record Details(int pages) {}

    @Table(name = "film")
    record Converted(@Id short filmId, Details title) {}

    @Test
    void objectInOneColumnNeedsAConverter() {
        assertThat(message(Converted.class))
                .endsWith("Converted.title has column film.title, which is varchar(50) in the database, and Details"
                        + " does not fit it. Declare it as String, or add a converter.");
    }

    @Entity
    @Table(name = "edition")
    static class ByColumn {
        @EmbeddedId
        EditionKey key;

        @ManyToOne
        @JoinColumn(name = "film_id", referencedColumnName = "film_id")
        Edition other;

        @ManyToOne
        @JoinColumn(name = "number")
        Edition same;
    }

    @Test
    void everyColumnOfAKeyNeedsAJoinColumn() {
        assertThat(message(ByColumn.class, Language.class, Edition.class))
                .contains("ByColumn.same has 1 join columns, but the key of " + Edition.class.getName()
                        + " is (number, film_id). State one @JoinColumn for each column of the key.")
                .doesNotContain("ByColumn.other");
    }

    @Test
    void enumsNeedTheRightForm() {
        assertThat(message(Ordinals.class))
                .contains("Ordinals.kind has column payment.kind, which is varchar(9) in the database, which does not"
                        + " hold the ordinals of an enum. Annotate it with @Enumerated(EnumType.STRING).")
                .contains("Annotate it with @Enumerated(EnumType.ORDINAL)");
    }

    @SuppressWarnings("unused")
    static class Bean {
        private short id;
        private String name;

        short getId() {
            return id;
        }

        String getName() {
            return name;
        }
    }

    @Test
    void beansAreLoaded() throws Exception {
        ClassMapping<Bean> bean = ClassMapping.builder(Bean.class)
                .table("film")
                .id(Bean::getId)
                .column("film_id", Bean::getId)
                .column("title", Bean::getName)
                .build();
        assertThat(schema.rows(schema.models(bean), Bean.class))
                .extracting(row -> row.id + row.name)
                .containsExactly("1A", "2B");
    }
}
