package org.speedwell.accelerator.stream;

import java.util.Locale;
import java.util.regex.Pattern;

/** A method of streams that is an operation. Overloads share a constant. */
public enum StreamMethod {
    FILTER(Role.INTERMEDIATE),
    MAP(Role.ONE_TO_ONE),
    MAP_TO_OBJ(Role.ONE_TO_ONE),
    MAP_TO_INT(Role.ONE_TO_ONE),
    MAP_TO_LONG(Role.ONE_TO_ONE),
    MAP_TO_DOUBLE(Role.ONE_TO_ONE),
    BOXED(Role.ONE_TO_ONE),
    AS_LONG_STREAM(Role.ONE_TO_ONE),
    AS_DOUBLE_STREAM(Role.ONE_TO_ONE),
    PEEK(Role.ONE_TO_ONE),
    FLAT_MAP(Role.INTERMEDIATE),
    FLAT_MAP_TO_INT(Role.INTERMEDIATE),
    FLAT_MAP_TO_LONG(Role.INTERMEDIATE),
    FLAT_MAP_TO_DOUBLE(Role.INTERMEDIATE),
    MAP_MULTI(Role.INTERMEDIATE),
    MAP_MULTI_TO_INT(Role.INTERMEDIATE),
    MAP_MULTI_TO_LONG(Role.INTERMEDIATE),
    MAP_MULTI_TO_DOUBLE(Role.INTERMEDIATE),
    DISTINCT(Role.INTERMEDIATE),
    SORTED(Role.INTERMEDIATE),
    LIMIT(Role.INTERMEDIATE),
    SKIP(Role.INTERMEDIATE),
    TAKE_WHILE(Role.INTERMEDIATE),
    DROP_WHILE(Role.INTERMEDIATE),
    GATHER(Role.INTERMEDIATE),
    UNORDERED(Role.INTERMEDIATE),
    FOR_EACH(Role.TERMINAL),
    FOR_EACH_ORDERED(Role.TERMINAL),
    TO_ARRAY(Role.TERMINAL),
    TO_LIST(Role.TERMINAL),
    REDUCE(Role.TERMINAL),
    COLLECT(Role.TERMINAL),
    MIN(Role.TERMINAL),
    MAX(Role.TERMINAL),
    SUM(Role.TERMINAL),
    AVERAGE(Role.TERMINAL),
    SUMMARY_STATISTICS(Role.TERMINAL),
    COUNT(Role.TERMINAL),
    ANY_MATCH(Role.TERMINAL),
    ALL_MATCH(Role.TERMINAL),
    NONE_MATCH(Role.TERMINAL),
    FIND_FIRST(Role.TERMINAL),
    FIND_ANY(Role.TERMINAL),
    ITERATOR(Role.OPENING),
    SPLITERATOR(Role.OPENING);

    private enum Role {
        INTERMEDIATE,
        /** An intermediate operation that returns one element for each input element, in the same order. */
        ONE_TO_ONE,
        TERMINAL,
        /** A terminal operation that returns the elements later, one by one. */
        OPENING
    }

    private final Role role;
    private final String text;

    StreamMethod(Role role) {
        this.role = role;
        this.text = Pattern.compile("_(.)")
                .matcher(name().toLowerCase(Locale.ROOT))
                .replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
    }

    boolean isIntermediate() {
        return role == Role.INTERMEDIATE || role == Role.ONE_TO_ONE;
    }

    /** Returns whether the operation returns one element for each input element, in the same order. */
    public boolean isOneToOne() {
        return role == Role.ONE_TO_ONE;
    }

    /** Returns whether the operation returns the elements later, one by one. */
    boolean isOpening() {
        return role == Role.OPENING;
    }

    /** Returns the method's name. */
    @Override
    public String toString() {
        return text;
    }
}
