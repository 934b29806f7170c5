package org.speedwell.accelerator.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Convert;
import jakarta.persistence.DiscriminatorColumn;
import jakarta.persistence.DiscriminatorType;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.SecondaryTable;
import java.util.List;
import java.util.Map;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies the messages for classes that cannot be mapped. */
@Tag("unit")
@SuppressWarnings("NullAway") // the fields of rows are written from outside
class RejectedMappingTest {
    static class NoId {
        int id;

        int getId() {
            return id;
        }

        int getOther() {
            return id;
        }
    }

    @Entity
    static class NoIdEntity {
        int id;
    }

    @Entity
    static class NoConstructor {
        @Id
        int id;

        NoConstructor(int id) {
            this.id = id;
        }
    }

    @Entity
    class Inner {
        @Id
        int id;
    }

    @Entity
    abstract static class Abstract {
        @Id
        int id;
    }

    @Entity
    static class Final {
        @Id
        final int id = 1;
    }

    @Entity
    @Inheritance(strategy = InheritanceType.JOINED)
    static class Joined {
        @Id
        int id;
    }

    @Entity
    @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
    static class PerClass {
        @Id
        int id;
    }

    @Entity
    static class Sub extends Joined {}

    @Entity
    @SecondaryTable(name = "more")
    static class Secondary {
        @Id
        int id;
    }

    @Entity
    static class Elements {
        @Id
        int id;

        @ElementCollection
        List<String> tags;
    }

    @Entity
    static class Many {
        @Id
        int id;

        @ManyToMany
        List<Many> others;
    }

    @Entity
    static class OwnedList {
        @Id
        int id;

        @OneToMany
        List<Many> others;
    }

    @Entity
    static class MapOfRows {
        @Id
        int id;

        @OneToMany(mappedBy = "id")
        Map<Integer, Many> others;
    }

    record Listing(
            @Id int id, @OneToMany(mappedBy = "other") List<Many> others) {}

    @Embeddable
    static class Inside {
        @OneToMany(mappedBy = "id")
        List<Many> others;
    }

    @Embeddable
    static class ReferringId {
        @ManyToOne
        Many other;
    }

    @Entity
    static class WithReferringId {
        @EmbeddedId
        ReferringId id;
    }

    @Entity
    static class Around {
        @Id
        int id;

        @Embedded
        Inside inside;
    }

    @Entity
    static class NoSetter {
        @Id
        public int getId() {
            return 1;
        }
    }

    @Entity
    @DiscriminatorColumn(discriminatorType = DiscriminatorType.INTEGER)
    static class Numbered {
        @Id
        int id;
    }

    @SuppressWarnings("rawtypes")
    abstract static class RawConverter implements AttributeConverter {}

    static class BadConverter implements AttributeConverter<String, String> {
        BadConverter(int ignored) {}

        @Override
        public String convertToDatabaseColumn(String value) {
            return value;
        }

        @Override
        public String convertToEntityAttribute(String value) {
            return value;
        }
    }

    @Entity
    static class BadlyConverted {
        @Id
        @Convert(converter = BadConverter.class)
        String id;
    }

    private static void assertRejected(Class<?> type, String... parts) {
        assertThatThrownBy(() -> ClassMapping.of(type))
                .isInstanceOf(MappingException.class)
                .message()
                .contains(type.getName().contains("$") ? "RejectedMappingTest$" : type.getName())
                .contains(parts);
    }

    @Embeddable
    static class Parts {
        int one;
    }

    @Entity
    static class EmbeddedJson {
        @Id
        int id;

        @JdbcTypeCode(SqlTypes.JSON)
        Parts parts;
    }

    /** Verifies that no object is read whose JSON Hibernate writes in another form. */
    @Test
    void embeddedJsonIsRejected() {
        assertThatThrownBy(() -> ClassMapping.of(EmbeddedJson.class))
                .isInstanceOf(MappingException.class)
                .hasMessage(EmbeddedJson.class.getName() + ".parts is embedded as JSON, in which Hibernate names the"
                        + " members like columns. Remove @Embedded and @Embeddable, or add @Convert.");
    }

    @Test
    void classNeedsAnId() {
        assertRejected(NoId.class, "NoId has no id. Annotate a member with @Id, or name it with ClassMapping.builder");
        assertRejected(NoIdEntity.class, "has no id");
    }

    @Test
    void classIsInstantiable() {
        assertRejected(NoConstructor.class, "has no constructor without parameters. Add one");
        assertRejected(Inner.class, "is an inner class", "Make it static.");
        assertRejected(Abstract.class, "is abstract");
        assertThatThrownBy(() -> ClassMapping.of(List.class)).hasMessageContaining("cannot hold rows");
    }

    @Test
    void finalFieldIsRejected() {
        assertRejected(Final.class, "Final.id is final. Remove final, map a record instead");
    }

    @Test
    void classHasOneTable() {
        assertRejected(Joined.class, "inheritance strategy JOINED", "Use SINGLE_TABLE");
        assertRejected(PerClass.class, "inheritance strategy TABLE_PER_CLASS");
        assertRejected(Sub.class, "is a subclass of the entity", "Map Joined.class instead");
        assertRejected(Secondary.class, "has a secondary table");
    }

    @Test
    void collectionsWithoutClassAreRejected() {
        assertRejected(Elements.class, "Elements.tags has @ElementCollection", "as a class of its own");
        assertRejected(Many.class, "Many.others has @ManyToMany", "Map the join table as a class of its own");
        assertRejected(OwnedList.class, "owns its foreign key", "mappedBy");
        assertRejected(MapOfRows.class, "has class java.util.Map. Declare it as List, Set or Collection.");
    }

    @Test
    void recordsHoldNoLists() {
        assertRejected(Listing.class, "Listing.others holds rows that refer to this one", "Map a class instead");
    }

    @Test
    void idsAndListsInEmbeddedObjectsDoNotRefer() {
        assertRejected(Around.class, "Inside.others refers to another class", "Map the foreign key as a plain value");
        assertRejected(WithReferringId.class, "ReferringId.other refers to another class");
    }

    @Test
    void propertyNeedsASetter() {
        assertRejected(NoSetter.class, "getId reads a property without a setter. Add the setter");
    }

    @Test
    void numberedSubclassNeedsAValue() {
        assertRejected(Numbered.class, "has no discriminator value", "Add @DiscriminatorValue");
    }

    @Test
    void converterIsCreatable() {
        assertRejected(BadlyConverted.class, "BadConverter cannot be created", "a constructor without parameters");
        assertThatThrownBy(() -> Converters.conversion(RawConverter.class)).hasMessageContaining("RawConverter");
    }

    @Test
    void builderNeedsMethodReferences() {
        MappingBuilder<NoId> builder = ClassMapping.builder(NoId.class);
        assertThatThrownBy(() -> builder.id(row -> row.id))
                .hasMessageContaining("A lambda does not name an attribute")
                .hasMessageContaining("NoId::getId");
        assertThatThrownBy(() -> builder.id(NoId::getOther)).hasMessageContaining("no mapped instance field other");
        assertThatThrownBy(builder::build).hasMessageContaining("has no id");
        assertThat(builder.id(NoId::getId).build().members()).hasSize(1);
    }

    record Pair(int a, int b) {}

    @Test
    void recordKeepsItsComponents() {
        assertThatThrownBy(() -> ClassMapping.builder(Pair.class).without(Pair::b))
                .hasMessageContaining("Pair.b is a component, which a record cannot leave out");
    }
}
