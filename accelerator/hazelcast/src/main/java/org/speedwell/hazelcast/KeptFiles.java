package org.speedwell.hazelcast;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files that a subscriber has received, one for each version. The name of a file contains the moment and the size
 * of its version.
 */
final class KeptFiles {
    private static final System.Logger LOG = System.getLogger(KeptFiles.class.getName());

    private final Path folder;
    private final String name;
    private final Pattern names;

    KeptFiles(Path folder, String name) {
        this.folder = folder;
        this.name = name;
        this.names = Pattern.compile("(?<target>" + Pattern.quote(name)
                + "\\.(?<id>(?<at>-?\\d+)-\\p{XDigit}+-\\p{XDigit}+)\\.speedwell)"
                + "(?<unfinished>\\.lock|(\\.\\p{XDigit}{16})?\\.part)?");
    }

    /** A completely received file. */
    record Kept(Path path, String id, Instant takenAt) {}

    Path path(PublishedSnapshot snapshot) {
        return folder.resolve(name + "." + snapshot.id() + ".speedwell");
    }

    /** Returns the completely received files, the newest first. */
    List<Kept> newestFirst() {
        List<Kept> found = new ArrayList<>();
        try {
            for (Path file : all()) {
                Matcher parts = names.matcher(file.getFileName().toString());
                if (parts.matches() && parts.group("unfinished") == null) {
                    Instant takenAt = Instant.ofEpochMilli(Long.parseLong(parts.group("at")));
                    found.add(new Kept(file, parts.group("id"), takenAt));
                }
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "Cannot list the snapshots in the folder " + folder, e);
        }
        found.sort(Comparator.comparing(Kept::takenAt).reversed());
        return found;
    }

    private List<Path> all() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(
                            file -> names.matcher(file.getFileName().toString()).matches())
                    .toList();
        }
    }

    /** Returns whether the file itself caused a failure to open it. Such a file is useless. */
    boolean isFileAtFault(Path file, String reason) {
        return reason.startsWith("The snapshot " + file);
    }

    void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "Cannot delete the unusable snapshot " + file + ". Delete it by hand.",
                    e);
        }
    }

    /**
     * Deletes the files of all other versions, with their unfinished transfers. It keeps a file that another process is
     * receiving.
     */
    void deleteAllBut(String id) throws IOException {
        for (Path file : all()) {
            Matcher parts = names.matcher(file.getFileName().toString());
            if (parts.matches() && !parts.group("id").equals(id)) {
                boolean isUnfinished = parts.group("unfinished") != null;
                if (!isUnfinished || !PartFile.isBusy(folder.resolve(parts.group("target")))) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}
