package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.speedment.runtime.core.Speedment;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.ForkedJvm;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.SakilaApplicationBuilder;

/** Lambdas of classes from every kind of place, passed in unusual ways. The results equal those of a list. */
@SuppressWarnings("all") // deliberately good and bad user code
@Tag("oracle")
@Tag("forked")
class LambdaHomesTest {
    private static final Speedment APP = EntityTable.offline(new SakilaApplicationBuilder());
    private static final SakilaFilms SAKILA = SakilaFilms.random(APP, 12, 200, 0);
    private static final List<Film> FILMS = SAKILA.list();
    private static final TableStore<Film> TABLE = SAKILA.table();

    private static final String NAME = "org.speedwell.accelerator.stream.Away";

    private static final String SOURCE = """
            package org.speedwell.accelerator.stream;

            import java.util.function.Function;
            import java.util.stream.Stream;
            import org.speedwell.sakila.Film;

            public final class Away implements Function<Stream<Film>, Stream<?>> {
                public Stream<?> apply(Stream<Film> films) {
                    return films.filter(f -> f.getFilmId() > 60);
                }
            }
            """;

    @TempDir
    static Path folder;

    /** The use of a stream. The tests compare its result and the reasons for fallbacks. */
    private interface Use extends Function<Stream<Film>, Stream<?>> {}

    private static List<String> reasons(Function<Stream<Film>, ? extends Stream<?>> use) {
        List<String> reasons = new ArrayList<>();
        List<?> got = use.apply(EntityStream.of(TABLE, false, (_, _, reason, _) -> reasons.add(reason)))
                .toList();
        assertThat((List<Object>) got)
                .isEqualTo(use.apply(FILMS.stream()).toList())
                .isNotEmpty();
        assertThat((Object) got.size()).as("so that what is tested tests").isNotEqualTo(FILMS.size());
        return reasons;
    }

    private static void assertRead(Use use) {
        assertThat(reasons(use)).isEmpty();
    }

    private static void assertOpaque(String reason, Function<Stream<Film>, ? extends Stream<?>> use) {
        assertThat(reasons(use)).isNotEmpty().allMatch(fallback -> fallback.contains(reason));
    }

    @AfterAll
    static void stop() {
        APP.stop();
    }

    private static byte[] compiled() throws IOException {
        return compiled(SOURCE);
    }

    private static byte[] compiled(String code) throws IOException {
        Path file = folder.resolve("classes/" + NAME.replace('.', '/') + ".class");
        if (!Files.exists(file)) {
            Path source = Files.writeString(folder.resolve("Away.java"), code);
            String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
            int failed = ToolProvider.getSystemJavaCompiler()
                    .run(
                            null,
                            null,
                            null,
                            "-proc:none",
                            "-cp",
                            classPath,
                            "-d",
                            Files.createDirectories(folder.resolve("classes")).toString(),
                            source.toString());
            assertThat(failed).isZero();
        }
        return Files.readAllBytes(file);
    }

    /** A loader that defines one class. Its caller passes the bytes that it returns as the class file. */
    private static final class Loader extends ClassLoader {
        private final byte[] defined;
        private final byte[] file;
        private final boolean isDated;

        Loader(byte[] defined, byte[] file) {
            this(defined, file, true);
        }

        Loader(byte[] defined, byte[] file, boolean isDated) {
            super(LambdaHomesTest.class.getClassLoader());
            this.defined = defined;
            this.file = file;
            this.isDated = isDated;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (!name.equals(NAME)) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, defined, 0, defined.length);
        }

        /** Returns a URL that gives the class the age of this test's class. */
        @Override
        public URL getResource(String name) {
            return isDated && name.equals(NAME.replace('.', '/') + ".class")
                    ? LambdaHomesTest.class.getResource("LambdaHomesTest.class")
                    : super.getResource(name);
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            return !name.equals(NAME.replace('.', '/') + ".class")
                    ? super.getResourceAsStream(name)
                    : file == null ? null : new ByteArrayInputStream(file);
        }
    }

    private static Function<Stream<Film>, Stream<?>> use(Class<?> type) throws ReflectiveOperationException {
        return (Function<Stream<Film>, Stream<?>>) type.getConstructor().newInstance();
    }

    @Test
    void inAnotherClassLoader() throws Exception {
        byte[] file = compiled();
        assertThat(reasons(use(new Loader(file, file).loadClass(NAME)))).isEmpty();
        assertOpaque("cannot be read", use(new Loader(file, null).loadClass(NAME)));
        assertOpaque("cannot be read", use(new Loader(file, new byte[] {1, 2, 3}).loadClass(NAME)));
        byte[] other;
        try (InputStream in = LambdaHomesTest.class.getResourceAsStream("LambdaHomesTest.class")) {
            other = in.readAllBytes();
        }
        assertOpaque("which differs from its class file", use(new Loader(file, other).loadClass(NAME)));
        assertOpaque(
                "comes from a class loader that does not name its source, where it may have changed",
                use(new Loader(file, file, false).loadClass(NAME)));
    }

    /** Loads the class from a jar that is newer than the start of the program, whatever its modification time is. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void inANewJar(boolean isDatedBack) throws Exception {
        Path jar = jar();
        if (isDatedBack) {
            assumeThat(jar.getFileSystem().supportedFileAttributeViews()).contains("unix");
            Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
        }
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {jar.toUri().toURL()}, LambdaHomesTest.class.getClassLoader())) {
            assertOpaque("whose class file has changed since the program started", use(loader.loadClass(NAME)));
        }
    }

    @Test
    void inAJarOlderThanTheProgram() throws Exception {
        String classPath = jar() + File.pathSeparator + ForkedJvm.classPath();
        assertThat(ForkedJvm.run(folder, List.of(), List.of("-cp", classPath, OfJar.class.getName()), 300))
                .contains("/away.jar", "left for [].");
    }

    /** A program that has the class in a jar of its class path. */
    static final class OfJar {
        public static void main(String[] arguments) throws Exception {
            Class<?> type = Class.forName(NAME);
            System.out.println(
                    "in " + type.getProtectionDomain().getCodeSource().getLocation());
            System.out.println("left for " + reasons(use(type)) + ".");
            System.exit(0);
        }
    }

    private static Path jar() throws IOException {
        Path jar = folder.resolve("away.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry(NAME.replace('.', '/') + ".class"));
            out.write(compiled());
        }
        return jar;
    }

    /**
     * Tools that restart an application in its JVM compile this way. Nothing shows that the file is that of the class.
     * Tools that copy or unpack files set their time back.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void recompiledBeforeTheFirstQuery(boolean isDatedBack) throws Exception {
        compiled();
        Path classes = folder.resolve("classes");
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, LambdaHomesTest.class.getClassLoader())) {
            Function<Stream<Film>, Stream<?>> use = use(loader.loadClass(NAME));
            Path file = classes.resolve(NAME.replace('.', '/') + ".class");
            Files.delete(file);
            compiled(SOURCE.replace("> 60", "> 30"));
            if (isDatedBack) {
                assumeThat(file.getFileSystem().supportedFileAttributeViews()).contains("unix");
                Files.setLastModifiedTime(file, FileTime.fromMillis(0));
            }
            assertOpaque("whose class file has changed since the program started", use);
        } finally {
            Files.delete(classes.resolve(NAME.replace('.', '/') + ".class"));
        }
    }

    @Test
    void inAHiddenClass() throws Exception {
        Class<?> hidden =
                MethodHandles.lookup().defineHiddenClass(compiled(), true).lookupClass();
        assertOpaque("", use(hidden));
    }

    /** Calls a lambda as Kotlin 2 compiles it if its interface has a name. */
    @Test
    void inAKotlinClass() throws Exception {
        MethodHandle main = compiledElsewhere("main$lambda$0");
        assertRead(films -> called(main, films));
    }

    /** Calls a lambda as compilers of other languages compile it. Its body is a method like any other. */
    @Test
    void inAClassOfAnotherLanguage() throws Exception {
        MethodHandle main = compiledElsewhere("$anonfun$main$1");
        assertOpaque("MainKt.$anonfun$main$1, which is not known", films -> called(main, films));
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Stream<Film> called(MethodHandle main, Stream<Film> films) {
        try {
            return (Stream<Film>) (Stream) main.invokeExact((Stream) films);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static MethodHandle compiledElsewhere(String nameOfBody) throws Exception {
        ClassDesc stream = ClassDesc.of("java.util.stream.Stream");
        ClassDesc film = ClassDesc.of("org.speedwell.sakila.Film");
        ClassDesc predicate = ClassDesc.of("java.util.function.Predicate");
        ClassDesc self = ClassDesc.of("org.speedwell.accelerator.stream.MainKt");
        MethodTypeDesc test = MethodTypeDesc.of(ConstantDescs.CD_boolean, film);
        DirectMethodHandleDesc body =
                MethodHandleDesc.ofMethod(DirectMethodHandleDesc.Kind.STATIC, self, nameOfBody, test);
        DirectMethodHandleDesc factory = ConstantDescs.ofCallsiteBootstrap(
                ClassDesc.of("java.lang.invoke.LambdaMetafactory"),
                "metafactory",
                ConstantDescs.CD_CallSite,
                ConstantDescs.CD_MethodType,
                ConstantDescs.CD_MethodHandle,
                ConstantDescs.CD_MethodType);
        byte[] file = ClassFile.of()
                .build(
                        self,
                        made -> made.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL)
                                .withMethodBody(
                                        "main",
                                        MethodTypeDesc.of(stream, stream),
                                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                                        code -> code.aload(0)
                                                .invokedynamic(DynamicCallSiteDesc.of(
                                                        factory,
                                                        "test",
                                                        MethodTypeDesc.of(predicate),
                                                        MethodTypeDesc.of(
                                                                ConstantDescs.CD_boolean, ConstantDescs.CD_Object),
                                                        body,
                                                        test))
                                                .invokeinterface(stream, "filter", MethodTypeDesc.of(stream, predicate))
                                                .areturn())
                                .withMethodBody(
                                        nameOfBody,
                                        test,
                                        ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_FINAL,
                                        code -> code.aload(0)
                                                .invokeinterface(
                                                        film, "getFilmId", MethodTypeDesc.of(ConstantDescs.CD_int))
                                                .bipush(60)
                                                .ifThenElse(
                                                        java.lang.classfile.Opcode.IF_ICMPGT,
                                                        then -> then.iconst_1().ireturn(),
                                                        otherwise -> otherwise
                                                                .iconst_0()
                                                                .ireturn())));
        ClassLoader loader = new ClassLoader(LambdaHomesTest.class.getClassLoader()) {
            @Override
            protected Class<?> findClass(String name) {
                return defineClass(name, file, 0, file.length);
            }

            @Override
            public URL getResource(String name) {
                return LambdaHomesTest.class.getResource("LambdaHomesTest.class");
            }

            @Override
            public InputStream getResourceAsStream(String name) {
                return name.endsWith("MainKt.class") ? new ByteArrayInputStream(file) : super.getResourceAsStream(name);
            }
        };
        return MethodHandles.publicLookup()
                .findStatic(
                        loader.loadClass("org.speedwell.accelerator.stream.MainKt"),
                        "main",
                        MethodType.methodType(Stream.class, Stream.class));
    }

    private static boolean isGood(Film film) {
        return film.getFilmId() % 2 == 0;
    }

    private boolean isFine(Film film) {
        return film.getFilmId() % 3 == 0;
    }

    static int sum(Object... all) {
        return all.length + ((Film) all[0]).getFilmId();
    }

    record Title(String text) {
        Title(Film film) {
            this(film.getTitle());
        }
    }

    @Test
    void asMethodReferences() {
        assertOpaque("LambdaHomesTest.isGood", s -> s.filter(LambdaHomesTest::isGood));
        assertOpaque("LambdaHomesTest.isFine", s -> s.filter(this::isFine));
        assertOpaque("", s -> s.<Object>map(LambdaHomesTest::sum).skip(1));
        assertOpaque("creates an object", s -> s.map(Title::new).skip(1));
        assertOpaque("", s -> s.map(Objects::hashCode).skip(1));
        assertOpaque("", s -> s.map(Objects::hash).skip(1));
        assertOpaque("", s -> s.filter(FILMS.getFirst()::equals));
        assertOpaque("created elsewhere", s -> s.filter((Predicate<Film> & Serializable) f -> f.getFilmId() > 60));
        assertOpaque("created elsewhere", s -> s.filter((Predicate<Film> & Cloneable) f -> f.getFilmId() > 60));
    }

    private static Stream<Film> filtered(Stream<Film> films, Predicate<Film> predicate) {
        return films.filter(predicate);
    }

    @Test
    void passedAtTwoPlaces() {
        assertRead(s -> {
            Predicate<Film> both = f -> f.getFilmId() > 60;
            return filtered(s.filter(both), both);
        });
        assertThat(reasons(s -> {
                    Predicate<Film> both = f -> f.getFilmId() > 61;
                    return filtered(s, both).filter(both);
                }))
                .hasSize(1);
        assertRead(s -> s.filter(f -> f.getFilmId() > 62)
                .filter(f -> f.getFilmId() < 150)
                .filter(f -> f.getFilmId() != 70));
    }

    /** Checks a variable that holds different lambdas in turn. */
    @Test
    void inAVariable() {
        assertOpaque("created elsewhere", s -> {
            Predicate<Film> next = f -> f.getFilmId() > 20;
            for (int i = 0; i < 3; i++) {
                s = s.filter(next);
                next = i == 0 ? f -> f.getFilmId() > 40 : f -> f.getFilmId() < 120;
            }
            return s;
        });
        for (boolean isOther : new boolean[] {false, true}) {
            assertOpaque("created elsewhere", s -> {
                Predicate<Film> chosen = f -> f.getFilmId() > 20;
                if (isOther) {
                    chosen = f -> f.getFilmId() > 40;
                }
                return s.filter(chosen);
            });
            assertOpaque("created elsewhere", s -> {
                Predicate<Film> chosen;
                try {
                    chosen = f -> f.getFilmId() > 20;
                    if (isOther) {
                        throw new IllegalStateException();
                    }
                } catch (IllegalStateException e) {
                    chosen = f -> f.getFilmId() > 40;
                }
                return s.filter(chosen);
            });
        }
        assertRead(s -> {
            Predicate<Film> chosen = f -> f.getFilmId() > 20;
            long wide = 7;
            chosen = f -> f.getFilmId() > 40;
            return s.filter(chosen);
        });
        Predicate<Film>[] all = new Predicate[] {(Predicate<Film>) f -> f.getFilmId() > 30};
        assertOpaque("created elsewhere", s -> s.filter(all[0]));
    }

    @Test
    void nestedInOneAnother() {
        Function<Stream<Film>, Stream<?>> use = s -> s.limit(20)
                .filter(f -> EntityStream.of(TABLE, false, FallbackListener.SILENT)
                                .filter(g -> g.getFilmId() > f.getFilmId())
                                .filter(g -> g.getFilmId() != 77)
                                .count()
                        > 90);
        List<Film> nested = FILMS.stream()
                .limit(20)
                .filter(f -> FILMS.stream()
                                .filter(g -> g.getFilmId() > f.getFilmId())
                                .filter(g -> g.getFilmId() != 77)
                                .count()
                        > 90)
                .toList();
        assertThat((List<Object>) use.apply(EntityStream.of(TABLE, false, FallbackListener.SILENT))
                        .toList())
                .isEqualTo(nested);
        assertRead(s -> twice(s, 3));
    }

    private static Stream<Film> twice(Stream<Film> films, int depth) {
        int least = depth * 10;
        Stream<Film> filtered = films.filter(f -> f.getFilmId() > least);
        return depth == 0 ? filtered : twice(filtered, depth - 1);
    }

    private interface Filterer {
        Stream<Film> filter(Predicate<Film> first);
    }

    public interface Chooser {
        Stream<Film> filter(Predicate<Film> first, Predicate<Film> second);
    }

    /** Returns a chooser whose {@code filter} takes two predicates and passes the first to the stream. */
    private static Chooser chooser(Stream<Film> films) {
        return (first, second) -> films.filter(first);
    }

    @Test
    void byReflectionAndByMethodHandle() throws Exception {
        MethodHandle handle = MethodHandles.publicLookup()
                .findVirtual(Stream.class, "filter", MethodType.methodType(Stream.class, Predicate.class));
        assertOpaque("", s -> {
            try {
                return (Stream<?>)
                        Stream.class.getMethod("filter", Predicate.class).invoke(s, (Predicate<Film>)
                                f -> f.getFilmId() > 60);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        });
        assertOpaque("", s -> {
            try {
                Predicate<Film> predicate = f -> f.getFilmId() > 60;
                return (Stream) handle.invokeExact((Stream) s, (Predicate) predicate);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        assertOpaque("", s -> {
            Filterer own = s::filter;
            return own.filter(f -> f.getFilmId() > 60);
        });
        assertOpaque("created elsewhere", s -> chooser(s).filter(f -> f.getFilmId() > 60, f -> f.getFilmId() < 60));
        MethodHandle first = MethodHandles.dropArguments(
                handle.asType(MethodType.methodType(Stream.class, Stream.class, Predicate.class)), 2, Predicate.class);
        assertOpaque(
                "",
                s -> java.lang.invoke.MethodHandleProxies.asInterfaceInstance(Chooser.class, first.bindTo(s))
                        .filter(f -> f.getFilmId() > 60, f -> f.getFilmId() < 60));
        assertOpaque("", s -> {
            Chooser chooser = (Chooser) Proxy.newProxyInstance(
                    LambdaHomesTest.class.getClassLoader(),
                    new Class<?>[] {Chooser.class},
                    (_, _, arguments) ->
                            Stream.class.getMethod("filter", Predicate.class).invoke(s, arguments[0]));
            return chooser.filter(f -> f.getFilmId() > 60, f -> f.getFilmId() < 60);
        });
    }

    @Test
    void byManyThreadsAtOnce() throws Exception {
        byte[] file = compiled();
        List<?> expected = use(new Loader(file, file).loadClass(NAME))
                .apply(FILMS.stream())
                .toList();
        int threads = 4;
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            for (int round = 0; round < 40; round++) {
                CyclicBarrier start = new CyclicBarrier(threads);
                // its lambda is new to Speedwell
                Function<Stream<Film>, Stream<?>> use = use(new Loader(file, file).loadClass(NAME));
                List<Future<List<?>>> all = IntStream.range(0, threads)
                        .mapToObj(_ -> pool.<List<?>>submit(() -> {
                            start.await();
                            return use.apply(EntityStream.of(TABLE, false, FallbackListener.SILENT))
                                    .toList();
                        }))
                        .toList();
                for (Future<List<?>> one : all) {
                    assertThat((Object) one.get()).as("round " + round).isEqualTo(expected);
                }
            }
        }
    }

    /** Compiles while a program runs, as a developer may do. The file then has another body than the loaded class. */
    @Test
    void inARewrittenClassFile() throws Exception {
        byte[] before = compiled();
        Path classes = folder.resolve("changing");
        Path file = classes.resolve(NAME.replace('.', '/') + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, before);
        Path changed = Files.write(folder.resolve("Changed.class"), changed(before));
        String output = ForkedJvm.run(
                folder,
                List.of("-Xmx512m", "--add-modules=jdk.incubator.vector"),
                List.of(
                        "-cp",
                        classes + java.io.File.pathSeparator + ForkedJvm.classPath(),
                        ChangedClass.class.getName(),
                        NAME,
                        file.toString(),
                        changed.toString()),
                120);
        assertThat(output).contains("whose class file has changed since the program started", "as over a list");
    }

    /** Returns a class with the same members, and with 61 in place of 60. */
    private static byte[] changed(byte[] file) {
        return ClassFile.of()
                .transformClass(ClassFile.of().parse(file), ClassTransform.transformingMethodBodies((code, element) -> {
                    if (element instanceof ConstantInstruction constant
                            && constant.constantValue().equals(60)) {
                        code.bipush(61);
                    } else {
                        code.with(element);
                    }
                }));
    }

    /**
     * Runs with JaCoCo, which adds members to the user's classes, to the entities, or to none. Speedwell does not read
     * a class whose members differ from its file, even if it trusts agents.
     */
    @Test
    void inInstrumentedClasses() throws Exception {
        String agent = Stream.of(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                        .split(java.io.File.pathSeparator))
                .filter(path -> path.contains("org.jacoco.agent"))
                .findFirst()
                .orElseThrow();
        Map<String, String> runs = Map.of(
                "excludes=nothing", ", 0 read",
                "includes=org.speedwell.accelerator.stream.*", ", 0 read",
                "includes=org.speedwell.sakila.*", ", 0 read",
                "includes=nothing", ", 7 read");
        for (String what : runs.keySet()) {
            String output = ForkedJvm.run(
                    folder,
                    List.of(
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-Xmx512m",
                            "-javaagent:" + agent + "=output=none,inclnolocationclasses=false," + what,
                            "-Dspeedwell.agents=trusted",
                            "--add-modules=jdk.incubator.vector"),
                    InstrumentedPipelines.class,
                    List.of(),
                    120);
            assertThat(output).as(what).contains("all as over a list" + runs.get(what));
        }
    }
}
