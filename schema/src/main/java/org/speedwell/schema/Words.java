package org.speedwell.schema;

import java.util.List;

/** Lists of words for names and texts, and their combinations. All names are invented. */
final class Words {

    private static final List<String> TITLE_FIRST = list("""
            AMBER AUTUMN AZURE BITTER BORROWED BRAZEN BRIGHT BROKEN BURNISHED CANDID CARVED CEDAR CINDER CLEVER
            CLOUDED COBALT COLD COPPER CORAL COUNTED CRISP CROOKED CROWDED CRUMBLING DANCING DAPPLED DIM DISTANT
            DOUBTFUL DRIFTING DUSTY EAGER EARNEST EASTERN EMBER EMPTY ENDLESS FADED FEARLESS FEATHERED FERAL FLOATING
            FOGGY FORGIVEN FRAGILE FROSTED GENTLE GILDED GLASS GRANITE GRATEFUL GREEN HALCYON HARMLESS HASTY HAZEL
            HESITANT HIDDEN HOLLOW HOMEWARD HONEST HUMBLE HUSHED IDLE INKED INLAND IRON IVORY JADE JAGGED JOLLY KEEN
            KINDLED LATE LAVENDER LEADEN LENT LIMESTONE LINEN LISTENING LONELY LOYAL LUCID MARBLE MEANDERING MELLOW
            MENDED MISTY MODEST MOSSY MUDDY NARROW NIMBLE NORTHERN OAKEN OBLIQUE OCHRE OPEN PAINTED PALE PATIENT PEARL
            PEWTER PLAIN POLISHED QUARTZ QUIET RAGGED RAINY RELUCTANT RESTLESS RIPE ROAMING RUSSET SALTED SANDY SATIN
            SCARLET SECOND SEVENTH SHALLOW SILENT SILVER SLANTED SLEEPLESS SLENDER SMOKY SOLEMN SOUTHERN SPARE STEADY
            STERN STRAW STUBBORN SUNLIT TALL TANGLED TARDY TEPID THIRTEENTH TIDAL TIN TOLERANT UMBER UNEVEN UNSPOKEN
            UPHILL VACANT VELVET VERDANT WANDERING WESTERN WICKER WINDWARD WINTRY WOOLEN WOVEN YONDER ZEALOUS""");

    private static final List<String> TITLE_SECOND = list("""
            ACORN ALMANAC ANCHOR ANTHILL APIARY ARCHWAY ATLAS ATTIC AWNING BADGER BAKERY BALCONY BALLAST BARLEY BASIN
            BEACON BELFRY BELLOWS BICYCLE BIRCH BLANKET BOLLARD BONFIRE BOULDER BRACKEN BRAMBLE BREAKWATER BRIDLE
            BUCKET BUTTON CABINET CALENDAR CANOPY CARAVAN CARTWHEEL CAUSEWAY CELLAR CHANDLER CHIMNEY CLARINET CLAY
            CLOVER COBBLER COMPASS CORRIDOR COTTAGE COURTYARD CRADLE CRICKET CURLEW CURTAIN DAIRY DELTA DOORWAY DORY
            DRAGONFLY DRAWER ECHO ERRAND ESTUARY FATHOM FERNERY FERRY FIDDLE FIREPLACE FLINT FOOTBRIDGE FORGE FOUNDRY
            FURLONG GABLE GAZETTE GLACIER GONDOLA GRANARY GRAVEL GREENHOUSE GULLY HAMMOCK HARBOR HARVESTER HAYLOFT
            HEATHER HEDGEROW HERON HINGE HOURGLASS INKWELL INLET ISTHMUS JETTY JUNIPER KETTLE KITE LADDER LAGOON
            LANTERN LARDER LATTICE LEDGER LIGHTHOUSE LOCKET LOOM MAGPIE MALLET MARSH MEADOW MEZZANINE MILLSTONE
            MINARET MOORING MULBERRY NETTLE NUTMEG OBELISK ORCHARD OTTER PADDOCK PAPYRUS PARASOL PASTURE PAVILION
            PEBBLE PENDULUM PICKET PLATEAU PLUMAGE POSTCARD PRAIRIE PULLEY QUARRY QUAY QUILT RAFTER RAVINE REEF
            RIVERBED ROSTRUM RUDDER SADDLE SAPLING SAWMILL SCAFFOLD SEXTANT SHINGLE SKYLIGHT SLUICE SPARROW SPINDLE
            STAIRCASE STENCIL SUNDIAL TANNERY TEACUP THICKET THIMBLE TIMBER TRELLIS TUNDRA TURNSTILE UMBRELLA VERANDA
            VIADUCT VINEYARD WAGON WALNUT WATERMILL WEATHERVANE WHARF WILLOW WINDLASS WORKSHOP YARROW""");

    private static final List<String> TRAIT = list("""
            absent-minded blunt cautious cheerful curious forgetful frugal homesick jealous meticulous nosy retired
            stubborn superstitious talkative unlucky""");
    private static final List<String> HERO = list("""
            archivist beekeeper botanist cartographer clockmaker conductor cooper ferryman glassblower innkeeper
            lamplighter mapmaker midwife notary organist piano-tuner postmistress puppeteer shepherd stonemason
            surveyor typesetter weaver zoologist""");
    private static final List<String> DEED = list("""
            bury catalogue deceive forgive impersonate inherit marry outrun outwit paint persuade photograph pursue
            repay rescue translate""");
    private static final List<String> PLACE = list("""
            aqueduct barge boarding-house border-town cloister desert-island dockyard fairground hill-station
            lighthouse mountain-pass night-train observatory salt-mine spa-hotel tea-plantation""");

    private static final List<String> FIRST_NAMES = list("""
            ABEL ADRIANA AGATA ALBIN AMIRA ANSELM ANTONIA ARVID ASTRID BALTHASAR BEATA BENEDIKT BIRGIT BRAM CASIMIR
            CELINA CLEMENS CORDELIA COSIMA DAGNY DARIO DELIA DESMOND EBBA EDELINE EDVARD EILEEN ELODIE EMERIC ENZO
            ESMERALDA EUGEN FABIAN FELICITAS FENJA FINN FLORIAN FREYA GABOR GERDA GISELA GREGOR GUNNAR HALINA HEDDA
            HELMA HENRIK HORACE IDA IGNAZ ILSE IMRE INGRID ISOLDE IVAR JADWIGA JASPER JORUN JOSEFA JULIUS KAJA KASPAR
            KERSTIN KLARA KNUT LADISLAUS LEONIE LEOPOLD LINNEA LORENZ LUDMILA MAGNUS MALVINA MARIT MATTEO MATILDA
            MERLE MIRIAM MORITZ NADIA NIKOLAI NOEMI ODETTE OLAV OSKAR OTTILIE PALOMA PASCAL PETRA QUENTIN RADKA RASMUS
            RENATA ROLAND RUNA SASKIA SELMA SEVERIN SIGRID SILAS SOLVEIG STELLAN SVEN TABEA TADEUSZ THEKLA THORE TILDA
            TORVALD TRUDE ULRIKA URBAN VALESKA VERENA VIKTOR WANDA WENZEL WILMA XENIA YANNIK YRSA ZENO ZITA""");

    private static final List<String> LAST_NAMES = list("""
            ABENDROTH ALDERSON AMBERLEY ANDERSSEN ARKWRIGHT ASHDOWN ASPLUND BALLARIN BANNERMAN BECHSTEIN BELLWETHER
            BERGSTROM BIRKELAND BLACKTHORN BONNEVILLE BRANDVOLD BRIARWOOD BRINKMANN BROADWATER BUCHHOLZ CALLOWAY
            CARDELLINI CASTELNAU CHAMBERLAYNE CLAYBOURNE COPPERFELD CORNELIS CRANMER CROSSLAND DAHLGREN DALRYMPLE
            DANEBROG DEVEREUX DORNBUSCH DRUMMELIER DUNNAGAN EASTERBROOK EBERHARDT EKSTRAND ELLINGWOOD ENGSTROM
            FAIRWEATHER FALKENBERG FARADINE FERRANTINI FINSTERWALD FJELLHEIM FOTHERGILL FREDERIKSEN GALLOWGLASS
            GARIBALDO GLADSTEIN GOLDHAMMER GREYSTONE GRUNDTVIG HAGERSTROM HALLORANE HARTMANNSTHAL HAVERSHAM HEATHCOTE
            HELLSTROM HOLMGAARD HOLLENBECK HUNTINGDON IMMERWAHR INGLENOOK ISAKSSON JAGIELSKI JANOWITZ JORGENSTERN
            KALTENBACH KARLSBERG KESTREL KIRKEBRIDE KLOPSTOCK KOWALCZUK KRISTIANSUND LAGERFELT LANGSTROTH LARKSPUR
            LAURITZEN LEICHTMANN LINDQUIST LOCKHAVEN LOWENTHAL LUNDEGAARD MACALLISTER MALMSTEEN MARCHETTI MEADOWCROFT
            MERRIWEATHER MIDDLEMARCH MONTALBANO MORGENROTH NACHTIGALL NEDERLANDER NIGHTINGALE NORDSTRAND OAKENSHAW
            OBERHOLZER OLDENBURG ORTELLI OVERGAARD PAPADAKIS PEMBROKE PENHALIGON PILKINGTON POINDEXTER QUACKENBOSS
            QUARTERMAINE RADCLYFFE RASMUSSEN RAVENSCROFT REINHOLDT ROSENQUIST RUTHERGLEN SALTONSTALL SANDERLING
            SCHIMMEL SEDGEWICK SILVERTHORNE SOMMERFELD STARKWEATHER STEINMETZ STRANDBERG SUNDQUIST TAVERNIER
            THISTLEWOOD THORVALDSEN TRELAWNEY ULLMANN UNDERHILL VANDERMEER VESTERGAARD VOGELSANG WAINSCOTT WALDENSTROM
            WESTENRA WHITTAMORE WILDENSTEIN WINTERBOTTOM WOLLSTONE YARBOROUGH ZELENKA ZIMMERWALD""");

    private static final List<String> LAND_FIRST = list("""
            Alm Ard Bel Bren Cael Cor Dal Dor Esk Fal Fen Gal Hes Ith Jor Kal Lum Mar Nim Ost Pel Quel Ros Sor Tal Um
            Vel Zan""");
    private static final List<String> LAND_LAST =
            list("adia amark anda aria avia eland essia inia onia oria undia urra");
    private static final List<String> TOWN_FIRST = list("""
            Alder Amber Ash Barrow Beck Birch Black Bram Bright Broad Clay Clear Cold Copper Crane Cross
            Deer Drift East Elm""", """
            Fair Fern Flint Fox Glen Gold Green Hare Haw Heron High Holm Iron Kings Lake Lark Long Maple
            Marsh Mill""", """
            North Oak Otter Owl Pine Quarry Raven Red Rook Salt Sand Silver Stone Swan Thorn West White
            Wind Wolf""");
    private static final List<String> TOWN_LAST = list("""
            bourne bridge brook burg bury by cliff cote croft dale den field ford gate grove ham haven hill hurst ley
            mere mouth port shaw stead thorpe ton wick wold worth""");
    private static final List<String> STREETS = list("Street Road Lane Way Avenue Parkway Place Boulevard Drive Loop");

    static final List<String> CATEGORIES = list("""
            Adventure Biography Courtroom Crime Fantasy Heist History Mystery Noir Nature Period Romance Satire Spy
            Thriller Western""");
    static final List<String> LANGUAGES = list("Greek Portuguese Finnish Swahili Korean Hindi");

    /** The number of titles of two words. Further titles have a number. */
    private static final int TITLES = TITLE_FIRST.size() * TITLE_SECOND.size();

    private Words() {}

    static String title(int film, long key) {
        int pair = Permutation.of(film % TITLES, TITLES, key);
        String words = TITLE_FIRST.get(pair / TITLE_SECOND.size()) + " " + TITLE_SECOND.get(pair % TITLE_SECOND.size());
        return film < TITLES ? words : words + " " + (film / TITLES + 1);
    }

    static String description(long random) {
        return "The story of " + article(pick(TRAIT, random)) + " " + pick(HERO, random >>> 13) + " who has to "
                + pick(DEED, random >>> 26) + " " + article(pick(HERO, random >>> 39)) + " in "
                + article(pick(PLACE, random >>> 52)).replace('-', ' ');
    }

    static int names() {
        return FIRST_NAMES.size() * LAST_NAMES.size();
    }

    /** Returns the first name of one of {@link #names()} pairs of a first and a last name. */
    static String firstName(int pair) {
        return FIRST_NAMES.get(pair % FIRST_NAMES.size());
    }

    static String lastName(int pair) {
        return LAST_NAMES.get(pair / FIRST_NAMES.size());
    }

    static String country(int i, long key) {
        int pair = Permutation.of(i, LAND_FIRST.size() * LAND_LAST.size(), key);
        return LAND_FIRST.get(pair / LAND_LAST.size()) + LAND_LAST.get(pair % LAND_LAST.size());
    }

    static String town(int i, long key) {
        int pair = Permutation.of(i, TOWN_FIRST.size() * TOWN_LAST.size(), key);
        return TOWN_FIRST.get(pair / TOWN_LAST.size()) + TOWN_LAST.get(pair % TOWN_LAST.size());
    }

    static String street(long random) {
        return pick(TOWN_FIRST, random) + pick(TOWN_LAST, random >>> 13) + " " + pick(STREETS, random >>> 26);
    }

    private static String article(String noun) {
        return ("aeiou".indexOf(noun.charAt(0)) < 0 ? "a " : "an ") + noun;
    }

    private static String pick(List<String> words, long random) {
        return words.get((int) ((random & 0x1fff) % words.size()));
    }

    private static List<String> list(String... texts) {
        return List.of(String.join(" ", texts).split("\\s+"));
    }
}
