/**
 * The header that binary files and messages share. Internal: only the modules for streaming and for clusters use it
 * from outside.
 *
 * <ul>
 * <li>Every format has a mark and a version. A reader rejects every other version.
 * <li>A checksum covers the body, so that a reader decodes only bytes that a writer wrote.
 * </ul>
 *
 * <p>Start at {@link Format}. The page {@code docs/reference/formats.md} describes every format.
 */
@NullMarked
package org.speedwell.accelerator.format;

import org.jspecify.annotations.NullMarked;
