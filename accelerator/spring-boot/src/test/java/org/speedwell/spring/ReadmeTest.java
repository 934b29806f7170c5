package org.speedwell.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.io.ByteArrayResource;

/** Checks that the README's Java compiles, and that its settings exist. */
@Tag("unit")
class ReadmeTest {
    private static final String IMPORTS = """
            import io.micrometer.core.instrument.binder.MeterBinder;
            import org.speedwell.accelerator.DataStoreComponent;
            import org.speedwell.accelerator.maintain.MaintainedQuery;
            import org.speedwell.accelerator.micrometer.MaintainedGauge;
            import org.speedwell.spring.*;
            import org.speedwell.spring.data.*;
            import org.springframework.boot.autoconfigure.SpringBootApplication;
            import org.springframework.context.annotation.Bean;
            import org.springframework.context.annotation.Lazy;
            import org.springframework.data.jpa.repository.JpaRepository;
            import org.springframework.stereotype.Service;
            import org.springframework.web.servlet.function.*;
            """;

    @TempDir
    private Path folder;

    @Test
    void javaCompiles() throws IOException {
        List<String> snippets = snippets("java");
        assertThat(snippets).hasSize(4);
        for (String snippet : snippets) {
            assertThat(compiled(snippet)).as(snippet).isEmpty();
        }
        assertThat(compiled(snippets.getFirst().replace("LENGTH", "LENGHT"))).contains("LENGHT");
    }

    /** Compiles a snippet. Returns the output of the compiler if it fails, otherwise an empty text. */
    private String compiled(String snippet) {
        boolean isClass = snippet.contains("class ");
        String rows = snippet.contains("StreamRepository") ? "org.speedwell.shop" : "org.speedwell.sakila";
        SimpleJavaFileObject source =
                new SimpleJavaFileObject(URI.create("string:///Snippet.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return IMPORTS + "import " + rows + ".*;\n"
                                + (isClass ? snippet : "class Snippet {\n" + snippet + "}\n");
                    }
                };
        StringWriter output = new StringWriter();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        boolean isCompiled = compiler.getTask(
                        output,
                        null,
                        null,
                        List.of("-proc:none", "-classpath", classPath(), "-d", folder.toString()),
                        null,
                        List.of(source))
                .call();
        return isCompiled ? "" : output.toString();
    }

    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    @Test
    void settingsAreKnown() throws IOException {
        List<String> snippets = snippets("yaml");
        assertThat(snippets).hasSize(2);
        assertThat(bound(snippets.get(1)).tables()).containsExactly("film", "actor");
        String settings = snippets.getFirst();
        assertThat(bound(settings).rest().tables())
                .extracting(SpeedwellProperties.Rest.Table::name)
                .containsExactly("film", "staff");
        assertThatExceptionOfType(BindException.class)
                .isThrownBy(() -> bound(settings.replace("rest.tables", "rest.table")))
                .withStackTraceContaining("speedwell.rest.table[0].name");
    }

    /**
     * Binds the settings of a YAML text.
     *
     * @throws BindException if a setting does not exist
     */
    private static SpeedwellProperties bound(String yaml) throws IOException {
        MutablePropertySources sources = new MutablePropertySources();
        new YamlPropertySourceLoader()
                .load("README", new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)))
                .forEach(sources::addLast);
        return new Binder(ConfigurationPropertySources.from(sources))
                .bind(
                        "speedwell",
                        Bindable.of(SpeedwellProperties.class),
                        new NoUnboundElementsBindHandler(BindHandler.DEFAULT))
                .get();
    }

    private static List<String> snippets(String language) throws IOException {
        return Pattern.compile("(?s)```%s\n(.*?)```".formatted(language))
                .matcher(Files.readString(Path.of("README.md")))
                .results()
                .map(found -> found.group(1))
                .toList();
    }
}
