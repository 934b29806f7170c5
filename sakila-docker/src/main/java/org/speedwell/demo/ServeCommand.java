package org.speedwell.demo;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.speedwell.demo.shop.DemoException;
import org.speedwell.demo.shop.Shop;
import org.speedwell.demo.web.DemoServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The command {@code serve}, which shows the demo as a web page. */
@Command(
        name = "serve",
        sortOptions = false,
        usageHelpWidth = 100,
        header = "Serves the demo as a web page until Ctrl-C: queries, latencies, live windows and maintained results.",
        description = {
            "",
            "For example: demo serve, then open http://localhost:8080",
            "",
        },
        optionListHeading = "%nOptions:%n")
final class ServeCommand implements Callable<Integer> {
    private static final int LAST_PORT = 65_535;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "8080",
            description = "Listen on this port; 0 selects a free one. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Listen on this address. Default: ${DEFAULT-VALUE}, which only this machine can reach."
                    + " The page has no password, so take care with other addresses.")
    private String host = "";

    @Option(
            names = "--allow-host",
            paramLabel = "NAME",
            description = "A host name that browsers may use besides localhost. Repeat the option for more names.")
    private List<String> names = List.of();

    @Option(
            names = "--train",
            description = "Request the page once and end. Use it to make an AOT cache: java -XX:AOTCacheOutput=demo.aot"
                    + " -jar demo.jar serve --train.")
    private boolean isTraining;

    @Mixin
    private DemoOptions options = new DemoOptions();

    @Override
    public Integer call() {
        if (port < 0 || port > LAST_PORT) {
            throw new ParameterException(
                    options.command().commandLine(), "--port is " + port + ", but must be from 0 to " + LAST_PORT);
        }
        requireFree();
        Thread.ofVirtual().name("classes of the server").start(DemoServer::loadClasses);
        return options.inShop(this::serve);
    }

    private int serve(Shop shop, Terminal terminal) {
        try (DemoServer server = new DemoServer(shop, host, port, names)) {
            Runtime.getRuntime().addShutdownHook(new Thread(server::close, "end of the page"));
            SakilaDemo.printState(shop, terminal);
            warnings(host).forEach(terminal::line);
            terminal.line("Open http://" + DemoServer.address(host) + ":" + server.port() + "   (Ctrl-C ends it)");
            if (isTraining) {
                request(server.port());
                terminal.line("The page has answered. The training ends.");
            } else {
                new CountDownLatch(1).await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }

    /** Requests what a browser requests first. */
    private void request(int port) {
        for (String path : List.of("/", "/api/about", "/health")) {
            URI page = URI.create("http://" + DemoServer.address(host) + ":" + port + path);
            try (InputStream body = page.toURL().openStream()) {
                body.readAllBytes();
            } catch (IOException e) {
                throw new DemoException("The page does not answer at " + page + ": " + e.getMessage(), e);
            }
        }
    }

    /** Returns the warnings for an address that other machines can reach. */
    static List<String> warnings(String host) {
        return DemoServer.isForThisMachineOnly(host)
                ? List.of()
                : List.of(
                        "WARNING: The page listens on " + host
                                + ", so other machines can reach it. It has no password.",
                        "Every client that reaches its port can put load on the database and write rentals to it.");
    }

    /** Checks the port before the demo starts and loads the database, so that the user need not wait for the error. */
    private void requireFree() {
        try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getByName(host))) {
            probe.setReuseAddress(true);
        } catch (IOException e) {
            throw DemoServer.portInUse(host, port, e);
        }
    }
}
