package org.speedwell.bench.report;

import java.util.List;

/** A chart of times as horizontal bars on a log scale. A thin line shows the spread of each bar. */
final class BarChart {
    private static final double WIDTH = 360;
    private static final double NAMES = 130;
    private static final double FIGURES = 56;
    private static final double ROW = 17;
    private static final double BAR = 11;
    private static final double TOP = 20;

    private BarChart() {}

    /**
     * A bar of the chart. All times are in nanoseconds.
     *
     * @param ours whether the chart highlights the bar
     */
    record Bar(String name, double nanos, double least, double most, boolean ours) {}

    /** Draws a chart with a scale that several charts share. */
    static void draw(Html html, String title, List<Bar> bars, LogScale ends) {
        LogScale scale = new LogScale(ends.lowest(), ends.highest(), NAMES, WIDTH - FIGURES);
        double height = TOP + bars.size() * ROW + 16;
        html.open("svg", "viewBox", "0 0 " + WIDTH + " " + height, "role", "img", "aria-label", title);
        html.element("text", title, "x", 0, "y", 11, "class", "title");
        for (double tick : scale.ticks(4)) {
            double x = scale.place(tick);
            html.empty("line", "x1", x, "x2", x, "y1", TOP - 2, "y2", height - 14, "class", "grid");
            html.element("text", Figures.tick(tick), "x", x, "y", height - 3, "class", "tick");
        }
        for (int i = 0; i < bars.size(); i++) {
            Bar bar = bars.get(i);
            double y = TOP + i * ROW;
            double end = Math.max(scale.place(bar.nanos), NAMES + 1.5);
            html.open("g", "class", bar.ours ? "ours" : "other");
            html.element(
                    "title",
                    bar.name + ": " + Figures.time(bar.nanos) + " (" + Figures.time(bar.least) + " to "
                            + Figures.time(bar.most) + ")");
            html.element("text", bar.name, "x", NAMES - 6, "y", y + 9, "class", "name");
            html.empty("rect", "x", NAMES, "y", y, "width", end - NAMES, "height", BAR, "rx", 2);
            html.empty(
                    "line",
                    "x1",
                    scale.place(bar.least),
                    "x2",
                    scale.place(bar.most),
                    "y1",
                    y + BAR / 2,
                    "y2",
                    y + BAR / 2,
                    "class",
                    "spread");
            html.element(
                    "text",
                    Figures.time(bar.nanos),
                    "x",
                    Math.max(end, scale.place(bar.most)) + 4,
                    "y",
                    y + 9,
                    "class",
                    "figure");
            html.close("g");
        }
        html.close("svg");
    }
}
