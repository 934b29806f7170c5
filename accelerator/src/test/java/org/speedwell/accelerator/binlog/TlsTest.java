package org.speedwell.accelerator.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verifies the URL options that select how the driver encrypts its connections. */
@Tag("unit")
class TlsTest {
    @ParameterizedTest
    @CsvSource({
        "'', PREFERRED",
        "?user=a, PREFERRED",
        "?sslMode=DISABLED, DISABLED",
        "?useSSL=false, DISABLED",
        "?usessl=FALSE, DISABLED",
        "?useSSL=false&requireSSL=true, DISABLED",
        "?useSSL=true, PREFERRED",
        "?useSSL=true&requireSSL=true, REQUIRED",
        "?useSSL=yes&verifyServerCertificate=true, VERIFY_CA",
        "?requireSSL=true, PREFERRED",
        "?useSSL=false&sslMode=VERIFY_IDENTITY, VERIFY_IDENTITY"
    })
    void modeFollowsTheUrlOptions(String options, Tls.Mode mode) {
        assertThat(Tls.of(options).mode()).isEqualTo(mode);
    }
}
