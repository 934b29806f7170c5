package org.speedwell.spring;

import com.speedment.runtime.application.AbstractApplicationBuilder;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.manager.Manager;
import java.beans.Introspector;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.constant.ClassDesc;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * A registry of one lazy bean for each Speedment manager, so that applications can inject a manager by its generated
 * interface. Spring must know the types before it creates any bean. Only the constructor of the generated builder names
 * all managers, so this class reads their names from the builder's class file.
 */
final class ManagerBeans implements BeanDefinitionRegistryPostProcessor {
    private static final String BUILDER = "speedwell.application-builder";

    private final Environment environment;

    ManagerBeans(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        if (registry instanceof DefaultListableBeanFactory factory) {
            builders(factory)
                    .flatMap(builder -> managers(builder).stream())
                    .distinct()
                    .forEach(manager -> register(factory, manager));
        }
    }

    private Stream<Class<?>> builders(DefaultListableBeanFactory factory) {
        String named = environment.getProperty(BUILDER);
        return named != null
                ? Stream.of(builder(named, factory.getBeanClassLoader()))
                : Arrays.stream(factory.getBeanNamesForType(AbstractApplicationBuilder.class, true, false))
                        .<Class<?>>map(name -> factory.getType(name, false))
                        .filter(Objects::nonNull);
    }

    /**
     * Returns the class of a generated application builder.
     *
     * @throws BadPropertyException if no application builder has that name
     */
    static Class<? extends AbstractApplicationBuilder<?, ?>> builder(String name, @Nullable ClassLoader loader) {
        try {
            Class<?> type = ClassUtils.forName(name, loader);
            if (AbstractApplicationBuilder.class.isAssignableFrom(type)) {
                @SuppressWarnings("unchecked") // the condition checks it
                Class<? extends AbstractApplicationBuilder<?, ?>> known =
                        (Class<? extends AbstractApplicationBuilder<?, ?>>) type;
                return known;
            }
        } catch (ClassNotFoundException | LinkageError e) {
            throw new BadPropertyException(BUILDER, notABuilder(name), e);
        }
        throw new BadPropertyException(BUILDER, notABuilder(name));
    }

    private static String notABuilder(String name) {
        return "speedwell.application-builder must name the application builder that Speedment generated, such as"
                + " com.example.SakilaApplicationBuilder, not " + name;
    }

    private static <M> void register(DefaultListableBeanFactory factory, Class<M> manager) {
        if (factory.getBeanNamesForType(manager, true, false).length > 0) {
            return; // the application defines its own bean
        }
        RootBeanDefinition definition = new RootBeanDefinition(
                manager, () -> factory.getBean(Speedment.class).getOrThrow(manager));
        definition.setLazyInit(true);
        definition.setDestroyMethodName(null);
        factory.registerBeanDefinition(Introspector.decapitalize(manager.getSimpleName()), definition);
    }

    /** Returns the interfaces of the managers that the constructor of a builder, or of a superclass, names. */
    static Set<Class<?>> managers(Class<?> builder) {
        Set<Class<?>> managers = new LinkedHashSet<>();
        for (Class<?> type = builder;
                type != null && AbstractApplicationBuilder.class.isAssignableFrom(type);
                type = type.getSuperclass()) {
            named(type).forEach(name -> {
                Class<?> found = loaded(name, builder.getClassLoader());
                if (found != null && Manager.class.isAssignableFrom(found)) {
                    Arrays.stream(ClassUtils.getAllInterfacesForClass(found))
                            .filter(ManagerBeans::isManagerOfAnApplication)
                            .forEach(managers::add);
                }
            });
        }
        return managers;
    }

    private static boolean isManagerOfAnApplication(Class<?> type) {
        return Manager.class.isAssignableFrom(type)
                && type != Manager.class
                && !type.getName().startsWith("com.speedment.runtime.")
                && !type.getSimpleName().startsWith("Generated");
    }

    private static Stream<String> named(Class<?> type) {
        try (InputStream file = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            return file == null
                    ? Stream.empty()
                    : StreamSupport.stream(
                                    ClassFile.of()
                                            .parse(file.readAllBytes())
                                            .constantPool()
                                            .spliterator(),
                                    false)
                            .<PoolEntry>map(entry -> entry)
                            .filter(ClassEntry.class::isInstance)
                            .map(entry -> ((ClassEntry) entry).asSymbol())
                            .filter(ClassDesc::isClassOrInterface)
                            .map(symbol -> symbol.descriptorString()
                                    .substring(1, symbol.descriptorString().length() - 1)
                                    .replace('/', '.'));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static @Nullable Class<?> loaded(String name, ClassLoader loader) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            return null; // a class that does not load is not a manager
        }
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory factory) {
        // postProcessBeanDefinitionRegistry has registered all beans
    }
}
