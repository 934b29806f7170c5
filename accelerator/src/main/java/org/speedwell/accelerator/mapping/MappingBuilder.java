package org.speedwell.accelerator.mapping;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A builder of the mapping of a class without annotations. It maps every instance field that is neither static nor
 * transient to the column of the same name, also in snake case. Method references name the attributes that differ:
 *
 * {@snippet :
 * public class Movie {
 *     public static final ClassMapping<Movie> MAPPING = ClassMapping.builder(Movie.class)
 *             .table("film")
 *             .id(Movie::getId)
 *             .column("film_id", Movie::getId)
 *             .column("length", Movie::getMinutes)
 *             .build();
 *
 *     private int id;
 *     private String title;
 *     private Integer minutes;
 *
 *     public int getId() { return id; }
 *     public String getTitle() { return title; }
 *     public Integer getMinutes() { return minutes; }
 * }
 * }
 *
 * <p>For one thread.
 *
 * @param <E> the class of the rows
 */
public final class MappingBuilder<E> {
    private final Class<E> type;
    private final List<Member> members;
    private Optional<String> schema = Optional.empty();
    private DatabaseName table;

    MappingBuilder(Class<E> type) {
        this.type = type;
        this.members = new ArrayList<>(plain(type));
        this.table = DatabaseName.implied(type.getSimpleName());
    }

    /** Returns the members of a class by the names of its fields. Records in them are embedded. */
    static List<Member> plain(Class<?> type) {
        return Attributes.all(type).stream()
                .map(attribute -> plain(Attributes.requireWritable(attribute)))
                .toList();
    }

    private static Member plain(Attribute attribute) {
        return Attributes.isEmbeddable(attribute)
                ? new Member.Embedded(attribute, plain(attribute.rawType()), false)
                : property(attribute, new Conversion.ByType());
    }

    private static Member.Property property(Attribute attribute, Conversion conversion) {
        return new Member.Property(attribute, DatabaseName.implied(attribute.name()), conversion, false, false);
    }

    /** Names the table. The default is the name of the class, also in snake case. */
    public MappingBuilder<E> table(String name) {
        table = DatabaseName.explicit(name);
        return this;
    }

    /** Names the schema and the table. */
    public MappingBuilder<E> table(String schemaName, String name) {
        schema = Optional.of(schemaName);
        return table(name);
    }

    /** Declares the attributes of the primary key. A record without a declared key takes that of the database. */
    @SafeVarargs
    public final MappingBuilder<E> id(Getter<E, ?>... getters) {
        Arrays.stream(getters).forEach(getter -> replace(getter, MappingBuilder::asId));
        return this;
    }

    private static Member asId(Member member) {
        return switch (member) {
            case Member.Property of ->
                new Member.Property(of.attribute(), of.column(), of.conversion(), true, of.isVersion());
            case Member.Embedded of ->
                new Member.Embedded(
                        of.attribute(),
                        of.members().stream().map(MappingBuilder::asId).toList(),
                        of.isDeclared());
            case Member.Reference of -> new Member.Reference(of.attribute(), of.target(), of.joins(), true);
            case Member.Children of -> throw MappingException.of(of.attribute(), "cannot be an id.");
        };
    }

    /** Names the column of an attribute. */
    public MappingBuilder<E> column(String column, Getter<E, ?> getter) {
        return replace(getter, member -> asProperty(member).withColumn(DatabaseName.explicit(column)));
    }

    private static Member.Property asProperty(Member member) {
        return member instanceof Member.Property known ? known : property(member.attribute(), new Conversion.ByType());
    }

    /**
     * Converts the values of an attribute. The functions also receive null.
     *
     * @param databaseClass the class of the values that {@code toAttribute} takes, such as {@code String}
     * @param toDatabase the inverse of {@code toAttribute}
     */
    @SuppressWarnings("unchecked") // values of the database have this class, and those of the attribute class V
    public <V, D> MappingBuilder<E> convert(
            Getter<E, V> getter,
            Class<D> databaseClass,
            Function<@Nullable D, @Nullable V> toAttribute,
            Function<@Nullable V, @Nullable D> toDatabase) {
        Conversion conversion = new Conversion.ByFunction(
                databaseClass,
                (Function<@Nullable Object, @Nullable Object>) (Function<?, ?>) toAttribute,
                (Function<@Nullable Object, @Nullable Object>) (Function<?, ?>) toDatabase);
        return replace(getter, member -> asProperty(member).withConversion(conversion));
    }

    /**
     * Reads the column of an attribute as JSON, with the library Jackson. Objects in columns of type JSON need no such
     * call.
     */
    public MappingBuilder<E> json(Getter<E, ?> getter) {
        return replace(getter, member -> asProperty(member).withConversion(new Conversion.Json()));
    }

    /**
     * Declares that an attribute holds the row of another class that a foreign key names.
     *
     * @param columns the columns of the foreign key, in the order of the target's primary key; none if the names of the
     *     attribute and of the key imply them
     */
    public MappingBuilder<E> reference(Getter<E, ?> getter, String... columns) {
        List<Member.JoinPair> joins = Arrays.stream(columns)
                .map(column -> new Member.JoinPair(DatabaseName.explicit(column), Optional.empty()))
                .toList();
        return replace(
                getter,
                member -> new Member.Reference(
                        member.attribute(), member.attribute().rawType(), joins, false));
    }

    /**
     * Declares that an attribute holds the rows of another class that refer to this row.
     *
     * @param mappedBy the attribute of the target that refers to this class
     */
    public <T> MappingBuilder<E> list(
            Getter<E, ? extends Collection<? extends T>> getter, Class<T> target, String mappedBy) {
        return replace(getter, member -> new Member.Children(member.attribute(), target, mappedBy, false, ""));
    }

    /** Leaves an attribute out. It keeps the value that the constructor gives it. */
    public MappingBuilder<E> without(Getter<E, ?> getter) {
        int place = place(getter);
        if (type.isRecord()) {
            throw MappingException.of(
                    members.get(place).attribute(),
                    "is a component, which a record cannot leave out. Map a record without it.");
        }
        members.remove(place);
        return this;
    }

    /**
     * Creates the mapping.
     *
     * @throws MappingException if the class cannot be mapped
     */
    public ClassMapping<E> build() {
        return new ClassMapping<>(type, schema, table, members, Optional.empty());
    }

    private MappingBuilder<E> replace(Getter<E, ?> getter, UnaryOperator<Member> change) {
        int place = place(getter);
        members.set(place, change.apply(members.get(place)));
        return this;
    }

    private int place(Getter<E, ?> getter) {
        String name = ReferencedMethod.attribute(type, getter);
        for (int i = 0; i < members.size(); i++) {
            if (members.get(i).attribute().name().equals(name)) {
                return i;
            }
        }
        throw new MappingException("Class " + type.getName() + " has no mapped instance field " + name
                + ". Name the field like its getter.");
    }
}
