package org.speedwell.accelerator.mapping;

import jakarta.persistence.JoinColumn;
import jakarta.persistence.JoinColumns;
import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A reader of the annotations of foreign keys. */
final class Joins {
    private Joins() {}

    /** Returns the stated columns of a foreign key; empty if its reference states none. */
    static List<Member.JoinPair> of(AnnotatedElement reference) {
        JoinColumns several = reference.getAnnotation(JoinColumns.class);
        return (several == null
                        ? Arrays.stream(reference.getAnnotationsByType(JoinColumn.class))
                        : Stream.of(several.value()))
                .filter(join -> !join.name().isEmpty())
                .map(join -> new Member.JoinPair(
                        DatabaseName.explicit(join.name()),
                        Optional.of(join.referencedColumnName()).filter(name -> !name.isEmpty())))
                .toList();
    }
}
