package org.speedwell.streaming.recovery;

import java.io.ObjectInputFilter;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A filter of the classes whose objects a checkpoint may contain. It allows values and collections of the JDK, the
 * classes of some packages, and the declared types of their fields. Reading an object runs code of its class, so that
 * the filter rejects all other classes. Writing rejects them too: the job then fails at the first checkpoint, not at
 * the restart. The job's own filter may reject more. For one stream.
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

    private static final Set<String> OF_LIBRARY = Set.of(
            OWN,
            OWN + ".aggregate",
            OWN + ".binlog",
            OWN + ".kafka",
            OWN + ".keyed",
            OWN + ".maintain",
            OWN + ".window",
            OWN + ".view");

    private final Set<String> packages;
    private final @Nullable ObjectInputFilter filter;

    /** The superclasses and field types of allowed classes. */
    private final Set<Class<?>> reached = new HashSet<>();

    private @Nullable Class<?> refused;
    private boolean isRefusedByFilter;

    StateClasses(Set<String> packages, @Nullable ObjectInputFilter filter) {
        this.packages = packages;
        this.filter = filter;
    }

    /**
     * Returns whether a job may write objects of a class. The caller must ask for a class before the classes of its
     * fields.
     */
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
            refused = element; // later refusals are consequences of this one
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
            // the class of a field is missing, so that the filter does not allow it
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

    /** Returns the refused class and how to allow it, or null if the filter refused none. */
    @Nullable
    String refusal() {
        if (refused == null) {
            return null;
        }
        return isRefusedByFilter
                ? refused
                        + " is rejected by the filter of JobOptions.withStateFilter. If the state of the job needs the"
                        + " class, allow it there."
                : refused
                        + " is not in a package of this job's functions, and a checkpoint may contain no other classes."
                        + " If the class belongs to the job, pass it, or another class of its package, to"
                        + " JobOptions.allowing.";
    }

    /** The filter's input for a class that is about to be written. The other figures are unknown. */
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
