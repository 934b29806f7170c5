package org.speedwell.demo;

import java.io.PrintWriter;
import java.nio.charset.Charset;

/**
 * The output of the demo.
 *
 * @param width the width in characters
 * @param unicode true if the terminal can show more than ASCII
 */
record Terminal(PrintWriter out, int width, boolean unicode) {
    private static final int NARROWEST = 100;
    private static final int WIDEST = 150;

    /** Returns the terminal of this JVM. The start script measures the width, because Java cannot. */
    static Terminal of(PrintWriter out) {
        int width = Integer.getInteger("speedwell.columns", WIDEST);
        Charset charset = System.out.charset();
        return new Terminal(
                out,
                Math.clamp(width, NARROWEST, WIDEST),
                charset.canEncode() && charset.newEncoder().canEncode("┌─µ×…"));
    }

    /** Writes one line, and cuts it at the width of the terminal. */
    void line(String text) {
        String cut = Table.shorten(text, width);
        out.println(unicode ? cut : Table.ascii(cut));
        out.flush();
    }
}
