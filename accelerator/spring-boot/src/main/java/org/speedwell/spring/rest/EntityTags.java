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
 * Makes the entity tags of answers, and compares those that clients have. A tag is derived from the table, the query and the
 * position of the binlog, so that all replicas of a service give the same one. Where the position is not known exactly, as after a
 * reload, a tag means a version of this start only. Thread-safe.
 */
final class EntityTags {
    private static final int BYTES = 16;

    /** Differs from that of each other start. */
    private final String start = HexFormat.of().toHexDigits(new SecureRandom().nextLong());

    /** Returns the tag of an answer: a weak one, as servers compress no answer with a strong one. */
    ETag of(SnapshotView version, ServedTable<?> table, RowQuery<?> query) {
        String moment = version.position(table.identifier())
                .map(EntityTags::named)
                .orElseGet(() -> start + "-" + version.version());
        return new ETag(
                hashed(List.of(
                        moment,
                        String.join(",", version.parts()),
                        table.identifier().toString(),
                        query.text())),
                true);
    }

    /** Global ids mean the same on each server; without them, file and offset mean the same to all who follow one server. */
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
            throw new IllegalStateException("The JDK has no SHA-256, which each JDK has to have.", e);
        }
    }

    /**
     * Tells whether a client has an answer already.
     *
     * @param ifNoneMatch the values of the header, each a list of tags or {@code *}, which means any
     */
    static boolean isKnown(Collection<String> ifNoneMatch, ETag tag) {
        return ifNoneMatch.stream()
                .anyMatch(header -> header.strip().equals("*")
                        || ETag.parse(header).stream().anyMatch(known -> known.compare(tag, false)));
    }
}
