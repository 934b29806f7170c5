package org.speedwell.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * The bill of materials manages the library versions that this build tests. It repeats them because it has no parent
 * POM.
 */
@Tag("unit")
class BomTest {
    @Test
    void librariesHaveTheVersionsThatAreTested() throws Exception {
        Map<String, String> tested = versions(Page.ROOT.resolve("pom.xml"));
        Map<String, String> published = versions(Page.ROOT.resolve("accelerator/bom/pom.xml"));
        published.keySet().removeIf(library -> library.startsWith("org.speedwell:"));

        assertThat(published).containsKeys("com.github.luben:zstd-jni", "com.mysql:mysql-connector-j");
        assertThat(tested).containsAllEntriesOf(published);
    }

    /** Returns the versions that a pom manages, by group and artifact. */
    private static Map<String, String> versions(Path pom) throws Exception {
        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
        Map<String, String> versions = new HashMap<>();
        for (Element dependency : elements(document.getDocumentElement(), "dependency")) {
            String version = text(dependency, "version");
            if (version.isEmpty()) {
                continue; // a use of a managed version
            }
            boolean isProperty = version.startsWith("${") && !version.startsWith("${project.");
            versions.put(
                    text(dependency, "groupId") + ":" + text(dependency, "artifactId"),
                    isProperty
                            ? text(document.getDocumentElement(), version.substring(2, version.length() - 1))
                            : version);
        }
        return versions;
    }

    /** Returns the text of the first element of a name; empty if there is none. */
    private static String text(Element of, String name) {
        return elements(of, name).stream()
                .map(element -> element.getTextContent().strip())
                .findFirst()
                .orElse("");
    }

    private static List<Element> elements(Element of, String name) {
        var found = of.getElementsByTagName(name);
        return IntStream.range(0, found.getLength())
                .mapToObj(i -> (Element) found.item(i))
                .toList();
    }
}
