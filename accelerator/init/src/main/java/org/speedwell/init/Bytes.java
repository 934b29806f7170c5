package org.speedwell.init;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A converter of numbers of bytes, such as {@code 512M}, from and to text. */
final class Bytes implements ITypeConverter<Long> {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,9})([KMGT]?)", Pattern.CASE_INSENSITIVE);
    private static final String UNITS = "KMGT";
    private static final int KILO_BITS = 10;

    @Override
    public Long convert(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new TypeConversionException("'" + text + "' is not a number of bytes: write it as 512M or 8G");
        }
        int unit = parts.group(2).isEmpty() ? 0 : UNITS.indexOf(parts.group(2).toUpperCase(Locale.ROOT)) + 1;
        return Long.parseLong(parts.group(1)) << KILO_BITS * unit;
    }

    static String text(long bytes) {
        int unit = 0;
        double number = bytes;
        while (number >= 1 << KILO_BITS && unit < UNITS.length()) {
            number /= 1 << KILO_BITS;
            unit++;
        }
        return unit == 0
                ? bytes + " bytes"
                : String.format(Locale.ROOT, number < 10 ? "%.1f %sB" : "%.0f %sB", number, UNITS.charAt(unit - 1));
    }
}
