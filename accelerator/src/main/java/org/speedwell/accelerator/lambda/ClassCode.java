package org.speedwell.accelerator.lambda;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.constant.ConstantDescs;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The bytecode of a class, read from its class file. It refuses a class whose running code may differ from the file.
 * This is a class without a file, with other members than its file, or with a file newer than the program.
 * {@link Agents} detects tools that change loaded classes. Thread-safe.
 */
final class ClassCode {
    private static final ClassValue<ClassCode> CODES = new ClassValue<>() {
        @Override
        protected ClassCode computeValue(Class<?> type) {
            return new ClassCode(type);
        }
    };

    /** The prefix of URLs of classes in the JDK image, or of an application linked into it. */
    private static final String IMAGE = "jrt:";

    /** The URL of a class in a jar. It covers a jar inside a jar, as in Spring Boot, and a jar of a web application. */
    private static final Pattern IN_JAR = Pattern.compile("(?:(?:jar|nested|war):)+(?:file:)?(.*?)(?:!/|/!|\\*/).*");

    private final Class<?> type;
    private final Map<String, MethodModel> models = new HashMap<>();
    private final Map<String, MethodCode> methods = new ConcurrentHashMap<>();

    /** The values that the class initialiser assigns to static fields; null until first use. */
    private volatile @Nullable Map<String, Code> constants;

    private final @Nullable String refusal;

    private ClassCode(Class<?> type) {
        this.type = type;
        this.refusal = read();
    }

    /** Returns the code of a class; throws {@link NotAnalyzableException} if it cannot be read. */
    static ClassCode of(Class<?> type) {
        ClassCode code = CODES.get(type);
        if (code.refusal != null) {
            throw new NotAnalyzableException(code.refusal);
        }
        return code;
    }

    private @Nullable String read() {
        String none = "is in " + type.getName() + ", whose class file cannot be read";
        if (type.isHidden() || type.isArray() || type.isPrimitive()) {
            return none;
        }
        String file = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
        try (InputStream in = type.getResourceAsStream(file)) {
            if (in == null) {
                return none;
            }
            ClassModel model = ClassFile.of().parse(in.readAllBytes());
            String change = change(type.getResource(file));
            if (change != null) {
                return "is in " + type.getName() + ", whose class file " + change;
            }
            model.methods().forEach(method -> models.put(key(method), method));
            return model.thisClass().asInternalName().equals(type.getName().replace('.', '/')) && hasSameMembers(model)
                    ? null
                    : "is in " + type.getName() + ", which differs from its class file";
        } catch (IOException | IllegalArgumentException | LinkageError | SecurityException e) {
            return none;
        }
    }

    /**
     * Returns why a class's file may have changed since the JVM defined the class; null if it has not. The time of the
     * definition is unknown, so the file must be older than the program. A jar inside a jar is as old as the outer jar.
     * The image of the JDK never changes.
     */
    private static @Nullable String change(@Nullable URL url) throws IOException {
        String file = url == null ? "" : outermost(url.toString());
        if (file.startsWith(IMAGE)) {
            return null;
        }
        if (!file.startsWith("file:")) {
            return "comes from "
                    + (url == null ? "a class loader that does not name its source" : url.getProtocol() + ": URLs")
                    + ", where it may have changed since the program started";
        }
        return isWrittenAfter(
                        Path.of(URI.create(file)),
                        ManagementFactory.getRuntimeMXBean().getStartTime())
                ? "has changed since the program started; restart the program"
                : null;
    }

    /**
     * Returns whether a file changed after a time. Tools that copy, move or unpack a file can set its modification time
     * back. They cannot set its change time back, so this method checks both where the file system has both.
     */
    private static boolean isWrittenAfter(Path file, long millis) throws IOException {
        if (Files.getLastModifiedTime(file).toMillis() > millis) {
            return true;
        }
        return file.getFileSystem().supportedFileAttributeViews().contains("unix")
                && ((FileTime) Files.getAttribute(file, "unix:ctime")).toMillis() > millis;
    }

    /**
     * Returns the URL of the file that contains a class. This is the outer jar for a URL such as
     * {@code jar:file:/a/b.jar!/c/D.class}.
     */
    static String outermost(String url) {
        Matcher inJar = IN_JAR.matcher(url);
        return inJar.matches() ? "file:" + inJar.group(1) : url;
    }

    private boolean hasSameMembers(ClassModel model) {
        Set<String> ofFile = new HashSet<>(models.keySet());
        ofFile.removeIf(key -> key.startsWith("<"));
        Set<String> loaded = new HashSet<>();
        for (Method method : type.getDeclaredMethods()) {
            loaded.add(method.getName() + descriptor(method));
        }
        List<String> fieldsOfFile = new ArrayList<>();
        for (FieldModel field : model.fields()) {
            fieldsOfFile.add(field.fieldName().stringValue());
        }
        List<String> fields =
                Arrays.stream(type.getDeclaredFields()).map(Field::getName).toList();
        return ofFile.equals(loaded) && new HashSet<>(fields).equals(new HashSet<>(fieldsOfFile));
    }

    static String descriptor(Method method) {
        return java.lang.invoke.MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                .toMethodDescriptorString();
    }

    private static String key(MethodModel method) {
        return method.methodName().stringValue() + method.methodType().stringValue();
    }

    /** Returns the number of methods with a name. */
    long methodsOf(String name) {
        String begin = name + "(";
        return models.keySet().stream().filter(key -> key.startsWith(begin)).count();
    }

    /** Returns a method by its name and descriptor; null if this class has no such method, or it has no code. */
    @Nullable
    MethodCode method(String name, String descriptor) {
        String key = name + descriptor;
        MethodCode known = methods.get(key);
        if (known != null) {
            return known;
        }
        MethodModel model = models.get(key);
        MethodCode code = model == null ? null : MethodCode.of(type, model);
        if (code != null) {
            methods.put(key, code);
        }
        return code;
    }

    /**
     * Returns the values that the class initialiser assigns to static fields. Omits fields that it assigns more than
     * once.
     */
    Map<String, Code> constants() {
        Map<String, Code> known = constants;
        if (known == null) {
            MethodCode initializer = method(ConstantDescs.CLASS_INIT_NAME, "()V");
            known = initializer == null ? Map.of() : new CallerReader(initializer).constants();
            constants = known;
        }
        return known;
    }
}
