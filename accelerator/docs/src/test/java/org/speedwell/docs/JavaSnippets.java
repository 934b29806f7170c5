package org.speedwell.docs;

import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles Java snippets. A snippet is a whole file, members of a class, statements or an expression. */
final class JavaSnippets {
    private static final String IMPORTS = """
            import com.speedment.common.tuple.*;
            import com.speedment.runtime.core.*;
            import com.speedment.runtime.core.component.transaction.*;
            import com.speedment.runtime.field.*;
            import com.speedment.runtime.join.*;
            import java.io.*;
            import java.math.BigDecimal;
            import java.nio.file.*;
            import java.sql.Connection;
            import java.time.*;
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.function.*;
            import java.util.stream.*;
            import javax.sql.DataSource;
            import org.apache.avro.*;
            import org.apache.kafka.common.serialization.*;
            import org.speedwell.accelerator.*;
            import org.speedwell.accelerator.arrow.*;
            import org.speedwell.accelerator.debezium.*;
            import org.speedwell.accelerator.follow.*;
            import org.speedwell.accelerator.joins.*;
            import org.speedwell.accelerator.maintain.*;
            import org.speedwell.accelerator.mapping.*;
            import org.speedwell.accelerator.micrometer.*;
            import org.speedwell.accelerator.model.*;
            import org.speedwell.accelerator.monitor.*;
            import org.speedwell.accelerator.query.*;
            import org.speedwell.accelerator.routing.*;
            import org.speedwell.accelerator.source.*;
            import org.speedwell.accelerator.table.*;
            import org.speedwell.docs.Scene;
            import org.speedwell.sakila.*;
            import org.speedwell.sakila.generated.GeneratedFilm.Rating;
            import org.speedwell.schema.*;
            import org.speedwell.spring.*;
            import org.speedwell.streaming.*;
            import org.speedwell.streaming.aggregate.*;
            import org.speedwell.streaming.binlog.*;
            import org.speedwell.streaming.console.*;
            import org.speedwell.streaming.kafka.*;
            import org.speedwell.streaming.keyed.*;
            import org.speedwell.streaming.maintain.*;
            import org.speedwell.streaming.micrometer.*;
            import org.speedwell.streaming.view.*;
            import org.speedwell.streaming.window.*;
            import org.speedwell.testkit.*;
            import org.springframework.context.annotation.Bean;
            import static java.util.Comparator.naturalOrder;
            import static org.speedwell.accelerator.query.ColumnCollectors.*;
            import static org.speedwell.accelerator.query.ColumnFunctions.*;
            import static org.speedwell.accelerator.query.Expressions.*;
            """;

    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    private final Path classes;

    /**
     * Creates a compiler that writes its classes to a folder.
     *
     * @param classes an empty folder
     */
    JavaSnippets(Path classes) {
        this.classes = classes;
    }

    private static final class Source extends SimpleJavaFileObject {
        private final Snippet snippet;
        private final String text;

        Source(Snippet snippet, String name, String text) {
            super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
            this.snippet = snippet;
            this.text = text;
        }

        @Override
        public boolean isNameCompatible(String simpleName, Kind kind) {
            return true; // the name of the class comes from the snippet
        }

        @Override
        public String getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** Returns the errors that the compiler reports, each with its snippet. */
    List<String> failures(List<Snippet> snippets) {
        List<Source> sources = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        for (Snippet snippet : snippets) {
            List<Source> forms = forms(snippet, "Snippet" + sources.size());
            forms.stream()
                    .filter(form -> errors(List.of(form), true).isEmpty())
                    .findFirst()
                    .ifPresentOrElse(sources::add, () -> failures.addAll(errors(List.of(forms.getFirst()), true)));
        }
        if (!sources.isEmpty()) {
            failures.addAll(errors(sources, false));
        }
        return failures;
    }

    private static List<Source> forms(Snippet snippet, String name) {
        String own = snippet.text().lines().filter(JavaSnippets::isImport).collect(Collectors.joining("\n", "", "\n"));
        String code = snippet.text().lines().filter(line -> !isImport(line)).collect(Collectors.joining("\n"));
        String file = "package org.speedwell.docs." + name.toLowerCase(Locale.ROOT) + ";\n" + IMPORTS + own;
        String head = file + "@SuppressWarnings(\"all\") abstract class " + name + " extends Scene {\n";
        return List.of(
                new Source(snippet, name, head + "void run() throws Exception {\n" + code + "\n}\n}"),
                new Source(snippet, name, file + code),
                new Source(snippet, name, head + code + "\n}"),
                new Source(snippet, name, head + "Object value() throws Exception {\nreturn " + code + ";\n}\n}"));
    }

    private static boolean isImport(String line) {
        return line.startsWith("import ");
    }

    private List<String> errors(List<Source> sources, boolean parseOnly) {
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        JavacTask task = (JavacTask) COMPILER.getTask(
                new StringWriter(),
                null,
                found,
                List.of(
                        "-d",
                        classes.toString(),
                        "-proc:none",
                        "-nowarn",
                        "-cp",
                        System.getProperty("java.class.path")),
                null,
                sources);
        try {
            if (parseOnly) {
                task.parse();
            } else {
                task.call();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found.getDiagnostics().stream()
                .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                .map(each -> each.getSource() instanceof Source source
                        ? source.snippet.message(each.getMessage(Locale.ROOT) + ", at: "
                                + source.text
                                        .lines()
                                        .skip(each.getLineNumber() - 1)
                                        .findFirst()
                                        .orElse(""))
                        : each.toString())
                .toList();
    }
}
