package org.speedwell.accelerator.load;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A process that exits with 3 if another process holds a lock on a file, and with 4 otherwise. */
public final class LockProbe {
    public static final int LOCKED = 3;

    private LockProbe() {}

    /** Probes the file at the path in the first argument. */
    public static void main(String[] args) throws IOException {
        try (FileChannel channel = FileChannel.open(Path.of(args[0]), StandardOpenOption.WRITE)) {
            System.exit(channel.tryLock() == null ? LOCKED : 4);
        }
    }
}
