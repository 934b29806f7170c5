/**
 * The forms of texts: the bytes that columns store, patterns that match them, and readable texts for messages.
 * Internal.
 *
 * <ul>
 * <li>The bytes of two texts, compared as unsigned numbers, have the order of {@code String.compareTo}.
 * <li>A pattern matches bytes, and creates no strings.
 * <li>A text for a message is one line, whatever characters the value contains.
 * </ul>
 *
 * <p>Start at {@link Utf16Bytes}, then read {@link TextPattern}. {@link ValueText} and {@link ReadableTime} serve
 * messages.
 */
@NullMarked
package org.speedwell.accelerator.text;

import org.jspecify.annotations.NullMarked;
