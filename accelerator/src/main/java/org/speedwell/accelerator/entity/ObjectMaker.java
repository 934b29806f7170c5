package org.speedwell.accelerator.entity;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.mapping.Attribute;
import org.speedwell.accelerator.mapping.Member;

/** A maker of objects of one class from the values of a row. Thread-safe. */
final class ObjectMaker {
    private final Function<@Nullable Object[], Object> constructor;
    private final List<Source> sources = new ArrayList<>();

    /** The functions that write the values of {@link #sources}; empty for a record. */
    private final List<BiConsumer<Object, @Nullable Object>> writers = new ArrayList<>();

    /** The places of all columns of the object. */
    private final List<Integer> places = new ArrayList<>();

    /** The place of the next referenced object of a record. */
    private int next;

    /** The value of an attribute, from the values of a row. */
    private interface Source {
        @Nullable
        Object value(@Nullable Object[] row);
    }

    /** The places of values in a row. */
    interface Places {
        /** Returns the place of a property's value. */
        int of(Member.Property property);

        /** Returns the places of a foreign key. */
        List<Integer> of(Member.Reference reference);

        /** Returns the number of values from columns. After them, a row has the objects to which a record refers. */
        int columns();
    }

    ObjectMaker(Class<?> type, List<Member> members, Places all) {
        constructor = Handles.constructor(type);
        next = all.columns();
        for (Member member : members) {
            Source source =
                    member instanceof Member.Reference && type.isRecord() ? referenced(next++) : source(member, all);
            if (source != null) {
                sources.add(source);
                if (!type.isRecord()) {
                    writers.add(Handles.writer(member.attribute()));
                }
            }
        }
    }

    /** Returns an object of another row. A row that tests a single value has none. */
    private static Source referenced(int place) {
        return row -> place < row.length ? row[place] : null;
    }

    private @Nullable Source source(Member member, Places all) {
        return switch (member) {
            case Member.Property property -> source(property, all.of(property));
            case Member.Embedded embedded -> {
                ObjectMaker inner = new ObjectMaker(embedded.attribute().rawType(), embedded.members(), all);
                places.addAll(inner.places);
                yield inner::makeUnlessNull;
            }
            case Member.Reference reference -> {
                places.addAll(all.of(reference));
                yield null;
            }
            case Member.Children children -> null;
        };
    }

    private Source source(Member.Property property, int place) {
        places.add(place);
        Attribute attribute = property.attribute();
        Class<?> type = attribute.rawType();
        if (type == Optional.class) {
            return row -> Optional.ofNullable(row[place]);
        }
        if (!type.isPrimitive()) {
            return row -> row[place];
        }
        Object zero = zero(type);
        return row -> {
            Object value = row[place];
            return value == null ? zero : value; // a row of one value, or a column that is not loaded
        };
    }

    private static Object zero(Class<?> primitive) {
        return Array.get(Array.newInstance(primitive, 1), 0);
    }

    /** Creates an object from the values of a row. */
    Object make(@Nullable Object[] row) {
        @Nullable Object[] values = new @Nullable Object[sources.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = sources.get(i).value(row);
        }
        if (writers.isEmpty()) {
            return constructor.apply(values);
        }
        Object made = constructor.apply(new @Nullable Object[0]);
        for (int i = 0; i < values.length; i++) {
            writers.get(i).accept(made, values[i]);
        }
        return made;
    }

    /** Creates an embedded object. Returns null if all its columns are NULL. */
    private @Nullable Object makeUnlessNull(@Nullable Object[] row) {
        for (int place : places) {
            if (row[place] != null) {
                return make(row);
            }
        }
        return null;
    }
}
