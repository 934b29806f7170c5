package org.speedwell.streaming.recovery;

import java.util.List;

/**
 * The definition of a vertex of a job's graph, as a checkpoint stores it. It is the same at every start of the same
 * job.
 *
 * @param name the name of the vertex
 * @param isNamed true if the user chose the name; false if it contains the place of the vertex in the graph
 * @param inputs the vertices whose events it takes, in words
 * @param operation the kind of its state, in words
 */
public record SavedVertex(String name, boolean isNamed, String inputs, String operation) {
    private static final String NAMED = "named";
    private static final String UNNAMED = "unnamed";

    /** Returns the vertices as text, with a line for each. */
    public static String write(List<SavedVertex> vertices) {
        StringBuilder text = new StringBuilder();
        for (SavedVertex each : vertices) {
            text.append(escaped(each.name))
                    .append('\t')
                    .append(each.isNamed ? NAMED : UNNAMED)
                    .append('\t')
                    .append(escaped(each.inputs))
                    .append('\t')
                    .append(escaped(each.operation))
                    .append('\n');
        }
        return text.toString();
    }

    /** Reads what {@link #write} wrote. */
    public static List<SavedVertex> read(String text) {
        return text.lines()
                .map(line -> line.split("\t", -1))
                .map(cells -> new SavedVertex(raw(cells[0]), cells[1].equals(NAMED), raw(cells[2]), raw(cells[3])))
                .toList();
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace("\t", "\\t")
                .replace("\n", "\\n")
                .replace("\r", "\\r");
    }

    private static String raw(String text) {
        StringBuilder raw = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                char escape = text.charAt(++i);
                raw.append(escape == 't' ? '\t' : escape == 'n' ? '\n' : escape == 'r' ? '\r' : escape);
            } else {
                raw.append(c);
            }
        }
        return raw.toString();
    }

    /** Returns whether another vertex has the same kind of state and inputs. */
    boolean isSameAs(SavedVertex other) {
        return name.equals(other.name) && inputs.equals(other.inputs) && operation.equals(other.operation);
    }

    @Override
    public String toString() {
        return name + " from [" + inputs + "]" + (operation.isEmpty() ? "" : ": " + operation);
    }
}
