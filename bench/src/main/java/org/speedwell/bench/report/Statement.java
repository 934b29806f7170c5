package org.speedwell.bench.report;

import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A figure of a reference article, and the figure that this run measured in the same terms.
 *
 * @param measure the measured quantity
 * @param article the article, and its figure
 * @param ours our figure, with its unit
 * @param conditions the differences of our measurement from that of the article
 */
public record Statement(String measure, String article, String ours, String conditions) {

    /** Writes this statement to a file in the folder of a run. */
    public void write(Path folder, String name) throws IOException {
        Files.writeString(
                folder.resolve("statement-" + name + ".json"),
                new GsonBuilder()
                        .disableHtmlEscaping()
                        .setPrettyPrinting()
                        .create()
                        .toJson(this));
    }
}
