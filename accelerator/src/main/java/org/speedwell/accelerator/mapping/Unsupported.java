package org.speedwell.accelerator.mapping;

import jakarta.persistence.AssociationOverride;
import jakarta.persistence.AssociationOverrides;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.OrderColumn;
import jakarta.persistence.PrimaryKeyJoinColumn;
import jakarta.persistence.PrimaryKeyJoinColumns;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.Map;

/** The annotations that are not supported, each with a remedy. */
final class Unsupported {
    private static final String OWN_CLASS =
            "Map the table of the elements as a class of its own, and refer to it with @OneToMany(mappedBy).";
    private static final String JOIN_TABLE = "Map the join table as a class of its own with two @ManyToOne references.";
    private static final String JOIN_COLUMN = "State the foreign key with @JoinColumn on the reference itself.";

    private static final Map<Class<? extends Annotation>, String> REMEDIES = Map.of(
            ElementCollection.class, OWN_CLASS,
            ManyToMany.class, JOIN_TABLE,
            JoinTable.class, JOIN_TABLE,
            OrderColumn.class, "Order the list with @OrderBy.",
            AssociationOverride.class, JOIN_COLUMN,
            AssociationOverrides.class, JOIN_COLUMN,
            PrimaryKeyJoinColumn.class, JOIN_COLUMN,
            PrimaryKeyJoinColumns.class, JOIN_COLUMN);

    private Unsupported() {}

    static void requireNone(Attribute attribute, AnnotatedElement of) {
        for (Annotation annotation : of.getAnnotations()) {
            String remedy = REMEDIES.get(annotation.annotationType());
            if (remedy != null) {
                throw MappingException.of(
                        attribute,
                        "has @" + annotation.annotationType().getSimpleName() + ", which is not supported. " + remedy);
            }
        }
    }
}
