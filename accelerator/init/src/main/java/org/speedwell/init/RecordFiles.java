package org.speedwell.init;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The files of records. They never replace a file with another content.
 *
 * @param directory the folder of the package
 * @param texts the contents by the names of the files
 */
record RecordFiles(Path directory, Map<String, String> texts) {
    /**
     * Writes the files. It keeps files that exist with the same content.
     *
     * @throws ToolException if a file exists with another content; then this method writes nothing
     */
    void write() throws IOException {
        requireFolders();
        List<Path> others = new ArrayList<>();
        for (Map.Entry<String, String> text : texts.entrySet()) {
            Path file = directory.resolve(text.getKey());
            if (Files.exists(file) && !isSame(file, text.getValue())) {
                others.add(file);
            }
        }
        if (!others.isEmpty()) {
            throw new ToolException("init overwrites nothing, and these files exist with other contents: "
                    + others.stream().map(Path::toString).collect(Collectors.joining(", "))
                    + ". Move or delete them, or name another folder by --directory.");
        }
        Files.createDirectories(directory);
        for (Map.Entry<String, String> text : texts.entrySet()) {
            Files.writeString(directory.resolve(text.getKey()), text.getValue());
        }
    }

    private void requireFolders() {
        for (Path folder = directory; folder != null; folder = folder.getParent()) {
            if (Files.exists(folder) && !Files.isDirectory(folder)) {
                throw new ToolException(folder + " is a file: name a folder by --directory.");
            }
        }
    }

    private static boolean isSame(Path file, String text) throws IOException {
        return Files.isRegularFile(file) && Files.readString(file).equals(text);
    }
}
