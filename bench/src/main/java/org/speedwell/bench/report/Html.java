package org.speedwell.bench.report;

import java.util.Locale;

/** Writes HTML and SVG, everything escaped. */
final class Html {
    private final StringBuilder text = new StringBuilder();

    /** Opens an element with attributes: name, value, name, value and so on. Numbers get two decimals. */
    Html open(String element, Object... attributes) {
        tag(element, attributes);
        text.append('>');
        return this;
    }

    Html close(String element) {
        text.append("</").append(element).append(">\n");
        return this;
    }

    /** An element with nothing in it. */
    Html empty(String element, Object... attributes) {
        tag(element, attributes);
        text.append("/>\n");
        return this;
    }

    /** An element with text in it. */
    Html element(String element, String content, Object... attributes) {
        return open(element, attributes).text(content).close(element);
    }

    Html text(String content) {
        text.append(escape(content));
        return this;
    }

    /** What is markup already. */
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
