package org.speedwell.accelerator.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random patterns and texts, compared with regular expressions and strings. {@code -Dspeedwell.seed=S} sets the first
 * seed.
 */
@Tag("oracle")
class TextPatternTest {
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_123);
    private static final int PATTERNS = 20_000;
    private static final List<String> LETTERS = List.of("a", "b", "ab", "é", "€", "😀", "\n", "%", "_", "\\");
    private static final List<String> SIGNS = List.of("%", "_", "\\%", "\\_", "\\\\");

    private static String text(SplittableRandom random, int max) {
        int letters = random.nextBoolean() ? 3 : LETTERS.size();
        return IntStream.range(0, random.nextInt(max))
                .mapToObj(_ -> LETTERS.get(random.nextInt(letters)))
                .collect(Collectors.joining());
    }

    private static String pattern(SplittableRandom random) {
        return IntStream.range(0, random.nextInt(6))
                .mapToObj(_ -> random.nextInt(3) == 0
                        ? SIGNS.get(random.nextInt(SIGNS.size()))
                        : LETTERS.get(random.nextInt(7)))
                .collect(Collectors.joining());
    }

    private static Pattern expression(String like) {
        StringBuilder expression = new StringBuilder();
        for (int i = 0; i < like.length(); i++) {
            switch (like.charAt(i)) {
                case '%' -> expression.append(".*");
                case '_' -> expression.append('.');
                case '\\' -> expression.append(Pattern.quote(like.substring(i + 1, ++i + 1)));
                default -> {
                    int end = like.offsetByCodePoints(i, 1);
                    expression.append(Pattern.quote(like.substring(i, end)));
                    i = end - 1;
                }
            }
        }
        return Pattern.compile(expression.toString(), Pattern.DOTALL);
    }

    @Test
    void patternMatchesLikeTheRegularExpression() {
        for (long seed = SEED; seed < SEED + PATTERNS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            String like = pattern(random);
            String text = text(random, 12);

            assertThat(TextPattern.like(like).matches(text))
                    .as("seed %d: '%s' like '%s'", seed, text, like)
                    .isEqualTo(expression(like).matcher(text).matches());
        }
    }

    @Test
    void partsAreFoundLikeInStrings() {
        for (long seed = SEED; seed < SEED + PATTERNS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            String part = text(random, 4);
            String text = text(random, 40);

            assertThat(TextPattern.contains(part).matches(text))
                    .as("seed %d: '%s' contains '%s'", seed, text, part)
                    .isEqualTo(text.contains(part));
            assertThat(TextPattern.endsWith(part).matches(text))
                    .as("seed %d: '%s' ends with '%s'", seed, text, part)
                    .isEqualTo(text.endsWith(part));
            assertThat(TextPattern.like(TextPattern.contains(part).toString()).matches(text))
                    .as("seed %d: written as a pattern, '%s' contains '%s'", seed, text, part)
                    .isEqualTo(text.contains(part));
        }
    }

    @Test
    void concatenatedTextsMatchLikeEachAlone() {
        for (long seed = SEED; seed < SEED + PATTERNS / 10; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            TextPattern pattern =
                    random.nextBoolean() ? TextPattern.like(pattern(random)) : TextPattern.contains(text(random, 4));
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            int[] ends = new int[random.nextInt(1, 40)];
            List<Integer> expected = new ArrayList<>();
            for (int i = 0; i < ends.length; i++) {
                String text = text(random, 20);
                bytes.writeBytes(Utf16Bytes.encode(text));
                ends[i] = bytes.size();
                if (pattern.matches(text)) {
                    expected.add(i);
                }
            }
            List<Integer> found = new ArrayList<>();
            pattern.matches(bytes.toByteArray(), ends, ends.length, found::add);

            assertThat(found).as("seed %d: %s", seed, pattern).isEqualTo(expected);
        }
    }
}
