package org.speedwell.schema;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The annotated hex dumps of the page about binary formats. Tests compare the bytes that the code writes with them, so
 * that a change of a layout fails until the page and the version of the format change, too.
 */
public final class DocumentedBytes {
    private static final Path PAGE = Path.of("accelerator", "docs", "reference", "formats.md");
    private static final String FENCE = "```";
    private static final String REPEATED = "×";
    private static final int IN_A_LINE = 16;

    private DocumentedBytes() {}

    /**
     * Returns the dump below a heading, in the form of {@link #dump}. In the page, two spaces separate the bytes of a
     * line from their meaning. After a byte, {@code ×3} means that it occurs three times.
     *
     * @throws IllegalArgumentException if the page has no such heading with a dump
     */
    public static String below(String heading) {
        List<String> lines = lines();
        int from = lines.indexOf("## " + heading) + 1;
        while (from > 0 && from < lines.size() && !lines.get(from).startsWith(FENCE)) {
            from++;
        }
        if (from == 0 || from == lines.size()) {
            throw new IllegalArgumentException(PAGE + " has no dump below the heading " + heading + ".");
        }
        List<Byte> bytes = new ArrayList<>();
        for (int i = from + 1; !lines.get(i).startsWith(FENCE); i++) {
            for (String token : lines.get(i).strip().split(" {2,}", 2)[0].split(" ")) {
                if (token.startsWith(REPEATED)) {
                    byte last = bytes.getLast();
                    for (int more = Integer.parseInt(token.substring(1)); more > 1; more--) {
                        bytes.add(last);
                    }
                } else {
                    bytes.add((byte) HexFormat.fromHexDigits(token));
                }
            }
        }
        byte[] found = new byte[bytes.size()];
        for (int i = 0; i < found.length; i++) {
            found[i] = bytes.get(i);
        }
        return dump(found);
    }

    /** Returns bytes as lines of 16 hexadecimal numbers. */
    public static String dump(byte[] bytes) {
        StringBuilder dump = new StringBuilder();
        for (int i = 0; i < bytes.length; i += IN_A_LINE) {
            dump.append(HexFormat.ofDelimiter(" ").formatHex(bytes, i, Math.min(i + IN_A_LINE, bytes.length)))
                    .append('\n');
        }
        return dump.toString();
    }

    /** Reads the page. The tests of each module run in the folder of the module. */
    private static List<String> lines() {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            Path page = folder.resolve(PAGE);
            if (Files.exists(page)) {
                try {
                    return Files.readAllLines(page);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        throw new IllegalStateException("No folder above the working directory contains " + PAGE + ".");
    }
}
