package org.speedwell.accelerator.file;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/** A formatter of the reason why a file cannot be used. The message of many file exceptions is only a path. */
final class FileFailure {
    private FileFailure() {}

    static String reason(IOException failure) {
        return switch (failure) {
            case NoSuchFileException e -> missing(e);
            case AccessDeniedException e -> e.getFile() + ": permission denied";
            case FileAlreadyExistsException e -> e.getFile() + " already exists";
            case FileSystemException e -> e.getFile() + ": " + messageOf(e.getReason(), e);
            case EOFException e -> "its table of contents ends too early";
            default -> messageOf(failure.getMessage(), failure);
        };
    }

    private static String missing(NoSuchFileException e) {
        String other = e.getOtherFile();
        return "there is no file " + (other == null ? e.getFile() : other);
    }

    private static String messageOf(@Nullable String message, IOException failure) {
        return message == null ? failure.toString() : message;
    }
}
