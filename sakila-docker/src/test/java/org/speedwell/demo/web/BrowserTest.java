package org.speedwell.demo.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.speedwell.demo.shop.SakilaRows;
import org.speedwell.demo.shop.Shop;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;

/**
 * Tests the page in a headless Chromium: empty, then running, then without the database. The screenshots are in
 * {@code target/screenshots}.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("fault")
@Tag("forked")
class BrowserTest {
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");
    private static final List<String> PANELS = List.of("queries", "latency", "live", "maintained", "snapshot");

    private static final Map<String, String> CHARTS = Map.of("latency", "latency-chart", "live", "revenue-chart");

    private static Database database;
    private static Shop shop;
    private static DemoServer server;
    private static ChromeDriver browser;

    @BeforeAll
    static void open() throws IOException {
        Path chromium = found("CHROMIUM", "chromium", "chromium-browser", "google-chrome");
        Path driver = found("CHROMEDRIVER", "chromedriver");
        Files.createDirectories(SCREENSHOTS);
        database = Database.embedded();
        shop = new Shop(database, new SakilaRows(1, null, false), Progress.none(), _ -> {});
        server = new DemoServer(shop, "127.0.0.1", 0, List.of());
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium.toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox", // Root, for example in a container, cannot use the sandbox.
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-first-run",
                "--window-size=1180,900");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.WARNING);
        options.setCapability("goog:loggingPrefs", logs);
        browser = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(driver.toFile())
                        .build(),
                options);
        browser.get("http://localhost:" + server.port() + "/");
        until(
                "the list of queries",
                () -> browser.findElements(By.cssSelector("#query-list .card")).size() == 22);
    }

    /** Returns the path of a program of the test machine. Without the program the tests are aborted with the reason. */
    private static Path found(String variable, String... names) {
        String given = System.getenv(variable);
        if (given != null) {
            return Path.of(given);
        }
        for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            for (String name : names) {
                Path program = Path.of(folder, name);
                if (Files.isExecutable(program)) {
                    return program;
                }
            }
        }
        String missing = "NOT TESTED IN A BROWSER: there is no " + names[0] + " on the PATH. Install Chromium and its"
                + " driver (Debian: chromium and chromium-driver), or name it in the environment's " + variable + ".";
        System.out.println(missing);
        return abort(missing);
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.quit();
        }
        if (server != null) {
            server.close();
            shop.close();
            database.close();
        }
    }

    @Test
    @Order(1)
    void panelsShowBeforeFirstRun() throws IOException {
        until("the database's name", () -> text("#database").contains("MariaDB"));
        assertThat(element("#banner").isDisplayed()).isFalse();
        for (String panel : PANELS) {
            show(panel);
            shoot("empty-" + panel);
        }
        until("the rows in memory", () -> text("#snap-rows").equals("47,273rows"));
    }

    @Test
    @Order(2)
    void queryShowsAnswersTimesRatioAndPlan() throws IOException {
        show("queries");
        WebElement card =
                browser.findElements(By.cssSelector("#query-list .card")).getFirst();
        card.findElement(By.tagName("button")).click();
        until("a verdict", () -> card.findElement(By.className("verdict")).isDisplayed());
        assertThat(card.findElement(By.className("verdict")).getText()).isEqualTo("same");
        assertThat(card.findElement(By.className("ratio")).getText()).contains("×");
        assertThat(card.getText()).contains("over SQL", "from memory", "both: 896");
        card.findElement(By.tagName("summary")).click();
        assertThat(card.getText()).contains("film, 1,000 rows");
    }

    @Test
    @Order(3)
    void keysDoWhatTheMouseDoes() throws IOException {
        WebElement body = browser.findElement(By.tagName("body"));
        body.sendKeys("2");
        until("the second panel", () -> element("#panel-latency").isDisplayed());
        browser.switchTo().activeElement().sendKeys(Keys.ARROW_RIGHT);
        until("the third panel", () -> element("#panel-live").isDisplayed());
        browser.switchTo().activeElement().sendKeys(Keys.HOME);
        until("the first panel", () -> element("#panel-queries").isDisplayed());
    }

    @Test
    @Order(4)
    void loadRentalsAndReloadRun() throws IOException {
        show("latency");
        element("#load-toggle").click();
        until("calls", () -> !text("#latency-table .memory").contains("–\n"));
        until("a median over SQL", () -> cells("#latency-table .sql td", 2).contains("s"));
        show("live");
        element("#live-toggle").click();
        until(
                "ten films",
                () -> browser.findElements(By.cssSelector("#top-films b")).size() == 10);
        until("an age", () -> text("#live-stale").contains("ms"));
        show("maintained");
        until(
                "the delay of five results",
                () -> browser.findElements(By.cssSelector("#maintained-list .memory .about")).stream()
                                .filter(about -> about.getText().contains("after COMMIT"))
                                .count()
                        == 5);
        until("the load of the polling", () -> text("#maintained-sql").contains("s a second"));
        until(
                "five comparisons",
                () -> browser.findElements(By.cssSelector("#maintained-list .sql .about")).stream()
                                .filter(about -> about.getText().contains("same in version"))
                                .count()
                        == 5);
        shoot("moving-maintained");
        show("snapshot");
        long version = version();
        element("#reload").click();
        until("the next version", () -> version() > version);
        until("the end of it", () -> text("#reload-text").contains("loaded in"));
        until("rentals that are followed", () -> text("#snap-rows").compareTo("47,273rows") > 0);
        until("what came meanwhile", () -> text("#follow-phase").equals("followed"));
        until(
                "a transaction since the reload",
                () -> text("#follow-transactions").matches("[1-9][\\d,]*"));
        until("a position", () -> text("#follow-note").contains("Memory contains all transactions before "));
        until("an age of milliseconds", () -> text("#snap-age").matches("\\d+ms"));
        browser.findElements(By.cssSelector("#snap-tables .fold")).getFirst().click();
        assertThat(text("#snap-tables")).contains("payment_id", "amount", "kB", "%");
        for (String panel : PANELS) {
            show(panel);
            shoot("running-" + panel);
        }
        for (String chart : CHARTS.keySet()) {
            show(chart);
            assertThat((List<?>) browser.executeScript(PageScripts.POINTS_OUTSIDE, CHARTS.get(chart)))
                    .as("points outside of " + chart)
                    .isEmpty();
        }
        show("live");
        element("#live-toggle").click();
        until("the end", () -> text("#live-state").startsWith("Stopped"));
        show("maintained");
        until(
                "five equal results",
                () -> browser.findElements(By.cssSelector("#maintained-list [data-verdict=SAME]"))
                                .size()
                        == 5);
        shoot("same-maintained");
        show("latency");
        element("#load-toggle").click();
    }

    @Test
    @Order(5)
    void pageFitsPhoneInLightAndDark() throws IOException {
        String light = browser.findElement(By.tagName("body")).getCssValue("background-color");
        element("#theme").click();
        assertThat(browser.findElement(By.tagName("body")).getCssValue("background-color"))
                .isNotEqualTo(light);
        browser.manage().window().setSize(new Dimension(500, 844)); // the narrowest window of Chromium
        browser.executeScript("document.body.style.width = '360px'");
        for (String panel : PANELS) {
            show(panel);
            shoot("phone-" + panel);
            assertThat(browser.executeScript("return document.body.scrollWidth <= document.body.offsetWidth"))
                    .as("no wider than a phone: " + panel)
                    .isEqualTo(true);
        }
        browser.executeScript("document.body.style.width = ''");
        browser.manage().window().setSize(new Dimension(1180, 900));
        element("#theme").click();
    }

    @Test
    @Order(6)
    void pageIsCompleteAtEveryWidth() throws IOException {
        for (int width : List.of(320, 390, 768, 1280)) {
            resize(width);
            for (String panel : PANELS) {
                show(panel);
                shoot("width-" + width + "-" + panel);
                assertThat((List<?>) browser.executeScript(PageScripts.BEYOND_THE_EDGE))
                        .as(panel + " at " + width)
                        .isEmpty();
                assertThat((List<?>) browser.executeScript(PageScripts.TEXT_BEYOND_ITS_BOX))
                        .as("text beyond its box in " + panel + " at " + width)
                        .isEmpty();
            }
            assertThat((List<?>) browser.executeScript(PageScripts.FRAMES_OVER_LABELS))
                    .as("labels under the frame of the focus at " + width)
                    .isEmpty();
            assertThat((List<?>) browser.executeScript(PageScripts.BROKEN_NAMES))
                    .as("names broken at " + width)
                    .isEmpty();
            assertThat((List<?>) browser.executeScript(PageScripts.UNNAMED_CELLS))
                    .as("cells without the name of their column at " + width)
                    .isEmpty();
            for (String chart : CHARTS.keySet()) {
                show(chart);
                assertThat((List<?>) browser.executeScript(PageScripts.OVERLAPPING_LABELS, CHARTS.get(chart)))
                        .as("labels of " + chart + " at " + width)
                        .isEmpty();
            }
        }
        resize(0);
    }

    @Test
    @Order(7)
    void chartsFollowTheTheme() {
        browser.executeScript("delete document.documentElement.dataset.theme"); // the state before a first choice
        for (String theme : List.of("dark", "light", "dark")) {
            browser.executeCdpCommand(
                    "Emulation.setEmulatedMedia",
                    Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", theme))));
            assertChartsUsePageColours("the system's, " + theme);
            assertThat((List<?>) browser.executeScript(PageScripts.UNREADABLE))
                    .as(theme)
                    .isEmpty();
        }
        element("#theme").click();
        assertChartsUsePageColours("chosen");
        element("#theme").click();
        assertChartsUsePageColours("the other");
    }

    private static void assertChartsUsePageColours(String theme) {
        CHARTS.forEach((panel, canvas) -> {
            show(panel);
            until(
                    "the colours of " + panel + ", " + theme,
                    () -> Boolean.TRUE.equals(browser.executeScript(PageScripts.PAGES_COLOURS, canvas)));
        });
    }

    /** Simulates a pause of the rentals: the newest window is still an old one, then windows of the present arrive. */
    @Test
    @Order(8)
    void restartOfRentalsBreaksLineOfChart() {
        show("live");
        assertThat(browser.executeAsyncScript(PageScripts.RESTART))
                .as("places in time and revenues, newest last; null where the line is broken")
                .isEqualTo(List.of(-10.25, 90L, -10L, 100L, -0.5, "NaN", -0.5, 10L, 0L, 20L));
    }

    @Test
    @Order(9)
    void browserLogsNoWarnings() {
        assertThat(browser.manage().logs().get(LogType.BROWSER).getAll()).isEmpty();
    }

    @Test
    @Order(10)
    void memoryAnswersWhileTheDatabaseIsGone() throws IOException {
        database.close();
        until("the banner", () -> element("#banner").isDisplayed());
        assertThat(text("#banner")).contains("The database has been gone", "Memory still answers");
        show("queries");
        WebElement card =
                browser.findElements(By.cssSelector("#query-list .card")).get(1);
        card.findElement(By.tagName("button")).click();
        until("a verdict", () -> card.findElement(By.className("verdict")).isDisplayed());
        assertThat(card.getText()).contains("only memory answers", "223", "The database does not answer");
        show("snapshot");
        until("that it is not followed", () -> text("#follow-phase").equals("not reached"));
        for (String panel : PANELS) {
            show(panel);
            shoot("gone-" + panel);
        }
    }

    /** Shows the page as on a screen of the given width in pixels. Zero restores the window's own width. */
    private static void resize(int width) {
        if (width == 0) {
            browser.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
        } else {
            browser.executeCdpCommand(
                    "Emulation.setDeviceMetricsOverride",
                    Map.of("width", width, "height", 844, "deviceScaleFactor", 1, "mobile", width < 700));
        }
        until("the width", () -> width == 0 || Long.valueOf(width).equals(browser.executeScript("return innerWidth")));
    }

    private static void show(String panel) {
        element("#tab-" + panel).click();
        assertThat(element("#panel-" + panel).isDisplayed()).isTrue();
    }

    private static void shoot(String name) throws IOException {
        Files.write(SCREENSHOTS.resolve(name + ".png"), browser.getScreenshotAs(OutputType.BYTES));
    }

    private static WebElement element(String selector) {
        return browser.findElement(By.cssSelector(selector));
    }

    private static String text(String selector) {
        return element(selector).getText();
    }

    private static long version() {
        return Long.parseLong(text("#snap-version").replace(",", ""));
    }

    private static String cells(String selector, int index) {
        return browser.findElements(By.cssSelector(selector)).get(index).getText();
    }

    private static void until(String what, BooleanSupplier condition) {
        await(what).atMost(Duration.ofMinutes(2)).pollInSameThread().until(condition::getAsBoolean);
    }
}
