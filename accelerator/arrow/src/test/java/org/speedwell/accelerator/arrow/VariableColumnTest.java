package org.speedwell.accelerator.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.text.Utf16Bytes;

/** The bytes of texts in memory become those of UTF-8, also for unpaired surrogates. */
@Tag("unit")
class VariableColumnTest {
    private static final String UNITS = "az\u007f\u0080é\u07ff\u0800\ud7ff\ue000\uffff\ud800\udbff\udc00\udfff";

    @Test
    void textsBecomeUtf8() throws CharacterCodingException {
        CharsetEncoder encoder = StandardCharsets.UTF_8
                .newEncoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .replaceWith(new byte[] {(byte) 0xEF, (byte) 0xBF, (byte) 0xBD});
        SplittableRandom random = new SplittableRandom(20_261_129L);
        for (int i = 0; i < 50_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(12); length > 0; length--) {
                text.append(UNITS.charAt(random.nextInt(UNITS.length())));
            }
            ByteBuffer expected = encoder.encode(CharBuffer.wrap(text));
            byte[] bytes = Utf16Bytes.encode(text.toString());
            int size = VariableColumn.toUtf8(bytes, bytes.length);
            assertThat(Arrays.copyOf(bytes, size))
                    .as(() ->
                            text.chars().mapToObj(Integer::toHexString).toList().toString())
                    .isEqualTo(Arrays.copyOf(expected.array(), expected.remaining()));
        }
    }
}
