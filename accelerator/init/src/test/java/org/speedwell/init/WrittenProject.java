package org.speedwell.init;

import com.speedment.common.codegen.provider.StandardJavaGenerator;
import com.speedment.common.codegen.util.Formatting;
import com.speedment.generator.core.GeneratorBundle;
import com.speedment.generator.translator.Translator;
import com.speedment.generator.translator.component.CodeGenerationComponent;
import com.speedment.runtime.application.ApplicationBuilders;
import com.speedment.runtime.application.provider.DefaultApplicationMetadata;
import com.speedment.runtime.config.Table;
import com.speedment.runtime.config.trait.HasEnabled;
import com.speedment.runtime.config.util.DocumentDbUtil;
import com.speedment.runtime.connector.mysql.MySqlBundle;
import com.speedment.runtime.core.ApplicationBuilder;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ProjectComponent;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.speedwell.generator.SpeedwellGenerator;
import org.speedwell.init.database.Column;
import org.speedwell.init.model.JavaNames;
import org.speedwell.init.model.Model;
import org.speedwell.init.model.Modelling;

/**
 * All sources of a project that the tool writes for a schema: its own, and those that Speedment's plug-in generates.
 */
final class WrittenProject {
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    private static final StandardJavaFileManager FILES =
            COMPILER.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8);

    private static final Query.Values ONES = new Query.Values() {
        @Override
        public Optional<String> first(org.speedwell.init.database.Table table, Column column) {
            return Optional.of("1");
        }

        @Override
        public boolean hasZeroDates(org.speedwell.init.database.Table table, List<Column> columns) {
            return false;
        }
    };

    private final Map<String, String> sources = new TreeMap<>();

    private WrittenProject() {}

    /** Writes and generates a project in an empty folder. Assumes that the first row has ones in all columns. */
    static WrittenProject of(List<org.speedwell.init.database.Table> tables, String packageName, Path folder)
            throws IOException, SQLException {
        Modelling modelling = new Modelling("shop", packageName, Map.of());
        Model model = modelling.model(tables);
        List<Query> queries = Query.three(model, tables, ONES);
        List<ViewOption> views = model.tables().stream()
                .filter(table -> table.view())
                .map(view -> new ViewOption(
                        view.name(), List.of(view.columns().getFirst().name())))
                .toList();
        new Project(JavaNames.application(packageName), model, views, modelling.findings(), queries)
                .write(new ProjectFiles(folder), "jdbc:mysql://localhost/shop", "localhost", 3306, "user");
        WrittenProject project = new WrittenProject();
        project.addWritten(folder);
        project.addGenerated(folder.resolve("speedment.json"));
        return project;
    }

    private void addWritten(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                Path root = folder.relativize(file).subpath(0, 3); // src/main/java or src/test/java
                put(folder.resolve(root).relativize(file).toString().replace('\\', '/'), Files.readString(file));
            }
        }
    }

    /** Generates the classes as Speedment's plug-in does, without its requests to Speedment's server. */
    private void addGenerated(Path json) {
        ApplicationBuilder<?, ?> builder = ApplicationBuilders.standard(WrittenProject.class.getClassLoader())
                .withParam(DefaultApplicationMetadata.METADATA_LOCATION, json.toString());
        builder.withParam("statistics.scheduler.enabled", "false");
        builder.withSkipLogoPrintout();
        builder.withSkipCheckDatabaseConnectivity();
        builder.withBundle(GeneratorBundle.class);
        builder.withBundle(MySqlBundle.class);
        builder.withComponent(EnumGenerator.class);
        builder.withComponent(SpeedwellGenerator.class);
        Speedment speedment = builder.build();
        try {
            Formatting.tab("    ");
            CodeGenerationComponent generation = speedment.getOrThrow(CodeGenerationComponent.class);
            var project = speedment.getOrThrow(ProjectComponent.class).getProject();
            List<Translator<?, ?>> translators = new ArrayList<>();
            generation.translators(project).forEachOrdered(translators::add);
            DocumentDbUtil.traverseOver(project, Table.class)
                    .filter(HasEnabled::test)
                    .forEachOrdered(table -> generation.translators(table).forEachOrdered(translators::add));
            new StandardJavaGenerator()
                    .metaOn(translators.stream().map(Translator::get).toList())
                    .forEach(file -> put(file.getModel().getName(), file.getResult()));
        } finally {
            speedment.stop();
        }
    }

    private void put(String file, String text) {
        String other = sources.put(file, text);
        if (other != null) {
            throw new IllegalStateException(file + " is made twice");
        }
    }

    /** Returns the texts of all files. */
    Collection<String> texts() {
        return sources.values();
    }

    /** Returns the errors of javac. */
    List<String> errors() {
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        List<Source> units = new ArrayList<>();
        sources.forEach((file, text) -> units.add(new Source(file, text)));
        try (Discarding nowhere = new Discarding()) {
            COMPILER.getTask(null, nowhere, found, List.of("-proc:none", "-Xlint:none", "-nowarn"), null, units)
                    .call();
        }
        return found.getDiagnostics().stream()
                .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                .map(Object::toString)
                .toList();
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String file, String text) {
            super(URI.create("string:///" + file), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** Discards the classes. It refuses two names that differ only in case, as many file systems do. */
    private static final class Discarding extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, String> classes = new HashMap<>();

        Discarding() {
            super(FILES);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                JavaFileManager.Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            String other = classes.put(name.toLowerCase(Locale.ROOT), name);
            if (location == StandardLocation.CLASS_OUTPUT && other != null) {
                throw new IllegalStateException("Two classes have one file: " + other + " and " + name);
            }
            return new SimpleJavaFileObject(URI.create("memory:///" + name.replace('.', '/') + ".class"), kind) {
                @Override
                public java.io.OutputStream openOutputStream() {
                    return java.io.OutputStream.nullOutputStream();
                }
            };
        }

        @Override
        public void close() {
            // the shared file manager stays open
        }
    }
}
