package org.speedwell.hazelcast;

import com.speedment.runtime.core.Speedment;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.sakila.FilmManager;

/** Opens a snapshot file without a database. It reads one command per line and answers each with one line. */
final class OpeningProcess {
    private OpeningProcess() {}

    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        Speedment application = ClusterSakila.withoutDatabase();
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            System.out.println("answer "
                    + switch (line) {
                        case "open" -> {
                            application
                                    .getOrThrow(DataStoreComponent.class)
                                    .open(file)
                                    .join();
                            yield "opened";
                        }
                        case "films" ->
                            application.getOrThrow(FilmManager.class).stream()
                                    .toList()
                                    .toString()
                                    .hashCode();
                        case "pages" -> pages(file);
                        default -> "what?";
                    });
        }
        application.stop();
    }

    /**
     * Returns kilobytes of the file in this process's memory: resident, shared with other processes, and proportional
     * (each page divided by the number of its users).
     */
    private static String pages(Path file) throws IOException {
        Map<String, Long> sums = new HashMap<>();
        boolean isOurs = false;
        for (String line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
            if (line.matches("\\p{XDigit}+-\\p{XDigit}+ .*")) {
                isOurs = line.contains(file.toString());
            } else if (isOurs && line.endsWith(" kB")) {
                String[] parts = line.split(":? +");
                sums.merge(parts[0], Long.parseLong(parts[1]), Long::sum);
            }
        }
        return "%d %d %d"
                .formatted(
                        sums.getOrDefault("Rss", 0L),
                        sums.getOrDefault("Shared_Clean", 0L) + sums.getOrDefault("Shared_Dirty", 0L),
                        sums.getOrDefault("Pss", 0L));
    }
}
