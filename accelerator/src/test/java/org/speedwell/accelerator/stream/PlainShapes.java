package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.core.manager.Manager;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.stream.PlainSource.Variable;

/**
 * Operations on streams with plain lambdas and method references. They are random Java source, compiled, so that each
 * call of an operation has its lambda in the same expression, as users write it. A helper passes some lambdas to the
 * stream; they are opaque.
 */
final class PlainShapes {
    private static final int SHAPES = 48;

    static final PlainShapes NONE = new PlainShapes(List.of(), new SplittableRandom(0));

    private final Map<String, List<Shape>> shapes = new HashMap<>();

    /** The result of an operation. */
    enum Kind {
        /** A stream of the entities that match. */
        FILTERED,
        /** A stream of sorted entities. */
        SORTED,
        /** A stream of values. */
        MAPPED,
        /** An {@code IntStream}. */
        INTS,
        LONGS,
        DOUBLES,
        /** A boolean that says if rows match. */
        MATCHED,
        /** The smallest or largest entity, or none. */
        FIRST,
        /** The result of a collector. */
        COLLECTED
    }

    /**
     * An operation.
     *
     * @param isHelped true if a helper passes the lambda to the stream, which makes it opaque
     * @param mayThrow true if it may throw for some row
     * @param use runs it on a stream, with the values that its lambdas capture
     */
    record Shape(
            Kind kind,
            String source,
            boolean isHelped,
            boolean mayThrow,
            List<Variable> variables,
            BiFunction<Stream<?>, Object[], Object> use) {}

    /** Creates shapes for the entities of all these tables. */
    PlainShapes(List<? extends Manager<?>> managers, RandomGenerator random) {
        Map<String, List<Shape>> sources = new HashMap<>();
        StringBuilder java = new StringBuilder("public final class Plain {\n");
        for (int i = 0; i < managers.size(); i++) {
            Manager<?> manager = managers.get(i);
            PlainSource source =
                    new PlainSource(manager.getEntityClass(), manager.fields().toList(), random);
            if (source.getters.isEmpty()) {
                continue;
            }
            List<Shape> all = new ArrayList<>();
            PlainOperations operations =
                    new PlainOperations(source, manager.getEntityClass().getCanonicalName());
            java.append(operations.begin("Of" + i));
            for (int shape = 0; shape < SHAPES; shape++) {
                Shape next = operations.next();
                all.add(next);
                java.append(operations.text(next));
            }
            java.append(operations.end());
            sources.put(key(manager) + " Plain$Of" + i, all);
        }
        java.append("}\n");
        Map<String, List<BiFunction<Stream<?>, Object[], Object>>> uses = compile(java.toString(), sources.keySet());
        sources.forEach((key, all) -> {
            List<BiFunction<Stream<?>, Object[], Object>> made = requireNonNull(uses.get(key));
            List<Shape> whole = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                Shape shape = all.get(i);
                whole.add(new Shape(
                        shape.kind, shape.source, shape.isHelped, shape.mayThrow, shape.variables, made.get(i)));
            }
            shapes.put(key.substring(0, key.indexOf(' ')), whole);
        });
    }

    private static String key(Manager<?> manager) {
        return manager.getEntityClass().getName();
    }

    /** Returns a shape of a kind for the entities of a table, or null if there is none. */
    @Nullable
    Shape next(Manager<?> manager, Kind kind, boolean mayThrow, RandomGenerator random) {
        List<Shape> fit = shapes.getOrDefault(key(manager), List.of()).stream()
                .filter(shape -> shape.kind == kind && (mayThrow || !shape.mayThrow))
                .toList();
        return fit.isEmpty() ? null : fit.get(random.nextInt(fit.size()));
    }

    @SuppressWarnings("unchecked") // just compiled with this type
    private static Map<String, List<BiFunction<Stream<?>, Object[], Object>>> compile(
            String java, Iterable<String> keys) {
        try {
            Path folder = Files.createTempDirectory("plain");
            Path file = Files.writeString(folder.resolve("Plain.java"), java);
            ByteArrayOutputStream output = new ByteArrayOutputStream();
            String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
            int failed = requireNonNull(ToolProvider.getSystemJavaCompiler())
                    .run(
                            null,
                            output,
                            output,
                            "-proc:none",
                            "-nowarn",
                            "-Xlint:none",
                            "-cp",
                            classPath,
                            "-d",
                            folder.toString(),
                            file.toString());
            if (failed != 0) {
                throw new AssertionError(output.toString(StandardCharsets.UTF_8));
            }
            Map<String, List<BiFunction<Stream<?>, Object[], Object>>> uses = new HashMap<>();
            Loader loader = new Loader(folder);
            for (String key : keys) {
                Class<?> made = loader.loadClass(key.substring(key.indexOf(' ') + 1));
                uses.put(
                        key,
                        ((Supplier<List<BiFunction<Stream<?>, Object[], Object>>>)
                                        made.getConstructor().newInstance())
                                .get());
            }
            deleteAtExit(folder);
            return uses;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * A loader of the classes of a folder. It names the file of an older class for them, because Speedwell does not
     * read newer files.
     */
    @SuppressWarnings("BanClassLoader") // for the classes just compiled
    private static final class Loader extends URLClassLoader {
        Loader(Path folder) throws IOException {
            super(new URL[] {folder.toUri().toURL()}, PlainShapes.class.getClassLoader());
        }

        @Override
        public @Nullable URL getResource(String name) {
            return findResource(name) == null
                    ? super.getResource(name)
                    : PlainShapes.class.getResource("PlainShapes.class");
        }

        @Override
        public @Nullable InputStream getResourceAsStream(String name) {
            URL own = findResource(name);
            try {
                return own == null ? super.getResourceAsStream(name) : own.openStream();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Deletes a folder when the JVM ends. Until then Speedwell reads the class files when their lambdas are used. */
    private static void deleteAtExit(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) { // deletion runs in reverse order
            files.forEach(file -> file.toFile().deleteOnExit());
        }
    }
}
