package org.speedwell.demo;

import java.io.PrintWriter;
import java.nio.charset.Charset;

/**
 * Where the demo writes.
 *
 * @param width in characters
 * @param unicode whether it can show more than ASCII
 */
record Terminal(PrintWriter out, int width, boolean unicode) {
    private static final int NARROWEST = 100;
    private static final int WIDEST = 150;

    /** The one of this JVM. The script that starts it measures the width, which Java cannot. */
    static Terminal of(PrintWriter out) {
        int width = Integer.getInteger("speedwell.columns", WIDEST);
        Charset charset = System.out.charset();
        return new Terminal(
                out,
                Math.clamp(width, NARROWEST, WIDEST),
                charset.canEncode() && charset.newEncoder().canEncode("┌─µ×…"));
    }

    /** Writes one line, cut at the edge. */
    void line(String text) {
        String cut = Table.shorten(text, width);
        out.println(unicode ? cut : Table.ascii(cut));
        out.flush();
    }
}
