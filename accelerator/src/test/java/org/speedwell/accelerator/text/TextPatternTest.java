package org.speedwell.accelerator.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
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
            long[] ends = new long[random.nextInt(1, 40)];
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

    @Test
    void wordsAndVectorsFindTheSameBytes() {
        for (long seed = SEED; seed < SEED + PATTERNS / 10; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] text = random.ints(random.nextInt(300), 'a', 'd')
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString()
                    .getBytes(StandardCharsets.ISO_8859_1);
            int from = random.nextInt(text.length + 1);
            int to = random.nextInt(from, text.length + 1);
            int begin = random.nextInt(text.length + 1);
            byte[] wanted = Arrays.copyOfRange(text, begin, Math.min(text.length, begin + random.nextInt(1, 16)));
            if (wanted.length == 0) {
                continue;
            }
            TextPattern.Part part = TextPattern.Part.of(wanted);
            String all = new String(text, from, to - from, StandardCharsets.ISO_8859_1);
            int expected = all.indexOf(new String(wanted, StandardCharsets.ISO_8859_1));
            int byVectors = VectorSearch.search(text, from, to, part);

            assertThat(TextPattern.searchByWords(text, from, to, part))
                    .as("seed %d", seed)
                    .isEqualTo(expected < 0 ? -1 : from + expected);
            assertThat(byVectors < 0 ? TextPattern.searchByWords(text, ~byVectors, to, part) : byVectors)
                    .as("seed %d", seed)
                    .isEqualTo(expected < 0 ? -1 : from + expected);
        }
    }
}
