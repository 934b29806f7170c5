package org.speedwell.bench.report;

import java.util.Locale;

/** A writer of HTML and SVG. It escapes all texts and attributes. */
final class Html {
    private final StringBuilder text = new StringBuilder();

    /** Opens an element. Attributes are pairs of a name and a value. Doubles get two decimal places. */
    Html open(String element, Object... attributes) {
        tag(element, attributes);
        text.append('>');
        return this;
    }

    Html close(String element) {
        text.append("</").append(element).append(">\n");
        return this;
    }

    /** Writes an element without content. */
    Html empty(String element, Object... attributes) {
        tag(element, attributes);
        text.append("/>\n");
        return this;
    }

    /** Writes an element with a text. */
    Html element(String element, String content, Object... attributes) {
        return open(element, attributes).text(content).close(element);
    }

    Html text(String content) {
        text.append(escape(content));
        return this;
    }

    /** Writes markup without escaping it. */
    Html raw(String markup) {
        text.append(markup);
        return this;
    }

    private void tag(String element, Object... attributes) {
        text.append('<').append(element);
        for (int i = 0; i < attributes.length; i += 2) {
            Object value = attributes[i + 1];
            String shown =
                    value instanceof Double number ? String.format(Locale.ROOT, "%.2f", number) : value.toString();
            text.append(' ')
                    .append(attributes[i])
                    .append("=\"")
                    .append(escape(shown))
                    .append('"');
        }
    }

    private static String escape(String content) {
        return content.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
