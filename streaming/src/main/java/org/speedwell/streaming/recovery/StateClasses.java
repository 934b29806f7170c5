package org.speedwell.streaming.recovery;

import java.io.ObjectInputFilter;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The classes of which a checkpoint may hold objects: the JDK's values and collections, those of some packages, and what
 * their fields are declared to be. Reading runs the code of what is read, and so nothing else is; it is not written
 * either, so that this is seen at the first checkpoint and not at the restart. The job's own filter, if any, may reject
 * more. For one stream.
 */
final class StateClasses implements ObjectInputFilter {
    private static final Set<String> OF_JDK = Set.of(
            "java.lang",
            "java.math",
            "java.sql",
            "java.time",
            "java.time.chrono",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic");

    private static final Set<String> VALUES =
            Set.of("java.net.URI", "java.net.InetAddress", "java.net.Inet4Address", "java.net.Inet6Address");

    private static final String OWN = "org.speedwell.streaming";

    private static final Set<String> OF_LIBRARY =
            Set.of(OWN, OWN + ".aggregate", OWN + ".binlog", OWN + ".keyed", OWN + ".window", OWN + ".view");

    private final Set<String> packages;
    private final @Nullable ObjectInputFilter filter;

    /** What classes that are allowed extend, and declare as fields. */
    private final Set<Class<?>> reached = new HashSet<>();

    private @Nullable Class<?> refused;
    private boolean isRefusedByFilter;

    StateClasses(Set<String> packages, @Nullable ObjectInputFilter filter) {
        this.packages = packages;
        this.filter = filter;
    }

    /** Tells whether objects of a class may be written. Must be asked about a class before the classes of its fields. */
    boolean allows(Class<?> type) {
        return allows(new Written(type), type);
    }

    private boolean allows(FilterInfo info, Class<?> type) {
        if (!isOfJob(type)) {
            return false;
        }
        ObjectInputFilter further = filter;
        if (further == null || further.checkInput(info) != Status.REJECTED) {
            return true;
        }
        if (refused == null) {
            refused = type;
            isRefusedByFilter = true;
        }
        return false;
    }

    private boolean isOfJob(Class<?> type) {
        Class<?> element = elementOf(type);
        if (element.isPrimitive() || element == Object.class) {
            return true;
        }
        String name = element.getPackageName();
        boolean allowed = OF_JDK.contains(name)
                || OF_LIBRARY.contains(name)
                || packages.contains(name)
                || VALUES.contains(element.getName())
                || reached.contains(element);
        if (allowed) {
            reach(element);
        } else if (refused == null) {
            refused = element; // what follows is about how this failed
        }
        return allowed;
    }

    private void reach(Class<?> from) {
        if (OF_JDK.contains(from.getPackageName())) {
            return;
        }
        Class<?> parent = from.getSuperclass();
        if (parent != null) {
            reached.add(parent);
        }
        try {
            for (Field field : from.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers())) {
                    reached.add(elementOf(field.getType()));
                }
            }
        } catch (LinkageError e) {
            // a class that a field is declared to be is missing: it is reached by nothing
        }
    }

    private static Class<?> elementOf(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.componentType();
        }
        return element;
    }

    @Override
    public Status checkInput(FilterInfo info) {
        Class<?> type = info.serialClass();
        if (type == null) {
            return filter == null ? Status.UNDECIDED : filter.checkInput(info);
        }
        return allows(info, type) ? Status.ALLOWED : Status.REJECTED;
    }

    /** What was refused and how to allow it; null if nothing was. */
    @Nullable
    String refusal() {
        if (refused == null) {
            return null;
        }
        return isRefusedByFilter
                ? refused
                        + " is rejected by the filter that JobOptions.withStateFilter was given. If the job is to keep"
                        + " objects of it, allow it there."
                : refused + " is not of a package of this job's functions, whose classes alone are read back from a"
                        + " checkpoint. If it is the job's, name it, or another class of its package, in"
                        + " JobOptions.allowing.";
    }

    /** A class that is about to be written, of which nothing else is known. */
    private record Written(Class<?> serialClass) implements FilterInfo {
        @Override
        public long arrayLength() {
            return -1;
        }

        @Override
        public long depth() {
            return 1;
        }

        @Override
        public long references() {
            return 0;
        }

        @Override
        public long streamBytes() {
            return 0;
        }
    }
}
