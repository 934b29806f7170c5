package org.speedwell.accelerator.load;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A process that ends with 3 if another one holds a lock on a file, with 4 if none does. */
public final class LockProbe {
    public static final int LOCKED = 3;

    private LockProbe() {}

    /** Takes the path of the file. */
    public static void main(String[] args) throws IOException {
        try (FileChannel channel = FileChannel.open(Path.of(args[0]), StandardOpenOption.WRITE)) {
            System.exit(channel.tryLock() == null ? LOCKED : 4);
        }
    }
}
