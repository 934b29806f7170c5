package org.speedwell.bench.report;

import java.io.IOException;
import java.nio.file.Path;

public final class Report {
    private Report() {}

    public static void write(Path results) throws IOException {}
}
