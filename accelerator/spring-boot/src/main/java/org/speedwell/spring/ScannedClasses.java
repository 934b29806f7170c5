package org.speedwell.spring;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.ClassMetadata;
import org.springframework.core.type.classreading.MetadataReader;
import org.springframework.util.ClassUtils;

/**
 * The classes in the packages of the application that can have tables.
 *
 * @param entities the entities
 * @param converters the converters of attributes
 * @param records the records whose table or name the properties name
 */
record ScannedClasses(List<Class<?>> entities, List<Class<?>> converters, List<Class<?>> records) {
    private static final String CONVERTER = "jakarta.persistence.Converter";

    ScannedClasses {
        entities = List.copyOf(entities);
        converters = List.copyOf(converters);
        records = List.copyOf(records);
    }

    /**
     * Scans the packages of the application.
     *
     * @param names the names of tables, which decide about records without annotations
     */
    static ScannedClasses of(ApplicationContext context, Collection<String> names) {
        List<String> packages = packages(context);
        return new ScannedClasses(
                scan(context, packages, file -> isAnnotated(file, TableNames.ENTITY)),
                scan(context, packages, file -> isAnnotated(file, CONVERTER)),
                scan(context, packages, file -> isNamedRecord(file, names)));
    }

    private static List<String> packages(ApplicationContext context) {
        return AutoConfigurationPackages.has(context) ? AutoConfigurationPackages.get(context) : List.of();
    }

    private static boolean isAnnotated(MetadataReader file, String annotation) {
        return file.getAnnotationMetadata().hasAnnotation(annotation);
    }

    private static boolean isNamedRecord(MetadataReader file, Collection<String> names) {
        ClassMetadata type = file.getClassMetadata();
        String simpleName = ClassUtils.getShortName(type.getClassName());
        return Record.class.getName().equals(type.getSuperClassName())
                && !isAnnotated(file, TableNames.ENTITY)
                && (isAnnotated(file, TableNames.TABLE)
                        || names.stream()
                                .anyMatch(name -> TableNames.isSame(
                                        name, simpleName.substring(simpleName.lastIndexOf('.') + 1))));
    }

    private interface Filter {
        boolean accepts(MetadataReader file);
    }

    private static List<Class<?>> scan(ApplicationContext context, List<String> packages, Filter filter) {
        Scanner scanner = new Scanner();
        scanner.setResourceLoader(context);
        scanner.addIncludeFilter((file, _) -> filter.accepts(file));
        return packages.stream()
                .flatMap(name -> scanner.findCandidateComponents(name).stream())
                .map(BeanDefinition::getBeanClassName)
                .filter(Objects::nonNull)
                .distinct()
                .sorted()
                .<Class<?>>map(name -> ClassUtils.resolveClassName(name, context.getClassLoader()))
                .toList();
    }

    /** A scanner that also finds abstract classes, because the root of a hierarchy of entities may be abstract. */
    private static final class Scanner extends ClassPathScanningCandidateComponentProvider {
        Scanner() {
            super(false);
        }

        @Override
        protected boolean isCandidateComponent(AnnotatedBeanDefinition definition) {
            return definition.getMetadata().isIndependent();
        }
    }
}
