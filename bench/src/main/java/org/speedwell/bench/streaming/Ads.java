package org.speedwell.bench.streaming;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The events of the Yahoo Streaming Benchmark in memory: views, clicks and purchases of a thousand ads. Ten ads belong
 * to each of a hundred campaigns. The columns contain one period of random events, which repeats.
 */
final class Ads {
    /** The number of events after which the events repeat, apart from their times. */
    static final int PERIOD = 1_000_000;

    static final int CAMPAIGNS = 100;

    private static final int ADS = 10 * CAMPAIGNS;
    private static final int PAGES = 100;
    private static final int USERS = 100;

    private static final Kind[] KINDS = Kind.values();
    private static final Format[] FORMATS = Format.values();
    private static final Ads ALL = new Ads();

    private final long[] users = new long[PERIOD];
    private final long[] pages = new long[PERIOD];
    private final short[] ads = new short[PERIOD];
    private final byte[] formats = new byte[PERIOD];
    private final byte[] kinds = new byte[PERIOD];
    private final int[] addresses = new int[PERIOD];

    /** The campaign of each ad. */
    private final List<Campaign> campaigns;

    /** The type of an event. */
    enum Kind {
        VIEW,
        CLICK,
        PURCHASE
    }

    /** The type of an ad. */
    enum Format {
        BANNER,
        MODAL,
        SPONSORED_SEARCH,
        MAIL,
        MOBILE
    }

    /** An event of the benchmark. */
    record AdEvent(long user, long page, int ad, Format format, Kind kind, long time, int address)
            implements Feed.Event {}

    /** The two columns of a view that the query needs. */
    record View(int ad, long time) {}

    record Campaign(int id) {}

    /** A view of any ad of a campaign. */
    record CampaignView(int campaign, long time) {}

    private Ads() {
        Campaign[] byNumber =
                IntStream.range(0, CAMPAIGNS).mapToObj(Campaign::new).toArray(Campaign[]::new);
        campaigns =
                IntStream.range(0, ADS).mapToObj(ad -> byNumber[ad % CAMPAIGNS]).toList();
        for (int i = 0; i < PERIOD; i++) {
            users[i] = Feed.random(6L * i, USERS);
            pages[i] = Feed.random(6L * i + 1, PAGES);
            ads[i] = (short) Feed.random(6L * i + 2, ADS);
            formats[i] = (byte) Feed.random(6L * i + 3, FORMATS.length);
            kinds[i] = (byte) Feed.random(6L * i + 4, KINDS.length);
            addresses[i] = Feed.random(6L * i + 5, Integer.MAX_VALUE);
        }
    }

    /** Returns the event of a number. */
    static AdEvent event(long n, long time) {
        int i = (int) (n % PERIOD);
        return new AdEvent(
                ALL.users[i],
                ALL.pages[i],
                ALL.ads[i],
                FORMATS[ALL.formats[i]],
                KINDS[ALL.kinds[i]],
                time,
                ALL.addresses[i]);
    }

    static boolean isView(AdEvent event) {
        return event.kind() == Kind.VIEW;
    }

    static View view(AdEvent event) {
        return new View(event.ad(), event.time());
    }

    /** Returns the campaign of a view's ad. */
    static Optional<Campaign> campaign(View view) {
        return Optional.of(ALL.campaigns.get(view.ad()));
    }

    static CampaignView joined(View view, Optional<Campaign> campaign) {
        return new CampaignView(campaign.orElseThrow().id(), view.time());
    }
}
