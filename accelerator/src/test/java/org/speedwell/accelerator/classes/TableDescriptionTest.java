package org.speedwell.accelerator.classes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.jdbc.MysqlDataSource;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Converter;
import jakarta.persistence.DiscriminatorColumn;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.mapping.ClassMapping;
import org.speedwell.accelerator.query.Field;
import org.speedwell.accelerator.query.TableColumn;
import org.speedwell.accelerator.query.TableDescription;
import org.speedwell.accelerator.query.TextField;
import org.speedwell.schema.Database;

/** Verifies the columns that a store describes, and that their encoders read entities and columns alike. */
@Tag("database")
@Timeout(120)
@SuppressWarnings("NullAway") // the fields of rows are written from outside
class TableDescriptionTest {
    private static final String SCHEMA = "speedwell_test_descriptions";
    private static final Database DATABASE = Database.forTests();

    enum Mood {
        CALM,
        WILD,
        UNKNOWN
    }

    /** A converter that has no text for one constant. */
    @Converter
    public static class MoodConverter implements AttributeConverter<Mood, String> {
        @Override
        public String convertToDatabaseColumn(Mood mood) {
            return switch (mood) {
                case CALM -> "c";
                case WILD -> "w";
                case UNKNOWN -> throw new IllegalArgumentException("no text");
            };
        }

        @Override
        public Mood convertToEntityAttribute(String text) {
            return text == null ? null : text.equals("c") ? Mood.CALM : Mood.WILD;
        }
    }

    @Embeddable
    static class Size {
        private Integer height;
        private int weight;
    }

    @Entity
    @Table(name = "animal")
    @Inheritance(strategy = InheritanceType.SINGLE_TABLE)
    @DiscriminatorColumn(name = "kind")
    abstract static class Animal {
        @Id
        private int id;

        private String name;

        @Embedded
        private Size size;

        @Enumerated(EnumType.ORDINAL)
        private Mood mood;

        @Convert(converter = MoodConverter.class)
        private Mood nightly;

        @ManyToOne
        private Owner owner;
    }

    @Entity
    static class Cat extends Animal {
        @Column(name = "cat_score")
        private int score;
    }

    @Entity
    static class Dog extends Animal {
        @Column(name = "dog_score")
        private Integer score;
    }

    @Entity
    @Table(name = "owner")
    static class Owner {
        @Id
        private long number;

        private byte @Nullable [] picture;
    }

    @SuppressWarnings("NullAway.Init")
    private static MemoryStore store;

    @BeforeAll
    static void open() throws SQLException {
        try (Connection connection = DATABASE.connect();
                Statement statement = connection.createStatement()) {
            for (String sql : List.of(
                    "DROP DATABASE IF EXISTS " + SCHEMA,
                    "CREATE DATABASE " + SCHEMA,
                    "USE " + SCHEMA,
                    "CREATE TABLE owner (number BIGINT PRIMARY KEY, picture BLOB, secret INT)",
                    "CREATE TABLE animal (id INT PRIMARY KEY, kind VARCHAR(9) NOT NULL, name VARCHAR(9) NOT NULL,"
                            + " height INT, weight INT NOT NULL, mood TINYINT, nightly CHAR(1), owner_number BIGINT,"
                            + " cat_score INT NOT NULL DEFAULT 0, dog_score INT)",
                    "INSERT INTO owner VALUES (7, x'0102', 1), (8, NULL, 2)",
                    "INSERT INTO animal VALUES (1, 'Cat', 'Tom', 30, 4, 0, 'w', 7, 5, NULL),"
                            + " (2, 'Dog', 'Rex', NULL, 20, NULL, NULL, NULL, 0, 6),"
                            + " (3, 'Dog', 'Max', 50, 30, 2, 'c', 8, 0, NULL)")) {
                statement.execute(sql);
            }
        }
        MysqlDataSource source = new MysqlDataSource();
        source.setUrl(DATABASE.url(SCHEMA));
        source.setUser(DATABASE.user());
        source.setPassword(DATABASE.password());
        store = MemoryStore.builder(source)
                .table(ClassMapping.of(Animal.class, Cat.class, Dog.class))
                .table(Owner.class)
                .open();
    }

    @AfterAll
    static void drop() throws SQLException {
        store.close();
        try (Connection connection = DATABASE.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + SCHEMA);
        }
    }

    private static <E> TableColumn<E> column(Class<E> rows, String property) {
        return store.describe(rows).columns().stream()
                .filter(column -> column.property().equals(property))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void columnsHaveThePathsOfTheirAttributes() {
        assertThat(store.describe().stream().<Class<?>>map(TableDescription::rows))
                .containsExactlyInAnyOrder(Animal.class, Owner.class);
        assertThat(store.describe(Animal.class).columns())
                .extracting(TableColumn::property)
                .containsExactly(
                        "id",
                        "name",
                        "size.height",
                        "size.weight",
                        "mood",
                        "nightly",
                        "score",
                        "dog_score", // the name of the column, because another subclass has the property
                        "owner.number");
        assertThat(store.describe(Owner.class).columns())
                .extracting(TableColumn::property)
                .containsExactly("number", "picture");
        assertThat(column(Animal.class, "owner.number").name()).isEqualTo("owner_number");
        assertThatThrownBy(() -> store.describe(String.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("String");
    }

    @Test
    void columnsKnowTheirValues() {
        assertThat(column(Animal.class, "size.height").isNullable()).isTrue();
        assertThat(column(Animal.class, "size.weight").isNullable()).isFalse();
        assertThat(column(Animal.class, "name").isNullable()).isFalse();
        assertThat(column(Animal.class, "name").field()).containsInstanceOf(TextField.class);
        assertThat(column(Animal.class, "owner.number").isNullable()).isTrue();
        assertThat(column(Animal.class, "owner.number").valueClass()).isEqualTo(Long.class);
        assertThat(column(Owner.class, "picture").field()).isEmpty();
        assertThat(column(Animal.class, "mood").constants())
                .isEqualTo(Map.of("CALM", Mood.CALM, "WILD", Mood.WILD, "UNKNOWN", Mood.UNKNOWN));
        assertThat(column(Animal.class, "nightly").constants())
                .as("the converter has no text for each constant")
                .containsOnlyKeys("CALM", "WILD", "UNKNOWN");
    }

    @Test
    @SuppressWarnings("unchecked") // the class of the column's values
    void fieldsOfDescribedColumnsFilterAndSort() {
        Field<Animal, Long> owner = (Field<Animal, Long>)
                column(Animal.class, "owner.number").field().orElseThrow();
        assertThat(store.stream(Animal.class).filter(owner.equal(8L)).map(animal -> animal.name))
                .containsExactly("Max");
        assertThat(store.stream(Animal.class).sorted(owner.descending()).map(animal -> animal.name))
                .containsExactly("Rex", "Max", "Tom");
        assertThat(store.stream(Animal.class).toList().stream().map(owner::get)).containsExactly(7L, null, 8L);
    }

    @Test
    void encodersReadEntitiesAndColumnsAlike() {
        String json = new String(
                store.stream(Animal.class).collect(store.json(Animal.class).toBytes()), StandardCharsets.UTF_8);
        assertThat(json)
                .startsWith("[{\"id\":1,\"name\":\"Tom\",\"size.height\":30,\"size.weight\":4,\"mood\":\"CALM\","
                        + "\"nightly\":\"WILD\",\"score\":5,\"dog_score\":null,\"owner.number\":7},");
        List<Animal> animals = store.stream(Animal.class).toList();
        String ofEntities =
                new String(animals.stream().collect(store.json(Animal.class).toBytes()), StandardCharsets.UTF_8);
        assertThat(ofEntities.replace("\"score\":null", "\"score\":0"))
                .as("a dog has no score of a cat, and its row has the default")
                .isEqualTo(json);
    }
}
