package org.speedwell.accelerator.mapping;

import jakarta.persistence.MapsId;
import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.Optional;

/** Ids whose columns are the foreign key of a reference, by {@code @MapsId}. */
final class DerivedIds {
    private DerivedIds() {}

    static boolean isDerived(AnnotatedElement reference) {
        return reference.isAnnotationPresent(MapsId.class);
    }

    /** Returns the same members, with ids that have the columns of their references. */
    static List<Member> applied(List<Member> members) {
        List<Member> applied = members;
        for (Member member : members) {
            if (member instanceof Member.Reference reference) {
                MapsId derived = reference.attribute().annotated().getAnnotation(MapsId.class);
                if (derived != null) {
                    applied = applied.stream()
                            .map(id -> withColumn(id, derived.value(), reference))
                            .toList();
                }
            }
        }
        return applied;
    }

    /**
     * Returns an id with the column of a reference.
     *
     * @param name the attribute of the id; empty for the whole id
     */
    private static Member withColumn(Member member, String name, Member.Reference reference) {
        return switch (member) {
            case Member.Property id
            when id.isId() && (name.isEmpty() || id.attribute().name().equals(name)) ->
                column(reference).map(id::withColumn).orElse(id);
            case Member.Embedded id ->
                new Member.Embedded(
                        id.attribute(),
                        id.members().stream()
                                .map(inner -> withColumn(inner, name, reference))
                                .toList(),
                        id.isDeclared());
            case Member.Property _, Member.Reference _, Member.Children _ -> member;
        };
    }

    private static Optional<DatabaseName> column(Member.Reference reference) {
        return reference.joins().size() == 1
                ? Optional.of(reference.joins().getFirst().column())
                : Optional.empty();
    }
}
