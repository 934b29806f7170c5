package org.speedwell.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

/** A chart of curves over two log scales, with the name of each curve at its end. */
final class LineChart {
    static final double WIDTH = 760;
    static final double HEIGHT = 330;
    private static final double LEFT = 62;
    private static final double NAMES = 200;
    private static final double TOP = 12;
    private static final double BOTTOM = 42;

    /** The smallest distance between two names. */
    private static final double NAME_HEIGHT = 14;

    /** The number of colours in the style sheet. Further curves use the same colours and are dashed. */
    private static final int COLOURS = 8;

    private LineChart() {}

    record Point(double x, double y) {}

    record Curve(String name, List<Point> points) {}

    /** Draws the curves. All values must be above 0. */
    static void draw(
            Html html,
            String title,
            List<Curve> curves,
            String xName,
            DoubleFunction<String> xText,
            DoubleFunction<String> yText) {
        List<Point> points =
                curves.stream().flatMap(curve -> curve.points.stream()).toList();
        LogScale x = LogScale.around(points.stream().map(Point::x).toList(), LEFT, WIDTH - NAMES);
        LogScale y = LogScale.around(points.stream().map(Point::y).toList(), HEIGHT - BOTTOM, TOP);
        html.open(
                "svg",
                "viewBox",
                "0 0 " + WIDTH + " " + HEIGHT,
                "width",
                WIDTH,
                "height",
                HEIGHT,
                "role",
                "img",
                "aria-label",
                title,
                "class",
                "lines");
        for (double tick : x.ticks(8)) {
            html.empty(
                    "line",
                    "x1",
                    x.place(tick),
                    "x2",
                    x.place(tick),
                    "y1",
                    TOP,
                    "y2",
                    HEIGHT - BOTTOM,
                    "class",
                    "grid");
            html.element("text", xText.apply(tick), "x", x.place(tick), "y", HEIGHT - BOTTOM + 15, "class", "tick");
        }
        html.element("text", xName, "x", (LEFT + WIDTH - NAMES) / 2, "y", HEIGHT - 8, "class", "tick");
        for (double tick : y.ticks(8)) {
            html.empty(
                    "line", "x1", LEFT, "x2", WIDTH - NAMES, "y1", y.place(tick), "y2", y.place(tick), "class", "grid");
            html.element("text", yText.apply(tick), "x", LEFT - 6, "y", y.place(tick) + 4, "class", "name");
        }
        List<Double> names = apart(
                curves.stream().map(curve -> y.place(curve.points.getLast().y)).toList());
        for (int i = 0; i < curves.size(); i++) {
            Curve curve = curves.get(i);
            html.open("g", "class", "curve c" + i % COLOURS + (i < COLOURS ? "" : " dashed"));
            html.empty(
                    "polyline",
                    "points",
                    curve.points.stream()
                            .map(point -> String.format(Locale.ROOT, "%.1f,%.1f", x.place(point.x), y.place(point.y)))
                            .collect(Collectors.joining(" ")));
            if (curve.points.size() < 30) {
                for (Point point : curve.points) {
                    html.open("circle", "cx", x.place(point.x), "cy", y.place(point.y), "r", 3)
                            .element("title", curve.name + ", " + xText.apply(point.x) + ": " + yText.apply(point.y))
                            .close("circle");
                }
            }
            Point last = curve.points.getLast();
            html.empty(
                    "line",
                    "x1",
                    x.place(last.x) + 5,
                    "y1",
                    y.place(last.y),
                    "x2",
                    WIDTH - NAMES + 12,
                    "y2",
                    names.get(i),
                    "class",
                    "leader");
            html.element("text", curve.name, "x", WIDTH - NAMES + 16, "y", names.get(i) + 4, "class", "end");
            html.close("g");
        }
        html.close("svg");
    }

    /** Returns places close to the given ones that are at least one line of text apart. */
    private static List<Double> apart(List<Double> wanted) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < wanted.size(); i++) {
            order.add(i);
        }
        order.sort(Comparator.comparing(wanted::get));
        List<Double> places = new ArrayList<>(wanted);
        double free = TOP;
        for (int i : order) {
            places.set(i, Math.max(wanted.get(i), free));
            free = places.get(i) + NAME_HEIGHT;
        }
        double over = free - NAME_HEIGHT - (HEIGHT - 8);
        for (int i = order.size() - 1; i >= 0 && over > 0; i--) {
            double room = i == 0 ? TOP : places.get(order.get(i - 1)) + NAME_HEIGHT;
            double place = places.get(order.get(i));
            places.set(order.get(i), place - over);
            over = Math.max(0, room - (place - over));
        }
        return places;
    }
}
