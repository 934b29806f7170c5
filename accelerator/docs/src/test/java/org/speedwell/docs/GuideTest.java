package org.speedwell.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the code snippets, links and index of the guide. A snippet in a language without a check fails. */
@Tag("forked")
class GuideTest {
    /** The languages that this test checks. A fence without a language holds a picture. */
    private static final Set<String> LANGUAGES = Set.of("java", "sql", "yaml", "xml", "shell", "ini", "");

    /** TutorialTest of the module init runs the steps of this page. */
    private static final String TUTORIAL = "accelerator/docs/start/tutorial.md";

    private final List<Page> pages = Page.guide();

    @TempDir
    private Path folder;

    private List<Snippet> snippets(String language) {
        List<Snippet> snippets = pages.stream()
                .flatMap(page -> page.snippets().stream())
                .filter(snippet -> snippet.language().equals(language))
                .toList();
        assertThat(snippets).as("snippets of " + language).isNotEmpty();
        return snippets;
    }

    @Test
    void everySnippetHasACheckedLanguage() {
        assertThat(pages).hasSizeGreaterThan(10);
        assertThat(pages.stream()
                        .flatMap(page -> page.snippets().stream())
                        .filter(snippet -> !snippet.where().startsWith(TUTORIAL)))
                .allSatisfy(snippet -> assertThat(LANGUAGES)
                        .as(snippet.message("tell of what language it is, one of " + LANGUAGES))
                        .contains(snippet.language()));
    }

    @Test
    void pagesAreShortAndListedInTheIndex() {
        Page index = Page.read(Page.ROOT.resolve("accelerator/docs/README.md"));
        for (Page page : pages) {
            assertThat(page.lines()).as(page.path().toString()).hasSizeLessThan(200);
            assertThat(page.equals(index)
                            || index.links().stream()
                                    .map(link ->
                                            index.path().resolveSibling(link).normalize())
                                    .anyMatch(page.path()::equals))
                    .as(page.path() + " is in the index")
                    .isTrue();
        }
    }

    @Test
    void linkTargetsExist() {
        List<String> broken = new ArrayList<>();
        for (Page page : pages) {
            for (String link : page.links()) {
                if (link.startsWith("http")) {
                    continue;
                }
                String[] parts = link.split("#", 2);
                Path to = parts[0].isEmpty()
                        ? page.path()
                        : page.path().resolveSibling(parts[0]).normalize();
                if (!Files.exists(to)
                        || parts.length == 2 && !Page.read(to).anchors().contains(parts[1])) {
                    broken.add(page.path().getFileName() + ": " + link);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void javaCompiles() {
        assertThat(String.join("\n", new JavaSnippets(folder).failures(snippets("java"))))
                .isEmpty();
    }

    @Test
    void wrongJavaDoesNotCompile() {
        for (Map.Entry<String, String> wrong : Map.of(
                        "films.stream().filter(Film.LENGHT.greaterThan(60)).count();", "LENGHT",
                        "store.load()", "';'",
                        "StoreConfiguration.builder().fallback(NotLoaded.SQL).build();", "incompatible types")
                .entrySet()) {
            assertThat(String.join(
                            "\n",
                            new JavaSnippets(folder)
                                    .failures(List.of(new Snippet("here", "java", "int a = 1;\n" + wrong.getKey())))))
                    .contains(wrong.getValue(), "here");
        }
    }

    @Test
    void xmlNamesPublishedModules() {
        assertThat(snippets("xml").stream().flatMap(snippet -> PomSnippet.failures(snippet).stream()))
                .isEmpty();
    }

    @Test
    void yamlIsConfigurationOrAManifest() {
        assertThat(snippets("yaml").stream().flatMap(GuideTest::yamlFailures)).isEmpty();
    }

    private static Stream<String> yamlFailures(Snippet snippet) {
        return (snippet.text().contains("apiVersion:") ? Manifest.failures(snippet) : SpringSnippet.failures(snippet))
                .stream();
    }

    @Test
    void wrongYamlIsRefused() {
        Snippet manifest = snippets("yaml").stream()
                .filter(snippet -> snippet.text().contains("apiVersion:"))
                .findFirst()
                .orElseThrow();
        for (Map.Entry<String, String> wrong : Map.of(
                        "name: snapshot\n              mountPath", "name: snapshots\n              mountPath",
                        "      app: shop\n  template", "      app: store\n  template",
                        "readinessProbe", "readynessProbe",
                        "path: /actuator/health/liveness", "path: /actuator/alive",
                        "--enable-native-access", "--enable-native-excess",
                        "4Gi", "1Gi",
                        "targetPort: http", "targetPort: https")
                .entrySet()) {
            String text = manifest.text().replace(wrong.getKey(), wrong.getValue());
            assertThat(text).as(wrong.getKey()).isNotEqualTo(manifest.text());
            assertThat(Manifest.failures(new Snippet("here", "yaml", text)))
                    .as(wrong.getValue())
                    .isNotEmpty();
        }
        assertThat(SpringSnippet.failures(new Snippet("here", "yaml", "speedwell:\n  max-aeg: 1m")))
                .isNotEmpty();
        assertThat(SpringSnippet.failures(new Snippet("here", "yaml", "speedwell:\n  max-age: soon")))
                .isNotEmpty();
        assertThat(SpringSnippet.failures(new Snippet("here", "yaml", "server:\n  shut-down: graceful")))
                .isNotEmpty();
    }

    @Test
    @Tag("database")
    void commandsRun() throws Exception {
        try (SakilaServer server = new SakilaServer("speedwell_test_guide")) {
            for (Snippet snippet : snippets("shell")) {
                new ShellSnippet(snippet, server, folder).run();
            }
        }
    }

    @Test
    @Tag("database")
    void sqlRunsAndServerKnowsTheSettings() throws Exception {
        try (ServerSettings server = new ServerSettings()) {
            for (Snippet snippet : snippets("sql")) {
                server.run(snippet);
            }
            for (Snippet snippet : snippets("ini")) {
                server.check(snippet);
            }
        }
    }
}
