package org.speedwell.accelerator.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.jdbc.MysqlDataSource;
import jakarta.persistence.Access;
import jakarta.persistence.AccessType;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.AttributeOverride;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Converter;
import jakarta.persistence.DiscriminatorColumn;
import jakarta.persistence.DiscriminatorType;
import jakarta.persistence.DiscriminatorValue;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.EnumeratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.Lob;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToOne;
import jakarta.persistence.Table;
import jakarta.persistence.Temporal;
import jakarta.persistence.TemporalType;
import jakarta.persistence.Transient;
import jakarta.persistence.Version;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.Root;
import jakarta.persistence.metamodel.SingularAttribute;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.boot.model.naming.CamelCaseToUnderscoresNamingStrategy;
import org.hibernate.cfg.Configuration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.JpaFields;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.entity.HibernateOracleTest_.CopyKey_;
import org.speedwell.accelerator.entity.HibernateOracleTest_.Copy_;
import org.speedwell.accelerator.entity.HibernateOracleTest_.Film_;
import org.speedwell.accelerator.entity.HibernateOracleTest_.Size_;
import org.speedwell.accelerator.mapping.Attribute;
import org.speedwell.accelerator.mapping.ClassMapping;
import org.speedwell.accelerator.mapping.Member;
import org.speedwell.accelerator.query.Field;
import org.speedwell.accelerator.store.TableStore;

/** Compares the entities from memory with those that Hibernate reads from the same tables. */
@Tag("database")
@SuppressWarnings({"NullAway", "unchecked", "rawtypes"}) // the fields of rows are written from outside
class HibernateOracleTest {
    enum Rating {
        G,
        PG,
        R
    }

    enum Medium {
        DISC("d"),
        TAPE("t");

        @EnumeratedValue
        private final String code;

        Medium(String code) {
            this.code = code;
        }
    }

    record Money(long cents) {}

    @Converter(autoApply = true)
    public static class MoneyConverter implements AttributeConverter<Money, BigDecimal> {
        @Override
        public BigDecimal convertToDatabaseColumn(Money value) {
            return value == null ? null : BigDecimal.valueOf(value.cents(), 2);
        }

        @Override
        public Money convertToEntityAttribute(BigDecimal value) {
            return value == null
                    ? new Money(-1)
                    : new Money(value.movePointRight(2).longValueExact());
        }
    }

    @Converter
    public static class YesNo implements AttributeConverter<Boolean, String> {
        @Override
        public String convertToDatabaseColumn(Boolean value) {
            return value ? "Y" : "N";
        }

        @Override
        public Boolean convertToEntityAttribute(String value) {
            return "Y".equals(value);
        }
    }

    @MappedSuperclass
    abstract static class Versioned<K> {
        @Id
        K id;

        @Version
        int version = 9;
    }

    @Embeddable
    static class Size {
        Integer width;

        @Column(name = "tall")
        Integer height;
    }

    @Entity
    @Table(name = "films")
    static class Film extends Versioned<Long> {
        String title = "untitled";

        @Column(name = "minutes")
        Short runningTime;

        Rating rating;

        @Enumerated(EnumType.STRING)
        Rating ratingName;

        @Enumerated(EnumType.STRING)
        Medium medium;

        Money price = new Money(5);

        @Convert(converter = YesNo.class)
        boolean isSold;

        boolean flag;
        char initial;
        BigInteger views;
        double score;
        Float share;
        byte[] hash;

        @Lob
        String story;

        UUID token;
        LocalDate released;
        LocalTime start;
        LocalDateTime edited;
        Instant seen;
        OffsetDateTime stamped;
        Year made;

        @Temporal(TemporalType.DATE)
        Date day;

        @Temporal(TemporalType.TIMESTAMP)
        Date moment;

        @Embedded
        Size screen = new Size();

        @AttributeOverride(name = "width", column = @Column(name = "box_width"))
        @AttributeOverride(name = "height", column = @Column(name = "box_height"))
        Size box;

        @ManyToOne
        Studio studio;

        @ManyToOne
        @JoinColumn(name = "second")
        Studio secondStudio;

        @Transient
        int computed = 7;
    }

    @Entity
    @Table(name = "studio")
    static class Studio {
        private Integer id;
        private String shown;

        @Access(AccessType.FIELD)
        @Column(name = "founded")
        private Integer since;

        @Id
        @Column(name = "studio_id")
        public Integer getId() {
            return id;
        }

        public void setId(Integer id) {
            this.id = id;
        }

        public String getName() {
            return shown;
        }

        public void setName(String name) {
            shown = "<" + name + ">";
        }
    }

    @Entity
    @Table(name = "poster")
    static class Poster {
        @Id
        Long id;

        @MapsId
        @OneToOne
        @JoinColumn(name = "film_id")
        Film film;

        String artist;
    }

    @Embeddable
    record CopyKey(@Column(name = "film_no") long film, int number) implements Serializable {}

    @Entity
    @Table(name = "copy")
    static class Copy {
        @EmbeddedId
        CopyKey key;

        String place;

        @Embedded
        Origin origin;
    }

    @Embeddable
    static class Origin {
        String shop;

        @ManyToOne
        @JoinColumn(name = "maker")
        Studio studio;
    }

    @Entity
    @Table(name = "payment")
    @DiscriminatorColumn(name = "kind", discriminatorType = DiscriminatorType.INTEGER)
    @DiscriminatorValue("0")
    static class Payment {
        @Id
        int id;
    }

    @Entity
    @DiscriminatorValue("1")
    static class Card extends Payment {
        String number;
    }

    @Entity
    @DiscriminatorValue("2")
    static class Credit extends Card {
        Money due;
    }

    private static final List<Class<?>> CLASSES =
            List.of(Film.class, Studio.class, Poster.class, Copy.class, Payment.class);
    private static final Class<?>[] OTHERS = {MoneyConverter.class, Card.class, Credit.class};

    private static MappedSchema schema;
    private static SessionFactory hibernate;

    @BeforeAll
    static void create() throws Exception {
        schema = new MappedSchema(
                "speedwell_test_hibernate",
                "CREATE TABLE studio (studio_id INT PRIMARY KEY, name VARCHAR(20), founded INT)",
                "INSERT INTO studio VALUES (1, 'One', 1950), (2, NULL, NULL)",
                """
                CREATE TABLE films (
                    id BIGINT PRIMARY KEY, version INT NOT NULL, title VARCHAR(50), minutes SMALLINT, rating TINYINT,
                    rating_name ENUM('G', 'PG', 'R'), medium VARCHAR(3), price DECIMAL(10, 2), is_sold CHAR(1),
                    flag BIT(1) NOT NULL, initial CHAR(1) NOT NULL, views DECIMAL(30, 0), score DOUBLE NOT NULL,
                    share FLOAT, hash VARBINARY(9), story LONGTEXT, token BINARY(16), released DATE, start TIME,
                    edited DATETIME(6), seen DATETIME(6), stamped DATETIME(6), made INT, day DATE, moment DATETIME(3),
                    width INT, tall INT, box_width INT, box_height INT, studio_studio_id INT, second INT)
                """,
                """
                INSERT INTO films VALUES
                    (1, 2, 'ß', 90, 2, 'PG', 'd', 1.25, 'Y', b'1', 'x', 123456789012345678901234567890, 0.1, 0.2, 'ab',
                     'once', UNHEX('00112233445566778899AABBCCDDEEFF'), '2001-02-03', '23:59:58',
                     '2001-02-03 04:05:06.789012', '2001-02-03 04:05:06.789012', '2001-07-03 04:05:06.5', 1999,
                     '1999-12-31', '1999-12-31 23:59:59.999', 4, NULL, 1, 2, 1, 2),
                    (-9223372036854775808, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, b'0', 'ü', NULL, -0.0, NULL, NULL,
                     NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
                """,
                "CREATE TABLE poster (film_id BIGINT PRIMARY KEY, artist VARCHAR(20))",
                "INSERT INTO poster VALUES (1, 'Ann')",
                "CREATE TABLE copy (film_no BIGINT, number INT, place VARCHAR(9), shop VARCHAR(9), maker INT,"
                        + " PRIMARY KEY (film_no, number))",
                "INSERT INTO copy VALUES (1, 1, 'A', 'S', 1), (1, 2, NULL, NULL, NULL), (1, 3, NULL, 'T', NULL),"
                        + " (1, 4, 'B', NULL, 2)",
                "CREATE TABLE payment (id INT PRIMARY KEY, kind INT NOT NULL, number VARCHAR(9), due DECIMAL(9, 2))",
                "INSERT INTO payment VALUES (1, 0, NULL, NULL), (2, 1, '42', NULL), (3, 2, '43', 7.5), (4, 2, NULL, NULL)");
        Configuration configuration = new Configuration()
                .setProperty("hibernate.connection.url", schema.url())
                .setProperty("hibernate.connection.username", schema.user())
                .setProperty("hibernate.connection.password", schema.password())
                // MySQL's driver cannot describe MariaDB
                .setProperty("hibernate.boot.allow_jdbc_metadata_access", "false")
                .setProperty("hibernate.dialect", "org.hibernate.dialect.MySQLDialect")
                // points in time are in the time zone of the driver's connection
                .setProperty("hibernate.type.preferred_instant_jdbc_type", "TIMESTAMP")
                .setProperty("hibernate.timezone.default_storage", "NORMALIZE")
                .setPhysicalNamingStrategy(new CamelCaseToUnderscoresNamingStrategy())
                .addAttributeConverter(MoneyConverter.class);
        Stream.concat(CLASSES.stream(), Stream.of(Card.class, Credit.class)).forEach(configuration::addAnnotatedClass);
        hibernate = configuration.buildSessionFactory();
    }

    @AfterAll
    static void drop() throws Exception {
        hibernate.close();
        schema.close();
    }

    @Test
    void memoryHoldsTheEntitiesOfHibernate() throws Exception {
        EntityModels models = schema.models(
                CLASSES.stream().map(type -> ClassMapping.of(type, OTHERS)).toArray(ClassMapping<?>[]::new));
        var snapshot = schema.load(models);
        try (Session session = hibernate.openSession()) {
            for (Class<?> type : CLASSES) {
                EntityModel<?> model = models.of(type);
                TableStore<?> table =
                        Objects.requireNonNull(snapshot.table(model.table().identifier()));
                List<?> expected = all(session, type);
                assertThat(table.rows()).isEqualTo(expected.size());
                for (Object entity : expected) {
                    compare(model, table, entity);
                }
            }
        }
    }

    private static <E> List<E> all(Session session, Class<E> type) {
        CriteriaQuery<E> query = session.getCriteriaBuilder().createQuery(type);
        query.select(query.from(type));
        return session.createQuery(query).list();
    }

    /** Verifies that fields of the static metamodel, which Hibernate has filled, select the rows that Hibernate selects. */
    @Test
    void fieldsOfTheStaticMetamodelEqualCriteria() {
        MysqlDataSource pool = new MysqlDataSource();
        pool.setUrl(schema.url());
        pool.setUser(schema.user());
        pool.setPassword(schema.password());
        MemoryStore.Builder builder = MemoryStore.builder(pool);
        CLASSES.forEach(type -> builder.table(ClassMapping.of(type, OTHERS)));
        try (MemoryStore store = builder.open();
                Session session = hibernate.openSession()) {
            JpaFields<Film> films = JpaFields.of(store, Film.class);
            Field<Film, Short> minutes = films.field(Film_.runningTime);
            Field<Film, Integer> version = films.field(Film_.version);
            Field<Film, Integer> width = films.field(Film_.screen, Size_.width);
            assertThat(List.of(minutes.column(), version.column(), width.column()))
                    .containsExactly("minutes", "version", "width");
            assertSame(store, session, minutes.greaterOrEqual((short) 90), Film_.runningTime, (short) 90);
            assertSame(store, session, version.greaterOrEqual(1), Film_.version, 1);
            assertSame(store, session, films.field(Film_.rating).greaterOrEqual(Rating.R), Film_.rating, Rating.R);
            assertSame(store, session, films.text(Film_.title).startsWith("ß"), Film_.title, "ß");
            CriteriaBuilder by = session.getCriteriaBuilder();
            CriteriaQuery<Long> query = by.createQuery(Long.class);
            Root<Film> root = query.from(Film.class);
            query.select(root.get("id")).where(by.equal(root.get(Film_.screen).get(Size_.width), 4));
            assertThat(store.stream(Film.class)
                            .filter(width.equal(4))
                            .map(film -> film.id)
                            .toList())
                    .isEqualTo(session.createQuery(query).list())
                    .hasSize(1);
            assertThat(store.stream(Film.class).filter(width.isNull()).count()).isEqualTo(1);
            assertThat(store.stream(Copy.class)
                            .filter(JpaFields.of(store, Copy.class)
                                    .field(Copy_.key, CopyKey_.number)
                                    .equal(2))
                            .map(copy -> copy.key.number)
                            .toList())
                    .containsExactly(2);
            assertThatThrownBy(() -> films.field(Film_.secondVersion))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("Create that first");
            assertThatThrownBy(() -> JpaFields.of(store, Copy.class).field(Copy_.key, (SingularAttribute) Film_.studio))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("studio is a reference");
            assertThatThrownBy(() -> JpaFields.of(store, Copy.class).text((SingularAttribute) Film_.title))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("Class Copy has no attribute title with a column. It has key.film, key.number, place,"
                            + " origin.shop.");
        }
    }

    private static <V extends Comparable<? super V>> void assertSame(
            MemoryStore store,
            Session session,
            Predicate<Film> predicate,
            SingularAttribute<? super Film, V> attribute,
            V least) {
        CriteriaBuilder by = session.getCriteriaBuilder();
        CriteriaQuery<Long> query = by.createQuery(Long.class);
        Root<Film> root = query.from(Film.class);
        query.select(root.get("id")).where(by.greaterThanOrEqualTo(root.get(attribute), least));
        assertThat(store.stream(Film.class)
                        .filter(predicate)
                        .map(film -> film.id)
                        .toList())
                .as(attribute.getName())
                .isEqualTo(session.createQuery(query).list())
                .hasSize(1);
    }

    /** Finds the row of an entity by its key, and compares all members. */
    private static void compare(EntityModel<?> model, TableStore<?> table, Object expected) {
        for (int row = 0; row < table.end(); row++) {
            Object actual = table.entity(row);
            List<Member> members = members(model, expected.getClass());
            if (actual.getClass() == expected.getClass() && hasSameId(members, actual, expected)) {
                compare(model, table, row, members, actual, expected);
                return;
            }
        }
        throw new AssertionError("no row for " + expected);
    }

    private static List<Member> members(EntityModel<?> model, Class<?> type) {
        return model.mapping().discriminator().stream()
                .flatMap(found -> found.variants().stream())
                .filter(variant -> variant.type() == type)
                .findFirst()
                .map(variant -> variant.members())
                .orElse(model.mapping().members());
    }

    private static boolean hasSameId(List<Member> members, Object actual, Object expected) {
        Attribute id = members.stream()
                .filter(member -> member instanceof Member.Property property && property.isId()
                        || member instanceof Member.Embedded embedded
                                && embedded.attribute().name().equals("key"))
                .findFirst()
                .orElseThrow()
                .attribute();
        return Objects.equals(value(id, actual), value(id, expected));
    }

    private static @Nullable Object value(Attribute attribute, Object of) {
        return Handles.reader(attribute).apply(of);
    }

    private static void compare(
            EntityModel<?> model, TableStore<?> table, int row, List<Member> members, Object actual, Object expected) {
        for (Member member : members) {
            Attribute attribute = member.attribute();
            Object wanted = value(attribute, expected);
            Object found = value(attribute, actual);
            switch (member) {
                case Member.Property property ->
                    assertThat(found).as(attribute.toString()).isEqualTo(wanted);
                case Member.Embedded embedded -> {
                    assertThat(found == null).as(attribute.toString()).isEqualTo(wanted == null);
                    if (found != null && wanted != null) {
                        compare(model, table, row, embedded.members(), found, wanted);
                    }
                }
                case Member.Reference reference ->
                    assertThat(foreignKey(model, table, row, attribute)).isEqualTo(key(wanted));
                case Member.Children children -> {}
            }
        }
    }

    private static @Nullable Object foreignKey(
            EntityModel<?> model, TableStore<?> table, int row, Attribute attribute) {
        String column = model.references().stream()
                .filter(reference -> reference.attribute().equals(attribute))
                .findFirst()
                .orElseThrow()
                .foreignKey()
                .getFirst();
        for (int place = 0; place < model.table().columns().size(); place++) {
            if (model.table().columns().get(place).name().equals(column)) {
                return table.column(place).get(row);
            }
        }
        throw new AssertionError(column);
    }

    private static @Nullable Object key(@Nullable Object referenced) {
        return referenced == null ? null : hibernate.getPersistenceUnitUtil().getIdentifier(referenced);
    }
}
