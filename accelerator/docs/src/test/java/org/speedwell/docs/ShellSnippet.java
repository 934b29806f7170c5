package org.speedwell.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.speedwell.init.SpeedwellInit;

/**
 * Runs the commands of a snippet. Commands of {@code speedwell-init} run on the test database; of other commands it
 * only tries the JVM flags.
 */
record ShellSnippet(Snippet snippet, SakilaServer server, Path folder) {

    void run() throws IOException, InterruptedException {
        for (String line : snippet.text().replace("\\\n", " ").lines().toList()) {
            List<String> words = List.of(line.strip().split("\\s+"));
            int jar = words.indexOf("-jar");
            assertThat(words.getFirst().equals("java") && jar > 0)
                    .as(snippet.message("nothing is known of " + words.getFirst()))
                    .isTrue();
            assertThat(JvmFlags.failure(words.subList(1, jar))).as(line).isEmpty();
            if (words.get(jar + 1).equals("speedwell-init.jar")) {
                runTool(words.subList(jar + 2, words.size()));
            }
        }
    }

    /** Runs the tool with the test database instead of the one in the text, and with this project's model. */
    private void runTool(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                SpeedwellInit.class.getName()));
        command.addAll(arguments);
        replace(command, "--url", server.url());
        replace(command, "--user", server.database().user());
        Path secret =
                Files.writeString(folder.resolve("secret"), server.database().password());
        replace(command, "--password-file", secret.toString());
        Path model = folder.resolve("speedment.json");
        Files.writeString(
                model,
                Files.readString(Page.ROOT.resolve("schema/speedment.json"))
                        .replace("\"name\" : \"sakila\"", "\"name\" : \"" + server.schema() + "\""));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(snippet.message(output)).isLessThan(2);
        System.out.println(output);
    }

    private static void replace(List<String> command, String option, String value) {
        int at = command.indexOf(option);
        assertThat(at).as(option).isPositive();
        command.set(at + 1, value);
    }
}
