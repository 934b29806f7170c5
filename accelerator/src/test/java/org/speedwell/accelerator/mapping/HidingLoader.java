package org.speedwell.accelerator.mapping;

import java.io.File;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;

/** A loader that has the classes of the test, without those whose names start with a prefix. */
public final class HidingLoader extends URLClassLoader {
    private final String hidden;

    public HidingLoader(String hidden) {
        super(classPath(), ClassLoader.getPlatformClassLoader());
        this.hidden = hidden;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (name.startsWith(hidden)) {
            throw new ClassNotFoundException(name);
        }
        return super.findClass(name);
    }

    /** Calls a public static method without parameters, of a class that this loader loads itself. */
    public Object call(Class<?> type, String method) throws ReflectiveOperationException {
        return loadClass(type.getName()).getMethod(method).invoke(null);
    }

    private static URL[] classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(path -> {
                    try {
                        return Path.of(path).toUri().toURL();
                    } catch (MalformedURLException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .toArray(URL[]::new);
    }
}
