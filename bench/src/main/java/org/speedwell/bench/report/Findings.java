package org.speedwell.bench.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonSyntaxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.speedwell.bench.RunInfo;

/**
 * The results that a run wrote to its folder:
 *
 * <ul>
 * <li>the results of JMH ({@code jmh*.json})
 * <li>tables ({@code table-*.json}), and results of streaming and REST ({@code stream-*.json}, {@code rest-*.json})
 * <li>figures in the terms of the articles ({@code statement-*.json})
 * <li>histograms ({@code *.hlog})
 * <li>the list of omitted steps ({@code left-out.txt})
 * <li>the facts about the run
 * </ul>
 */
public record Findings(
        Map<String, String> facts,
        List<Timing> timings,
        List<Table> tables,
        List<Latencies> latencies,
        List<StreamFinding> streams,
        List<RestFinding> rest,
        List<Statement> statements,
        List<String> leftOut) {
    private static final Gson GSON =
            new GsonBuilder().disableHtmlEscaping().setPrettyPrinting().create();

    /** Writes a table to the folder of a run. */
    public static void write(Path folder, String name, Table table) throws IOException {
        Files.writeString(folder.resolve("table-" + name + ".json"), GSON.toJson(table));
    }

    /**
     * Reads the folder of a run.
     *
     * @throws IllegalArgumentException if the folder does not exist, or a file in it is invalid
     */
    static Findings read(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("There is no folder " + folder + ".");
        }
        Findings findings = new Findings(
                new LinkedHashMap<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>());
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.sorted().toList();
        }
        for (Path file : files) {
            findings.add(file);
        }
        return findings;
    }

    private void add(Path file) throws IOException {
        String name = file.getFileName().toString();
        if (Files.size(file) == 0) {
            return; // a benchmark that was stopped
        }
        try {
            if (name.equals(RunInfo.FILE)) {
                JsonObject object =
                        JsonParser.parseString(Files.readString(file)).getAsJsonObject();
                object.asMap().forEach((key, value) -> facts.put(key, value.getAsString()));
            } else if (name.startsWith("jmh") && name.endsWith(".json")) {
                for (JsonElement each :
                        JsonParser.parseString(Files.readString(file)).getAsJsonArray()) {
                    timings.add(Timing.of(each.getAsJsonObject()));
                }
            } else if (name.startsWith("table-") && name.endsWith(".json")) {
                tables.add(GSON.fromJson(Files.readString(file), Table.class));
            } else if (name.startsWith("stream-") && name.endsWith(".json")) {
                streams.add(GSON.fromJson(Files.readString(file), StreamFinding.class));
            } else if (name.startsWith("rest-") && name.endsWith(".json")) {
                rest.add(GSON.fromJson(Files.readString(file), RestFinding.class));
            } else if (name.startsWith("statement-") && name.endsWith(".json")) {
                statements.add(GSON.fromJson(Files.readString(file), Statement.class));
            } else if (name.endsWith(".hlog")) {
                add(Latencies.read(file));
            } else if (name.equals("left-out.txt")) {
                leftOut.addAll(Files.readAllLines(file));
            }
        } catch (JsonSyntaxException | IllegalStateException e) {
            throw new IllegalArgumentException(file + " is not a result of a benchmark: " + e.getMessage(), e);
        }
    }

    /** Adds latencies. Merges them with latencies of the same title, if there are any. */
    private void add(Latencies read) {
        latencies.stream()
                .filter(each -> each.title().equals(read.title()))
                .findFirst()
                .ifPresentOrElse(each -> each.histograms().putAll(read.histograms()), () -> latencies.add(read));
    }

    /** Returns the results of one benchmark. */
    List<Timing> of(String benchmark) {
        return timings.stream()
                .filter(timing -> timing.benchmark().equals(benchmark))
                .toList();
    }

    boolean isEmpty() {
        return timings.isEmpty() && tables.isEmpty() && latencies.isEmpty() && rest.isEmpty() && statements.isEmpty();
    }
}
