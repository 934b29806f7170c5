package org.speedwell.accelerator.mapping;

import jakarta.persistence.Access;
import jakarta.persistence.AccessType;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import jakarta.persistence.OrderBy;
import jakarta.persistence.Transient;
import jakarta.persistence.Version;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A reader of the members of classes with annotations of Jakarta Persistence. */
record AnnotatedMembers(Converters converters) {

    /** Returns the members of a class and of its superclasses that are entities or mapped superclasses. */
    List<Member> of(Class<?> type) {
        List<Member> members = members(type, isByProperty(type), false, Overrides.of(type), true);
        return DerivedIds.applied(members);
    }

    /**
     * Returns the members of a class.
     *
     * @param isByProperty true if getters carry the annotations
     * @param isId true if all members belong to the primary key
     * @param isTable false for an object that is embedded in others
     */
    private List<Member> members(
            Class<?> type, boolean isByProperty, boolean isId, Overrides overrides, boolean isTable) {
        TypeArguments arguments = TypeArguments.of(type);
        List<Member> members = new ArrayList<>();
        for (Class<?> declaring : Attributes.hierarchy(type)) {
            if (declaring == type || AnnotatedClass.isPersistent(declaring)) {
                for (Attribute attribute : attributes(declaring, isByProperty, arguments)) {
                    members.add(member(Attributes.requireWritable(attribute), isByProperty, isId, overrides, isTable));
                }
            }
        }
        return members;
    }

    private static boolean isByProperty(Class<?> type) {
        Access access = type.getAnnotation(Access.class);
        return access == null
                ? Attributes.hierarchy(type).stream()
                        .flatMap(declaring -> Attributes.getters(declaring).stream())
                        .anyMatch(getter -> isId(getter) && !type.isRecord())
                : access.value() == AccessType.PROPERTY;
    }

    private static boolean isId(AnnotatedElement of) {
        return of.isAnnotationPresent(Id.class) || of.isAnnotationPresent(EmbeddedId.class);
    }

    private static List<Attribute> attributes(Class<?> declaring, boolean isByProperty, TypeArguments arguments) {
        Access access = declaring.getAnnotation(Access.class);
        boolean isOfGetters = access == null ? isByProperty : access.value() == AccessType.PROPERTY;
        List<Attribute> found = new ArrayList<>();
        for (Attribute field : Attributes.fields(declaring, arguments)) {
            if (isChosen(field.annotated(), !isOfGetters)) {
                found.add(field);
            }
        }
        if (!declaring.isRecord()) {
            for (Method getter : Attributes.getters(declaring)) {
                if (isChosen(getter, isOfGetters)) {
                    found.add(Attributes.property(getter, arguments)
                            .orElseThrow(() -> new MappingException(declaring.getName() + "." + getter.getName()
                                    + " reads a property without a setter. Add the setter, or annotate the getter with"
                                    + " @Transient.")));
                }
            }
        }
        return found;
    }

    /** Returns whether the annotations of a field or getter count. */
    private static boolean isChosen(AnnotatedElement of, boolean byDefault) {
        return !of.isAnnotationPresent(Transient.class) && (byDefault || of.isAnnotationPresent(Access.class));
    }

    private Member member(
            Attribute attribute, boolean isByProperty, boolean isPartOfId, Overrides overrides, boolean isTable) {
        AnnotatedElement of = attribute.annotated();
        Unsupported.requireNone(attribute, of);
        Class<?> type = attribute.rawType();
        boolean isId = isPartOfId || isId(of);
        Member association = association(attribute, of, isId);
        if (association != null) {
            boolean isEmbeddable = association instanceof Member.Reference
                    && !isPartOfId
                    && !attribute.declaringClass().isRecord();
            if (!isTable && !isEmbeddable) {
                throw MappingException.of(
                        attribute,
                        "refers to another class, which embedded ids, embedded records and lists in embedded objects"
                                + " cannot do. Map the foreign key as a plain value, or move the reference to an entity.");
            }
            return association;
        }
        boolean isEmbedded = of.isAnnotationPresent(Embedded.class)
                || of.isAnnotationPresent(EmbeddedId.class)
                || type.isAnnotationPresent(Embeddable.class);
        AttributeConversion conversion = new AttributeConversion(attribute, converters);
        if (isEmbedded && conversion.isJson()) {
            throw MappingException.of(
                    attribute,
                    "is embedded as JSON, in which Hibernate names the members like columns. Remove @Embedded and"
                            + " @Embeddable, or add @Convert.");
        }
        boolean isImplied = !isEmbedded
                && Attributes.isEmbeddable(attribute)
                && !of.isAnnotationPresent(Column.class)
                && conversion.get() instanceof Conversion.ByType;
        if (isEmbedded || isImplied) {
            ClassMapping.requireNew(type, false);
            return new Member.Embedded(
                    attribute,
                    members(type, isByProperty, isId, overrides.within(attribute.name(), of), false),
                    isEmbedded);
        }
        return new Member.Property(
                attribute,
                overrides.column(attribute.name(), of),
                conversion.get(),
                isId,
                of.isAnnotationPresent(Version.class));
    }

    private static @Nullable Member association(Attribute attribute, AnnotatedElement of, boolean isId) {
        ManyToOne manyToOne = of.getAnnotation(ManyToOne.class);
        if (manyToOne != null) {
            return reference(attribute, of, manyToOne.targetEntity(), isId);
        }
        OneToOne oneToOne = of.getAnnotation(OneToOne.class);
        if (oneToOne != null) {
            return oneToOne.mappedBy().isEmpty()
                    ? reference(attribute, of, oneToOne.targetEntity(), isId)
                    : new Member.Children(
                            attribute,
                            target(oneToOne.targetEntity(), attribute.rawType()),
                            oneToOne.mappedBy(),
                            true,
                            "");
        }
        OneToMany oneToMany = of.getAnnotation(OneToMany.class);
        return oneToMany == null ? null : children(attribute, of, oneToMany);
    }

    private static Member reference(Attribute attribute, AnnotatedElement of, Class<?> target, boolean isId) {
        return new Member.Reference(
                attribute, target(target, attribute.rawType()), Joins.of(of), isId || DerivedIds.isDerived(of));
    }

    private static Member children(Attribute attribute, AnnotatedElement of, OneToMany oneToMany) {
        if (oneToMany.mappedBy().isEmpty()) {
            throw MappingException.of(
                    attribute,
                    "is a list that owns its foreign key. Add the reference to the other class, and name it with"
                            + " mappedBy.");
        }
        if (!Set.of(List.class, Collection.class, Set.class).contains(attribute.rawType())) {
            throw MappingException.of(
                    attribute,
                    "has class " + attribute.rawType().getName() + ". Declare it as List, Set or Collection.");
        }
        OrderBy order = of.getAnnotation(OrderBy.class);
        return new Member.Children(
                attribute,
                target(oneToMany.targetEntity(), TypeArguments.first(attribute.type())),
                oneToMany.mappedBy(),
                false,
                order == null ? "" : order.value());
    }

    private static Class<?> target(Class<?> stated, Class<?> implied) {
        return stated == void.class ? implied : stated;
    }
}
