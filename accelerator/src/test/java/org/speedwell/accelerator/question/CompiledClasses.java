package org.speedwell.accelerator.question;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.JavaFileObject.Kind;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * A loader of classes that are compiled in memory. Their code can be read as a resource, like that of classes from
 * files. For their location the loader names the file of an older class, because Speedwell does not read code from
 * newer files.
 */
@SuppressWarnings("BanClassLoader") // of freshly compiled classes
final class CompiledClasses extends ClassLoader {
    private static final JavaCompiler COMPILER = requireNonNull(ToolProvider.getSystemJavaCompiler());
    private static final StandardJavaFileManager FILES = COMPILER.getStandardFileManager(null, null, null);
    private static final String CLASS_PATH =
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

    private final Map<String, byte[]> classes = new ConcurrentHashMap<>();
    private final @Nullable CompiledClasses before;

    /** Source that does not compile. */
    static final class UncompiledException extends RuntimeException {
        private static final long serialVersionUID = 1;

        UncompiledException(String messages) {
            super(messages);
        }
    }

    /** Compiles classes by name. Their sources may use the classes of {@code before}. */
    CompiledClasses(Map<String, String> sources, @Nullable CompiledClasses before) {
        super(before == null ? CompiledClasses.class.getClassLoader() : before);
        this.before = before;
        compile(sources);
    }

    private void compile(Map<String, String> sources) {
        List<JavaFileObject> files = new ArrayList<>();
        sources.forEach((name, text) -> files.add(new Source(name, text)));
        StringWriter messages = new StringWriter();
        boolean isDone;
        synchronized (COMPILER) { // its file manager is shared
            isDone = COMPILER.getTask(
                            messages,
                            new Manager(),
                            null,
                            List.of("-proc:none", "-nowarn", "-Xlint:none", "-cp", CLASS_PATH),
                            null,
                            files)
                    .call();
        }
        if (!isDone) {
            throw new UncompiledException(messages.toString());
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] code = classes.get(name);
        if (code == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, code, 0, code.length);
    }

    private byte @Nullable [] code(String resource) {
        return resource.endsWith(".class")
                ? classes.get(resource.substring(0, resource.length() - 6).replace('/', '.'))
                : null;
    }

    @Override
    public @Nullable URL getResource(String name) {
        return code(name) == null
                ? super.getResource(name)
                : CompiledClasses.class.getResource("CompiledClasses.class");
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
        byte[] code = code(name);
        return code == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(code);
    }

    private static URI uri(String name, Kind kind) {
        return URI.create("memory:///" + name.replace('.', '/') + kind.extension);
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String name, String text) {
            super(uri(name, Kind.SOURCE), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class Binary extends SimpleJavaFileObject {
        private final String name;
        private final Map<String, byte[]> classes;

        Binary(String name, Map<String, byte[]> classes) {
            super(uri(name, Kind.CLASS), Kind.CLASS);
            this.name = name;
            this.classes = classes;
        }

        @Override
        public InputStream openInputStream() {
            return new ByteArrayInputStream(requireNonNull(classes.get(name)));
        }

        @Override
        public OutputStream openOutputStream() {
            return new ByteArrayOutputStream() {
                @Override
                public void close() {
                    classes.put(name, toByteArray());
                }
            };
        }
    }

    private final class Manager extends ForwardingJavaFileManager<JavaFileManager> {
        Manager() {
            super(FILES);
        }

        @Override
        public Iterable<JavaFileObject> list(Location location, String packageName, Set<Kind> kinds, boolean recurse) {
            List<JavaFileObject> all = new ArrayList<>();
            try {
                super.list(location, packageName, kinds, recurse).forEach(all::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            Map<String, byte[]> known = new HashMap<>();
            for (CompiledClasses of = before; of != null; of = of.before) {
                known.putAll(of.classes);
            }
            if (location == StandardLocation.CLASS_PATH && kinds.contains(Kind.CLASS)) {
                known.keySet().stream()
                        .filter(name -> name.substring(0, Math.max(0, name.lastIndexOf('.')))
                                .equals(packageName))
                        .forEach(name -> all.add(new Binary(name, known)));
            }
            return all;
        }

        @Override
        public String inferBinaryName(Location location, JavaFileObject file) {
            return file instanceof Binary binary ? binary.name : super.inferBinaryName(location, file);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(Location location, String name, Kind kind, FileObject sibling) {
            return new Binary(name, classes);
        }

        @Override
        public boolean isSameFile(FileObject a, FileObject b) {
            return a.equals(b);
        }
    }
}
