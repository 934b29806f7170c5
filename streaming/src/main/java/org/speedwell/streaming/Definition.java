package org.speedwell.streaming;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a job is made of, in words that are the same from start to start: a checkpoint of another definition is refused,
 * as its state would be taken for something else. And where its functions come from: the classes of those packages may
 * be in its checkpoints.
 */
final class Definition {
    private final List<String> lines = new ArrayList<>();
    private final Set<String> packages = new TreeSet<>();

    /** Adds a part of the job, and the functions of the user that it calls. */
    void add(String line, @Nullable Object... functions) {
        lines.add(line);
        for (Object function : functions) {
            if (function != null) {
                packages.add(function.getClass().getPackageName());
            }
        }
    }

    /**
     * The class of what a user's function makes, in words.
     *
     * @throws JobException with what it throws
     */
    String made(Supplier<?> function) {
        Object made;
        try {
            made = requireNonNull(function.get(), "It is null.");
        } catch (Throwable e) {
            throw new JobException("making an accumulator or a state", e);
        }
        packages.add(made.getClass().getPackageName());
        return nameOf(made.getClass());
    }

    List<String> lines() {
        return lines;
    }

    Set<String> packages() {
        return packages;
    }

    /** The name of a class, or of what it extends where it has none of its own. */
    static String nameOf(Class<?> type) {
        if (type.isHidden() || type.isSynthetic()) {
            return "a function";
        }
        if (type.isAnonymousClass()) {
            Class<?>[] interfaces = type.getInterfaces();
            return interfaces.length == 0 ? nameOf(type.getSuperclass()) : interfaces[0].getName();
        }
        return type.getName();
    }
}
