/**
 * Codecs, which translate values into keys and back, and the dictionaries of text columns. Internal.
 *
 * <ul>
 * <li>The order of the keys is the order of the values, unless the values of a type mapper have no order.
 * <li>Codecs are immutable. A later version of a {@link Dictionary} keeps the keys of its values while they have room
 * for more, and otherwise changes all keys.
 * <li>A column whose values a type mapper converts has a {@link MappedCodec} over the codec of the stored values.
 * </ul>
 *
 * <p>Start at {@link KeyCodec}. Then read {@link IntegralCodec}, the simplest codec, and {@link TextCodec} with
 * {@link Dictionary}.
 */
@NullMarked
package org.speedwell.accelerator.codec;

import org.jspecify.annotations.NullMarked;
