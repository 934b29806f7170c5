package org.speedwell.docs;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.speedwell.spring.SpeedwellProperties;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks the configuration of a Spring Boot application: its keys must exist, and its values must convert to their
 * types.
 */
final class SpringSnippet {
    private static final String METADATA = "META-INF/spring-configuration-metadata.json";

    private SpringSnippet() {}

    static List<String> failures(Snippet snippet) {
        List<String> failures = new ArrayList<>();
        try {
            List<PropertySource<?>> sources = new YamlPropertySourceLoader()
                    .load(snippet.where(), new ByteArrayResource(snippet.text().getBytes(StandardCharsets.UTF_8)));
            new Binder(ConfigurationPropertySources.from(sources))
                    .bindOrCreate(
                            "speedwell",
                            Bindable.of(SpeedwellProperties.class),
                            new NoUnboundElementsBindHandler(BindHandler.DEFAULT));
            Set<String> known = known();
            for (PropertySource<?> source : sources) {
                for (String key : ((EnumerablePropertySource<?>) source).getPropertyNames()) {
                    if (!key.startsWith("speedwell.") && !isKnown(key, known)) {
                        failures.add(snippet.message(key + " is no setting of Spring Boot's"));
                    }
                }
            }
        } catch (BindException e) {
            failures.add(snippet.message(e.getMessage() + ": " + e.getCause()));
        } catch (IOException e) {
            failures.add(snippet.message(e.toString()));
        }
        return failures;
    }

    /** Returns whether Spring Boot declares a key, or the key is an entry of a known map. */
    private static boolean isKnown(String key, Set<String> known) {
        return known.contains(key) || key.startsWith("management.endpoint.health.group.");
    }

    private static Set<String> known() throws IOException {
        Set<String> names = new TreeSet<>();
        for (URL url : Collections.list(SpringSnippet.class.getClassLoader().getResources(METADATA))) {
            try (InputStream in = url.openStream()) {
                for (JsonNode property : new JsonMapper().readTree(in).at("/properties")) {
                    names.add(property.at("/name").stringValue());
                }
            }
        }
        return names;
    }
}
