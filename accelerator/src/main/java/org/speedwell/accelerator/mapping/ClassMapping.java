package org.speedwell.accelerator.mapping;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The mapping of a class of rows to its table. Immutable.
 *
 * {@snippet :
 * public record Movie(int filmId, String title, Integer length) {
 *     public static final ClassMapping<Movie> MAPPING =
 *             ClassMapping.builder(Movie.class).table("film").build();
 * }
 * }
 *
 * <p>These types hold the values of a column:
 * <ul>
 * <li>Numbers: primitives, their boxes, {@code BigInteger}, {@code BigDecimal} and {@code Year}. The type must hold every
 * value of the column. An unsigned column may also have the signed type of the same width: loads and replication refuse
 * the numbers that do not fit.
 * <li>{@code boolean}: TINYINT and BIT(1).
 * <li>Texts: {@code String}, {@code char} and {@code UUID}.
 * <li>JSON: {@code String}, and records, collections, maps and classes of the application. The optional library Jackson
 * reads these objects with its defaults and its annotations. It ignores unknown members, and never drops a part of a
 * number.
 * <li>Bytes: {@code byte[]}, {@code Blob}, and {@code UUID} for BINARY(16).
 * <li>Dates and times: {@code LocalDate}, {@code LocalTime}, {@code LocalDateTime}, {@code Instant},
 * {@code OffsetDateTime}, {@code ZonedDateTime}, {@code java.util.Date}, and the types of {@code java.sql}. TIME is also a
 * {@code Duration}. The driver turns DATETIME and TIMESTAMP into points in time, in the time zone of its connection. All types except
 * {@code Instant} show them in the default time zone of the JVM.
 * <li>Enums: by name in ENUM and text columns, by ordinal in columns of whole numbers.
 * <li>{@code Optional} of these in records, for columns that can be NULL.
 * </ul>
 *
 * @param schema the schema of the table; empty for the schema of the connection
 * @param members the members of the class and its superclasses
 * @param discriminator the classes of rows in the table; empty if all rows have this class
 * @param <E> the class of the rows
 */
public record ClassMapping<E>(
        Class<E> type,
        Optional<String> schema,
        DatabaseName table,
        List<Member> members,
        Optional<Discriminator<E>> discriminator) {

    /**
     * Creates a mapping and checks its class.
     *
     * @throws MappingException if the class cannot hold rows
     */
    public ClassMapping {
        members = List.copyOf(members);
        requireNew(type, discriminator.isPresent());
        if (type.isRecord()) {
            requireNoLists(members);
        }
        discriminator.ifPresent(found -> found.variants().forEach(variant -> requireNew(variant.type(), false)));
        if (!type.isRecord() && !hasId(members)) {
            throw new MappingException("Class " + type.getName() + " has no id. "
                    + (PersistenceApi.IS_PRESENT
                            ? "Annotate a member with @Id, or name it with ClassMapping.builder(" + type.getSimpleName()
                                    + ".class).id(...)."
                            : "Name it with ClassMapping.builder(" + type.getSimpleName()
                                    + ".class).id(...), or add the Jakarta Persistence API, which @Id needs."));
        }
    }

    /**
     * Reads the mapping of a record or of a class with the annotations of Jakarta Persistence.
     *
     * @param others classes that the annotations do not name: subclasses of {@code type} with rows in the same table,
     *     and converters that apply to all attributes of their class
     * @throws MappingException if the class cannot be mapped
     */
    public static <E> ClassMapping<E> of(Class<E> type, Class<?>... others) {
        return PersistenceApi.IS_PRESENT
                ? new AnnotatedClass<>(type, List.of(others)).mapping()
                : builder(type).build();
    }

    /** Creates a builder of the mapping of a class without annotations. It maps all instance fields by their names. */
    public static <E> MappingBuilder<E> builder(Class<E> type) {
        return new MappingBuilder<>(type);
    }

    private static void requireNoLists(List<Member> members) {
        for (Member member : members) {
            if (member instanceof Member.Children) {
                throw MappingException.of(
                        member.attribute(),
                        "holds rows that refer to this one, which a record cannot do. Map a class instead, or remove"
                                + " the component.");
            }
        }
    }

    private static boolean hasId(List<Member> members) {
        return members.stream().anyMatch(member -> switch (member) {
            case Member.Property property -> property.isId();
            case Member.Reference reference -> reference.isId();
            case Member.Embedded embedded -> hasId(embedded.members());
            case Member.Children children -> false;
        });
    }

    /** Checks that the class can be instantiated. */
    static void requireNew(Class<?> type, boolean mayBeAbstract) {
        String name = "Class " + type.getName();
        if (type.isInterface() || type.isEnum() || type.isPrimitive() || type.isArray()) {
            throw new MappingException(name + " cannot hold rows. Map a record or a class.");
        }
        if (type.getEnclosingClass() != null && !Modifier.isStatic(type.getModifiers())) {
            throw new MappingException(name + " is an inner class, and needs an outer instance. Make it static.");
        }
        if (type.isRecord() || mayBeAbstract) {
            return;
        }
        if (Modifier.isAbstract(type.getModifiers())) {
            throw new MappingException(name + " is abstract. Map its subclasses, or make it concrete.");
        }
        if (Arrays.stream(type.getDeclaredConstructors())
                .noneMatch(constructor -> constructor.getParameterCount() == 0)) {
            throw new MappingException(
                    name + " has no constructor without parameters. Add one, which may be private, or use a record.");
        }
    }
}
