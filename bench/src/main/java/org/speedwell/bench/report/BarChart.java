package org.speedwell.bench.report;

import java.util.List;
import java.util.function.DoubleFunction;

/** A chart of values as horizontal bars on a log scale. A thin line shows the spread of each bar. */
final class BarChart {
    private static final double FIGURES = 56;
    private static final double ROW = 17;
    private static final double BAR = 11;
    private static final double TOP = 20;

    private BarChart() {}

    /**
     * A bar of the chart.
     *
     * @param ours whether the chart highlights the bar
     */
    record Bar(String name, double value, double least, double most, boolean ours) {}

    /**
     * A size, and the meaning of the values.
     *
     * @param names the width of the names
     * @param figure the text of a value
     * @param tick the text of a power of ten on the axis
     */
    record Kind(double width, double names, DoubleFunction<String> figure, DoubleFunction<String> tick) {
        /** Times in nanoseconds. */
        static final Kind TIMES = new Kind(360, 130, Figures::time, Figures::tick);

        /** Ratios of two times or rates. */
        static final Kind RATIOS = new Kind(640, 200, Figures::ratio, Figures::count);
    }

    static double height(int bars) {
        return TOP + bars * ROW + 16;
    }

    /** Draws a chart of times with a scale that several charts share. */
    static void draw(Html html, String title, List<Bar> bars, LogScale ends) {
        draw(html, title, bars, ends, Kind.TIMES);
    }

    static void draw(Html html, String title, List<Bar> bars, LogScale ends, Kind kind) {
        double names = kind.names;
        LogScale scale = new LogScale(ends.lowest(), ends.highest(), names, kind.width - FIGURES);
        double height = height(bars.size());
        html.open(
                "svg",
                "viewBox",
                "0 0 " + kind.width + " " + height,
                "width",
                kind.width,
                "height",
                height,
                "role",
                "img",
                "aria-label",
                title);
        html.element("text", title, "x", 0, "y", 11, "class", "title");
        for (double tick : scale.ticks(4)) {
            double x = scale.place(tick);
            html.empty("line", "x1", x, "x2", x, "y1", TOP - 2, "y2", height - 14, "class", "grid");
            html.element("text", kind.tick.apply(tick), "x", x, "y", height - 3, "class", "tick");
        }
        for (int i = 0; i < bars.size(); i++) {
            Bar bar = bars.get(i);
            double y = TOP + i * ROW;
            double end = Math.max(scale.place(bar.value), names + 1.5);
            html.open("g", "class", bar.ours ? "ours" : "other");
            html.element(
                    "title",
                    bar.name + ": " + kind.figure.apply(bar.value) + " (" + kind.figure.apply(bar.least) + " to "
                            + kind.figure.apply(bar.most) + ")");
            html.element("text", bar.name, "x", names - 6, "y", y + 9, "class", "name");
            html.empty("rect", "x", names, "y", y, "width", end - names, "height", BAR, "rx", 2);
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
                    kind.figure.apply(bar.value),
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
