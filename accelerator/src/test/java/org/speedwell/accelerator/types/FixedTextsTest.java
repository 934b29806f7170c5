package org.speedwell.accelerator.types;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The texts of addresses and UUIDs, which must equal those of MariaDB. */
@Tag("unit")
class FixedTextsTest {

    @ParameterizedTest
    @CsvSource({
        "00000000000000000000000000000000, ::",
        "00000000000000000000000000000001, ::1",
        "00000000000000000000000001020304, ::1.2.3.4",
        "00000000000000000000ffff01020304, ::ffff:1.2.3.4",
        "20010db8000000000000000000000000, 2001:db8::",
        "00010000000000020000000000000003, 1:0:0:2::3",
        "00010000000000020000000000030003, 1::2:0:0:3:3",
        "00010002000300040005000600070008, 1:2:3:4:5:6:7:8",
        "00010000000300040005000600070008, 1::3:4:5:6:7:8",
    })
    void addressesHaveTheirShortestText(String hex, String text) {
        assertThat(FixedTexts.inet6(HexFormat.of().parseHex(hex))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"01020304, 1.2.3.4", "ff00ff00, 255.0.255.0"})
    void addressesOfFourBytesAreDotted(String hex, String text) {
        assertThat(FixedTexts.inet4(HexFormat.of().parseHex(hex))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "01890a5dac96774bbcceb302099a8057, 01890a5d-ac96-774b-bcce-b302099a8057",
        "5b8c656024db95641026babad6ccd780, d6ccd780-baba-1026-9564-5b8c656024db",
    })
    void groupsOfOldVersionsAreReversed(String kept, String text) {
        assertThat(FixedTexts.uuid(HexFormat.of().parseHex(kept))).isEqualTo(text);
    }
}
