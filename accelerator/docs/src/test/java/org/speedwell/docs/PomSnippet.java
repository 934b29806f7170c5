package org.speedwell.docs;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Checks snippets of a POM. This project must publish the Speedwell modules that they name, in the current version. */
final class PomSnippet {
    private PomSnippet() {}

    static List<String> failures(Snippet snippet) {
        List<String> failures = new ArrayList<>();
        try {
            Document document = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(snippet.text())));
            String root = Files.readString(Page.ROOT.resolve("pom.xml"));
            for (Element dependency : elements(document, "dependency")) {
                String group = child(dependency, "groupId");
                String artifact = child(dependency, "artifactId");
                if (group.equals("org.speedwell") && !isPublished(artifact)) {
                    failures.add(snippet.message("no module " + artifact + " is published"));
                }
                String version = child(dependency, "version");
                if (group.equals("org.speedwell")
                        && !root.contains("<version>" + version + "</version>\n  <packaging>")) {
                    failures.add(snippet.message("this is not version " + version));
                }
            }
            for (Element component : elements(document, "component")) {
                // without initialisation, which could need classes that are absent here
                Class.forName(component.getTextContent().strip(), false, PomSnippet.class.getClassLoader());
            }
        } catch (ParserConfigurationException | SAXException | IOException | ClassNotFoundException e) {
            failures.add(snippet.message(e.toString()));
        }
        return failures;
    }

    private static boolean isPublished(String artifact) throws IOException {
        Path bom = Page.ROOT.resolve("accelerator/bom/pom.xml");
        return Files.readString(bom).contains("<artifactId>" + artifact + "</artifactId>");
    }

    private static List<Element> elements(Document document, String name) {
        var found = document.getElementsByTagName(name);
        return IntStream.range(0, found.getLength())
                .mapToObj(i -> (Element) found.item(i))
                .toList();
    }

    private static String child(Element of, String name) {
        var found = of.getElementsByTagName(name);
        return found.getLength() == 0 ? "" : found.item(0).getTextContent().strip();
    }
}
