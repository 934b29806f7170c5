package org.speedwell.bench.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The writer of {@code report.html}, {@code report.md} and pictures from the results in the folder of a run. */
public final class Report {
    private static final List<Section> SECTIONS = List.of(
            new ArticleSection(),
            new StatementSection(),
            new PeersSection(),
            new TpchSection(),
            new GrowthSection(),
            new StreamingSection(),
            new RestSection(),
            new JpaSection(),
            new LatencySection());

    /** A part of the report about one kind of benchmark. */
    interface Section {
        /**
         * Writes the section to the page, and adds its tables to the list. Does nothing if its benchmarks did not run.
         */
        void write(Findings findings, Html html, List<Table> tables);

        /** Returns the charts of the section that also become files. */
        default List<Picture> pictures(Findings findings) {
            return List.of();
        }

        /** Returns ratios of peers to Speedwell. A ratio above 1 means that Speedwell is faster. */
        default List<Ratio> ratios(Findings findings) {
            return List.of();
        }
    }

    /**
     * A comparison with a peer.
     *
     * @param name the peer and the task
     */
    record Ratio(String name, double value) {
        /** Returns the ratio of two values, if both are present. */
        static Stream<Ratio> of(String name, Optional<Double> dividend, Optional<Double> divisor) {
            return dividend.flatMap(value -> divisor.map(other -> new Ratio(name, value / other))).stream();
        }
    }

    private Report() {}

    /**
     * Reads a folder, and writes the page, the tables and the pictures to it.
     *
     * @throws IllegalArgumentException if the folder contains no results
     */
    public static void write(Path folder) throws IOException {
        Findings findings = Findings.read(folder);
        if (findings.isEmpty()) {
            throw new IllegalArgumentException("No benchmark wrote a result to " + folder + ".");
        }
        Html html = new Html();
        List<Table> tables = new ArrayList<>();
        html.raw("<!doctype html>\n")
                .open("html", "lang", "en")
                .open("head")
                .raw("<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n")
                .element("title", "Speedwell, measured")
                .open("style")
                .raw(style())
                .close("style")
                .close("head")
                .open("body")
                .element("h1", "Speedwell, measured")
                .element("p", "Medians of the iterations. All contenders gave the same answers beforehand.");
        facts(findings, html);
        for (Section section : SECTIONS) {
            section.write(findings, html, tables);
        }
        new EverythingSection().write(findings, html, new ArrayList<>()); // too long for a README
        html.close("body").close("html");
        Path page = folder.resolve("report.html");
        Files.writeString(page, html.toString());
        Files.writeString(folder.resolve("report.md"), markdown(findings, tables));
        for (Picture picture : pictures(findings)) {
            picture.write(folder, findings, style());
        }
        System.out.println("Report: " + page.toUri());
    }

    private static List<Picture> pictures(Findings findings) {
        List<Picture> pictures = new ArrayList<>();
        SECTIONS.forEach(section -> pictures.addAll(section.pictures(findings)));
        List<Ratio> ratios = SECTIONS.stream()
                .flatMap(section -> section.ratios(findings).stream())
                .toList();
        if (!ratios.isEmpty()) {
            pictures.add(Picture.ofRatios(ratios));
        }
        return pictures;
    }

    private static void facts(Findings findings, Html html) {
        html.open("dl");
        findings.facts().forEach((name, value) -> html.element("dt", name).element("dd", value));
        findings.leftOut().forEach(line -> html.element("dt", "Left out").element("dd", line));
        html.close("dl");
    }

    private static String markdown(Findings findings, List<Table> tables) {
        StringBuilder text = new StringBuilder();
        List.of("Command", "Machine", "JVM", "Commit")
                .forEach(name -> text.append(name)
                        .append(": ")
                        .append(findings.facts().getOrDefault(name, "unknown"))
                        .append("  \n"));
        findings.leftOut()
                .forEach(line -> text.append("Left out: ").append(line).append("  \n"));
        text.append('\n');
        tables.forEach(table -> text.append(table.markdown()));
        return text.toString();
    }

    private static String style() throws IOException {
        try (InputStream in = Report.class.getResourceAsStream("report.css")) {
            if (in == null) {
                throw new IllegalStateException("report.css is not in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
