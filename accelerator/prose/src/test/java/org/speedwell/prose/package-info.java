/**
 * The prose check: {@code ProseTest} reads every page, Javadoc comment, comment and message of the project and rejects sentences
 * that break the style rules.
 * <ul>
 *   <li>{@code rules.xml} holds the banned phrases, as LanguageTool patterns; {@code Checker} adds rules of length and of openings.
 *   <li>{@code known.tsv} counts the offences of files that are not yet rewritten. A count may only shrink.
 *   <li>Nothing here uses the network.
 * </ul>
 *
 * <p>Start at {@code ProseTest}, then {@code JavaProse}, {@code MarkdownProse} and {@code Checker}.
 */
@NullMarked
package org.speedwell.prose;

import org.jspecify.annotations.NullMarked;
