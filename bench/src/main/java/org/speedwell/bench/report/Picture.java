package org.speedwell.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * A chart as an SVG file, for example for a README. The facts of the run are below the chart. The colours follow the
 * reader's system, light or dark.
 *
 * @param name the name of the file without its ending
 * @param chart a function that writes an SVG element
 */
record Picture(String name, String title, double width, double height, Consumer<Html> chart) {
    private static final double TOP = 26;
    private static final double LINE = 14;
    private static final List<String> FACTS = List.of("Command", "Machine", "JVM", "Commit", "Begun");

    /** Returns a picture of one {@link LineChart}. */
    static Picture ofLines(String name, String title, Consumer<Html> chart) {
        return new Picture(name, title, LineChart.WIDTH, LineChart.HEIGHT, chart);
    }

    /** Returns a picture of one {@link BarChart} of ratios. */
    static Picture ofRatios(List<Report.Ratio> ratios) {
        String title = "How much faster is Speedwell? Ratios to SQL and to peers";
        List<BarChart.Bar> bars = ratios.stream()
                .map(ratio ->
                        new BarChart.Bar(ratio.name(), ratio.value(), ratio.value(), ratio.value(), ratio.value() >= 1))
                .toList();
        LogScale ends = LogScale.around(ratios.stream().map(Report.Ratio::value).toList(), 0, 1);
        return new Picture(
                "ratios",
                title,
                BarChart.Kind.RATIOS.width(),
                BarChart.height(bars.size()),
                html -> BarChart.draw(html, "", bars, ends, BarChart.Kind.RATIOS));
    }

    /**
     * Writes the file.
     *
     * @param style the style sheet of the report
     */
    void write(Path folder, Findings findings, String style) throws IOException {
        List<String> facts =
                FACTS.stream().filter(findings.facts()::containsKey).toList();
        double bottom = TOP + height;
        double whole = bottom + LINE * facts.size() + 8;
        Html svg = new Html();
        svg.open("svg", "xmlns", "http://www.w3.org/2000/svg", "viewBox", "0 0 " + width + " " + whole, "role", "img")
                .element("title", title)
                .open("style")
                .raw(style)
                .close("style")
                .empty("rect", "width", width, "height", whole, "class", "back")
                .element("text", title, "x", 10.0, "y", 18.0, "class", "title")
                .open("g", "transform", "translate(0 " + TOP + ")");
        chart.accept(svg);
        svg.close("g");
        for (int i = 0; i < facts.size(); i++) {
            String fact = facts.get(i);
            svg.element(
                    "text",
                    fact + ": " + findings.facts().get(fact),
                    "x",
                    10.0,
                    "y",
                    bottom + LINE * (i + 1),
                    "class",
                    "fact");
        }
        svg.close("svg");
        Files.writeString(folder.resolve(name + ".svg"), svg.toString());
    }
}
