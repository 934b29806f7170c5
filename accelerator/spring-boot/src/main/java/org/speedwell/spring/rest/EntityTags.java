package org.speedwell.spring.rest;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.model.Position;
import org.speedwell.spring.query.RowQuery;
import org.speedwell.spring.query.ServedTable;
import org.springframework.http.ETag;

/**
 * The entity tags of answers, and their comparison with the tags of clients. A tag depends on the table, the query and
 * the binlog position, so that all replicas of a service return the same tag. After a reload, for example, the exact
 * position is unknown. A tag then identifies a version of this application start only. Thread-safe.
 */
final class EntityTags {
    private static final int BYTES = 16;

    /** A random number that identifies this start of the application. */
    private final String start = HexFormat.of().toHexDigits(new SecureRandom().nextLong());

    /** Returns the tag of an answer. It is weak, because servers do not compress an answer with a strong tag. */
    ETag of(SnapshotView version, ServedTable<?> table, RowQuery<?> query) {
        String moment =
                version.position(table.rows()).map(EntityTags::named).orElseGet(() -> start + "-" + version.version());
        return new ETag(
                hashed(List.of(
                        moment,
                        String.join(",", version.parts()),
                        table.identifier().toString(),
                        query.text())),
                true);
    }

    /**
     * Returns a name of a position. Global transaction ids are valid on each server. Without them, file and offset are
     * equal only among the followers of one server.
     */
    private static String named(Position position) {
        return position.gtids().isEmpty()
                ? position.file() + ":" + position.offset()
                : Arrays.stream(position.gtids().split(","))
                        .map(id -> id.strip().toLowerCase(Locale.ROOT))
                        .sorted()
                        .collect(Collectors.joining(","));
    }

    private static String hashed(List<String> parts) {
        String text = parts.stream().map(part -> part.length() + ":" + part).collect(Collectors.joining());
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("This JDK has no SHA-256, although Java requires it.", e);
        }
    }

    /**
     * Returns whether a client already has an answer.
     *
     * @param ifNoneMatch the values of the header, each a list of tags or {@code *}, which matches any tag
     */
    static boolean isKnown(Collection<String> ifNoneMatch, ETag tag) {
        return ifNoneMatch.stream()
                .anyMatch(header -> header.strip().equals("*")
                        || ETag.parse(header).stream().anyMatch(known -> known.compare(tag, false)));
    }
}
