package org.speedwell.accelerator.mapping;

import static org.assertj.core.api.Assertions.assertThat;

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
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import jakarta.persistence.OrderBy;
import jakarta.persistence.Table;
import jakarta.persistence.Temporal;
import jakarta.persistence.TemporalType;
import jakarta.persistence.Transient;
import jakarta.persistence.Version;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies how the members of each kind of class are found. */
@Tag("unit")
@SuppressWarnings("NullAway") // the fields of rows are written from outside
class ClassMappingTest {
    enum Rating {
        G,
        PG
    }

    enum Coded {
        LOW("l"),
        HIGH("h");

        @EnumeratedValue
        private final String code;

        Coded(String code) {
            this.code = code;
        }
    }

    record Money(long cents) {}

    @Converter(autoApply = true)
    static class MoneyConverter implements AttributeConverter<Money, Long> {
        @Override
        public Long convertToDatabaseColumn(Money value) {
            return value == null ? null : value.cents();
        }

        @Override
        public Money convertToEntityAttribute(Long value) {
            return value == null ? null : new Money(value);
        }
    }

    record Point(int x, int y) {}

    record Film(int filmId, String title, Optional<Integer> releaseYear, Rating rating, Point place) {}

    @Table(name = "film", schema = "sakila")
    record Annotated(
            @Id @Column(name = "film_id") int id,
            @Enumerated(EnumType.STRING) Rating rating,
            @Convert(converter = MoneyConverter.class) Money price) {}

    @MappedSuperclass
    abstract static class Base<K> {
        @Id
        K id;

        @Version
        int version;
    }

    @Embeddable
    static class Address {
        String street;

        @Column(name = "town")
        String city;
    }

    @Entity(name = "Person")
    static class Customer extends Base<Long> {
        static int created;
        transient int cached;

        @Transient
        int computed;

        String firstName;

        @Embedded
        @AttributeOverride(name = "street", column = @Column(name = "home_street"))
        Address home;

        @AttributeOverride(name = "street", column = @Column(name = "work_street"))
        @AttributeOverride(name = "city", column = @Column(name = "work_city"))
        Address work;

        Rating rating;
        Coded coded;
        Money credit;

        @Temporal(TemporalType.DATE)
        Date born;

        @ManyToOne
        @JoinColumn(name = "shop")
        Store store;

        @OneToMany(mappedBy = "customer")
        @OrderBy("id")
        List<Order> orders;
    }

    @Entity
    static class Store extends Base<Integer> {
        @OneToOne(mappedBy = "store")
        Details details;
    }

    @Entity
    static class Details {
        @Id
        Integer id;

        @MapsId
        @OneToOne
        @JoinColumn(name = "store_id")
        Store store;
    }

    @Embeddable
    record OrderKey(int customer, int number) {}

    @Entity
    @Table(name = "orders")
    static class Order {
        @EmbeddedId
        OrderKey key;

        @ManyToOne
        Customer customer;
    }

    @Entity
    static class ByGetter {
        private int id;
        private String shown;

        @Column(name = "visits")
        @Access(AccessType.FIELD)
        private int count;

        @Id
        public int getId() {
            return id;
        }

        public void setId(int id) {
            this.id = id;
        }

        @Column(name = "display_name")
        public String getName() {
            return shown;
        }

        public void setName(String name) {
            shown = name;
        }

        @Transient
        public String getBoth() {
            return id + shown;
        }
    }

    @Entity
    @DiscriminatorColumn(name = "kind", discriminatorType = DiscriminatorType.INTEGER)
    abstract static sealed class Payment permits Card, Cash {
        @Id
        long id;
    }

    @Entity
    @DiscriminatorValue("1")
    static final class Card extends Payment {
        String number;
    }

    @Entity
    @DiscriminatorValue("2")
    static final class Cash extends Payment {
        int coins;
    }

    @Entity
    static class Animal {
        @Id
        long id;
    }

    @Entity
    static class Dog extends Animal {
        int barks;
    }

    @SuppressWarnings("unused")
    static class Bean {
        private int id;
        private String title;
        private Money price;
        private Store store;
        private List<Order> orders;
        private String scratch;

        int getId() {
            return id;
        }

        String getTitle() {
            return title;
        }

        Money getPrice() {
            return price;
        }

        Store getStore() {
            return store;
        }

        List<Order> getOrders() {
            return orders;
        }

        String getScratch() {
            return scratch;
        }
    }

    /** Describes members, one text each. */
    private static List<String> shown(List<Member> members) {
        return members.stream().flatMap(ClassMappingTest::shown).toList();
    }

    private static Stream<String> shown(Member member) {
        String name = member.attribute().name();
        return switch (member) {
            case Member.Property of ->
                Stream.of((of.isId() ? "id " : "") + (of.isVersion() ? "version " : "") + name + " "
                        + of.attribute().rawType().getSimpleName() + ": " + of.column() + " "
                        + of.conversion().getClass().getSimpleName());
            case Member.Embedded of -> shown(of.members()).stream().map(inner -> name + "." + inner);
            case Member.Reference of ->
                Stream.of((of.isId() ? "id " : "") + name + " -> "
                        + of.target().getSimpleName()
                        + of.joins().stream().map(Member.JoinPair::column).toList());
            case Member.Children of ->
                Stream.of(name + " <- " + of.target().getSimpleName() + "." + of.mappedBy()
                        + (of.isSingle() ? " one" : "") + (of.orderBy().isEmpty() ? "" : " by " + of.orderBy()));
        };
    }

    @Test
    void componentsOfRecordAreColumns() {
        ClassMapping<Film> film = ClassMapping.of(Film.class);
        assertThat(film.table().candidates()).containsExactly("Film", "film");
        assertThat(film.schema()).isEmpty();
        assertThat(shown(film.members()))
                .containsExactly(
                        "filmId int: filmId or film_id ByType",
                        "title String: title ByType",
                        "releaseYear Optional: releaseYear or release_year ByType",
                        "rating Rating: rating ByType",
                        "place.x int: x ByType",
                        "place.y int: y ByType");
    }

    @Test
    void annotationsOfComponentsCount() {
        ClassMapping<Annotated> film = ClassMapping.of(Annotated.class);
        assertThat(film.table()).hasToString("film");
        assertThat(film.schema()).hasValue("sakila");
        assertThat(shown(film.members()))
                .containsExactly(
                        "id id int: film_id ByType", "rating Rating: rating EnumName", "price Money: price ByFunction");
    }

    @Test
    void fieldsOfEntityAreMapped() {
        ClassMapping<Customer> customer = ClassMapping.of(Customer.class, MoneyConverter.class);
        assertThat(customer.table().candidates()).containsExactly("Person", "person");
        assertThat(shown(customer.members()))
                .containsExactly(
                        "id id Long: id ByType",
                        "version version int: version ByType",
                        "firstName String: firstName or first_name ByType",
                        "home.street String: home_street ByType",
                        "home.city String: town ByType",
                        "work.street String: work_street ByType",
                        "work.city String: work_city ByType",
                        "rating Rating: rating EnumOrdinal",
                        "coded Coded: coded ByFunction",
                        "credit Money: credit ByFunction",
                        "born Date: born Temporal",
                        "store -> Store[shop]",
                        "orders <- Order.customer by id");
    }

    @Test
    void recordWithoutConverterIsEmbedded() {
        assertThat(shown(ClassMapping.of(Customer.class).members())).contains("credit.cents long: cents ByType");
    }

    @Test
    void idTakesTheColumnOfItsReference() {
        assertThat(shown(ClassMapping.of(Details.class).members()))
                .containsExactly("id id Integer: store_id ByType", "id store -> Store[store_id]");
        assertThat(shown(ClassMapping.of(Store.class).members())).contains("details <- Details.store one");
    }

    @Test
    void embeddedIdMarksItsMembers() {
        assertThat(shown(ClassMapping.of(Order.class).members()))
                .containsExactly(
                        "key.id customer int: customer ByType",
                        "key.id number int: number ByType",
                        "customer -> Customer[]");
    }

    @Test
    void gettersAreMappedWhereTheIdIsOne() {
        assertThat(shown(ClassMapping.of(ByGetter.class).members()))
                .containsExactlyInAnyOrder(
                        "id id int: id ByType", "name String: display_name ByType", "count int: visits ByType");
    }

    @Test
    void discriminatorNamesTheSubclasses() {
        Discriminator<Payment> kind =
                ClassMapping.of(Payment.class).discriminator().orElseThrow();
        assertThat(kind.column()).isEqualTo("kind");
        assertThat(kind.isNumber()).isTrue();
        assertThat(kind.variants())
                .extracting(variant ->
                        variant.value() + " " + variant.type().getSimpleName() + " " + shown(variant.members()))
                .containsExactly(
                        "1 Card [id id long: id ByType, number String: number ByType]",
                        "2 Cash [id id long: id ByType, coins int: coins ByType]");
    }

    @Test
    void otherSubclassesAreStated() {
        assertThat(ClassMapping.of(Animal.class).discriminator()).isEmpty();
        Discriminator<Animal> kind =
                ClassMapping.of(Animal.class, Dog.class).discriminator().orElseThrow();
        assertThat(kind.column()).isEqualTo("DTYPE");
        assertThat(kind.variants()).extracting(Discriminator.Variant::value).containsExactly("Animal", "Dog");
    }

    @Test
    void builderMapsBean() {
        ClassMapping<Bean> bean = ClassMapping.builder(Bean.class)
                .table("sakila", "films")
                .id(Bean::getId)
                .column("name", Bean::getTitle)
                .convert(Bean::getPrice, Long.class, Money::new, Money::cents)
                .reference(Bean::getStore, "shop")
                .list(Bean::getOrders, Order.class, "customer")
                .without(Bean::getScratch)
                .build();
        assertThat(bean.schema()).hasValue("sakila");
        assertThat(bean.table()).hasToString("films");
        assertThat(shown(bean.members()))
                .containsExactly(
                        "id id int: id ByType",
                        "title String: name ByType",
                        "price Money: price ByFunction",
                        "store -> Store[shop]",
                        "orders <- Order.customer");
    }

    @Test
    void namesHaveASnakeCaseForm() {
        assertThat(DatabaseName.implied("releaseYear")).hasToString("releaseYear or release_year");
        assertThat(DatabaseName.implied("URLPath2Go")).hasToString("URLPath2Go or url_path2_go");
        assertThat(DatabaseName.implied("id")).hasToString("id");
        assertThat(DatabaseName.explicit("Film").matches("FILM")).isTrue();
    }
}
