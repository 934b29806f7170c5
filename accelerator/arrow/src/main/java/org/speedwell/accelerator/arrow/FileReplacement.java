package org.speedwell.accelerator.arrow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;

/** A way to write a file of which readers never see a part. */
final class FileReplacement {
    private FileReplacement() {}

    /** A function that writes a file. */
    @FunctionalInterface
    interface Writer<X extends Exception> {
        void write(Path part) throws IOException, X;
    }

    /** Writes a temporary file in the same folder and renames it. After a failure, an existing file is unchanged. */
    static <X extends Exception> void write(Path file, Writer<X> writer) throws IOException, X {
        Path folder = Objects.requireNonNullElse(file.toAbsolutePath().getParent(), file.toAbsolutePath());
        Path part = Files.createTempFile(folder, file.getFileName() + ".", ".part");
        try {
            writer.write(part);
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
