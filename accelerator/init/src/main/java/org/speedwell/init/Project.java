package org.speedwell.init;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.speedwell.init.model.Finding;
import org.speedwell.init.model.JavaNames;
import org.speedwell.init.model.Model;
import org.speedwell.init.model.ModelJson;

/**
 * The content of the project that {@code init} writes for a schema.
 *
 * @param application the plain name from which the names of the application's classes derive
 * @param views the views that the application loads as tables
 * @param findings the notes and warnings about the schema
 * @param queries three example queries
 */
record Project(String application, Model model, List<ViewOption> views, List<Finding> findings, List<Query> queries) {
    /** Writes all files of the project, for a database at this address. */
    void write(ProjectFiles files, String url, String host, int port, String user) throws IOException {
        String name = JavaNames.className(application);
        String sources = model.packageName().replace('.', '/');
        files.put("package", model.packageName());
        files.put("project", application);
        files.put("Name", name);
        files.put("schema", model.schema());
        files.put("url", escaped(url));
        files.put("user", escaped(user));
        files.put(
                "views",
                views.stream()
                        .map(view -> "\n                        "
                                + view.configured(view.in(model).orElseThrow()))
                        .collect(Collectors.joining()));
        files.put("manager", queries.getFirst().managerName());
        files.put("pipeline", queries.getFirst().pipeline());
        files.put("answers", queries.stream().map(Project::answer).collect(Collectors.joining(",\n")));
        files.put(
                "findings",
                findings.isEmpty()
                        ? "Nothing."
                        : findings.stream()
                                .map(each -> "- `" + each.subject() + "`: " + each.what() + ". " + each.meaning())
                                .collect(Collectors.joining("\n")));
        files.writeText("speedment.json", ModelJson.of(model, application, host, port, user));
        files.write("pom.xml", "pom.xml");
        files.write("README.md", "README.md");
        files.write("Main.java.txt", "src/main/java/" + sources + "/Main.java");
        files.write("Test.java.txt", "src/test/java/" + sources + "/" + name + "Test.java");
        files.writeText(".gitignore", "target/\n");
    }

    private static String answer(Query query) {
        return "                \"%s: \" + app.getOrThrow(%s.class).stream()%n                        %s"
                .formatted(escaped(query.question()), query.managerName(), query.pipeline());
    }

    /** Escapes a text for a string literal of Java. */
    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }
}
