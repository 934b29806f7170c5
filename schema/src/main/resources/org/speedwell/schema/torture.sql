-- Tables with every type of MySQL, NOT NULL and nullable. Torture.java inserts the rows, with the extremes of each type.
-- Load it into an empty schema, because no statement names a schema. For MySQL 8 and 9 and for MariaDB 11.
-- The name of a nullable column is that of its NOT NULL twin with the prefix opt_. The letter u means UNSIGNED.

CREATE TABLE integers (
    id         INT                NOT NULL,
    tiny       TINYINT            NOT NULL,
    opt_tiny   TINYINT            DEFAULT NULL,
    utiny      TINYINT UNSIGNED   NOT NULL,
    opt_utiny  TINYINT UNSIGNED   DEFAULT NULL,
    small      SMALLINT           NOT NULL,
    opt_small  SMALLINT           DEFAULT NULL,
    usmall     SMALLINT UNSIGNED  NOT NULL,
    opt_usmall SMALLINT UNSIGNED  DEFAULT NULL,
    mid        MEDIUMINT          NOT NULL,
    opt_mid    MEDIUMINT          DEFAULT NULL,
    umid       MEDIUMINT UNSIGNED NOT NULL,
    opt_umid   MEDIUMINT UNSIGNED DEFAULT NULL,
    plain      INT                NOT NULL,
    opt_plain  INT                DEFAULT NULL,
    uplain     INT UNSIGNED       NOT NULL,
    opt_uplain INT UNSIGNED       DEFAULT NULL,
    big        BIGINT             NOT NULL,
    opt_big    BIGINT             DEFAULT NULL,
    ubig       BIGINT UNSIGNED    NOT NULL,
    opt_ubig   BIGINT UNSIGNED    DEFAULT NULL,
    flag       BOOLEAN            NOT NULL,
    opt_flag   BOOLEAN            DEFAULT NULL,
    bit1       BIT(1)             NOT NULL,
    opt_bit1   BIT(1)             DEFAULT NULL,
    bit8       BIT(8)             NOT NULL,
    opt_bit8   BIT(8)             DEFAULT NULL,
    bit64      BIT(64)            NOT NULL,
    opt_bit64  BIT(64)            DEFAULT NULL,
    PRIMARY KEY (id),
    KEY idx_opt_plain (opt_plain)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE decimals (
    id             INT                     NOT NULL,
    single         FLOAT                   NOT NULL,
    opt_single     FLOAT                   DEFAULT NULL,
    twice          DOUBLE                  NOT NULL,
    opt_twice      DOUBLE                  DEFAULT NULL,
    money          DECIMAL(10, 2)          NOT NULL,
    opt_money      DECIMAL(10, 2)          DEFAULT NULL,
    umoney         DECIMAL(10, 2) UNSIGNED NOT NULL,
    opt_umoney     DECIMAL(10, 2) UNSIGNED DEFAULT NULL,
    price          DECIMAL(4, 2)           NOT NULL,
    opt_price      DECIMAL(4, 2)           DEFAULT NULL,
    fraction       DECIMAL(5, 5)           NOT NULL,
    opt_fraction   DECIMAL(5, 5)           DEFAULT NULL,
    fits_long      DECIMAL(18, 6)          NOT NULL,
    opt_fits_long  DECIMAL(18, 6)          DEFAULT NULL,
    past_long      DECIMAL(20, 4)          NOT NULL,
    opt_past_long  DECIMAL(20, 4)          DEFAULT NULL,
    widest         DECIMAL(65, 30)         NOT NULL,
    opt_widest     DECIMAL(65, 30)         DEFAULT NULL,
    whole          DECIMAL(10, 0)          NOT NULL,
    opt_whole      DECIMAL(10, 0)          DEFAULT NULL,
    long_whole     DECIMAL(18, 0)          NOT NULL,
    opt_long_whole DECIMAL(18, 0)          DEFAULT NULL,
    vast_whole     DECIMAL(65, 0)          NOT NULL,
    opt_vast_whole DECIMAL(65, 0)          DEFAULT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE temporals (
    id          INT          NOT NULL,
    day         DATE         NOT NULL,
    opt_day     DATE         DEFAULT NULL,
    clock       TIME         NOT NULL,
    opt_clock   TIME         DEFAULT NULL,
    clock6      TIME(6)      NOT NULL,
    opt_clock6  TIME(6)      DEFAULT NULL,
    moment      DATETIME     NOT NULL,
    opt_moment  DATETIME     DEFAULT NULL,
    moment3     DATETIME(3)  NOT NULL,
    opt_moment3 DATETIME(3)  DEFAULT NULL,
    moment6     DATETIME(6)  NOT NULL,
    opt_moment6 DATETIME(6)  DEFAULT NULL,
    stamp       TIMESTAMP    NOT NULL,
    opt_stamp   TIMESTAMP    NULL DEFAULT NULL,
    stamp6      TIMESTAMP(6) NOT NULL,
    opt_stamp6  TIMESTAMP(6) NULL DEFAULT NULL,
    vintage     YEAR         NOT NULL,
    opt_vintage YEAR         DEFAULT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

-- Values that java.sql cannot hold: JDBC's getDate, getTime and getTimestamp throw for them.
CREATE TABLE unreadable_temporals (
    id         INT          NOT NULL,
    day        DATE         NOT NULL,
    opt_day    DATE         DEFAULT NULL,
    clock      TIME         NOT NULL,
    opt_clock  TIME         DEFAULT NULL,
    clock6     TIME(6)      NOT NULL,
    opt_clock6 TIME(6)      DEFAULT NULL,
    moment     DATETIME     NOT NULL,
    opt_moment DATETIME     DEFAULT NULL,
    stamp6     TIMESTAMP(6) NOT NULL,
    opt_stamp6 TIMESTAMP(6) NULL DEFAULT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE texts (
    id           INT          NOT NULL,
    fixed        CHAR(10)     NOT NULL,
    opt_fixed    CHAR(10)     DEFAULT NULL,
    short_text   VARCHAR(255) NOT NULL,
    opt_short    VARCHAR(255) DEFAULT NULL,
    exact        VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    opt_exact    VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
    western      VARCHAR(255) CHARACTER SET latin1 COLLATE latin1_swedish_ci NOT NULL,
    opt_western  VARCHAR(255) CHARACTER SET latin1 COLLATE latin1_swedish_ci DEFAULT NULL,
    tiny_text    TINYTEXT     NOT NULL,
    opt_tiny     TINYTEXT     DEFAULT NULL,
    plain_text   TEXT         NOT NULL,
    opt_plain    TEXT         DEFAULT NULL,
    medium_text  MEDIUMTEXT   NOT NULL,
    opt_medium   MEDIUMTEXT   DEFAULT NULL,
    long_text    LONGTEXT     NOT NULL,
    opt_long     LONGTEXT     DEFAULT NULL,
    mood         ENUM ('so-so', 'happy', 'Sad', '42') NOT NULL,
    opt_mood     ENUM ('so-so', 'happy', 'Sad', '42') DEFAULT NULL,
    letter       ENUM ('b', 'a', 'D', 'c', '') NOT NULL,
    opt_letter   ENUM ('b', 'a', 'D', 'c', '') DEFAULT NULL,
    toppings     SET ('olives', 'Cheese', 'anchovies', 'basil') NOT NULL,
    opt_toppings SET ('olives', 'Cheese', 'anchovies', 'basil') DEFAULT NULL,
    document     JSON         NOT NULL,
    opt_document JSON         DEFAULT NULL,
    PRIMARY KEY (id),
    KEY idx_short_text (short_text)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE binaries (
    id          INT            NOT NULL,
    fixed       BINARY(8)      NOT NULL,
    opt_fixed   BINARY(8)      DEFAULT NULL,
    varied      VARBINARY(255) NOT NULL,
    opt_varied  VARBINARY(255) DEFAULT NULL,
    tiny_blob   TINYBLOB       NOT NULL,
    opt_tiny    TINYBLOB       DEFAULT NULL,
    plain_blob  BLOB           NOT NULL,
    opt_plain   BLOB           DEFAULT NULL,
    medium_blob MEDIUMBLOB     NOT NULL,
    opt_medium  MEDIUMBLOB     DEFAULT NULL,
    long_blob   LONGBLOB       NOT NULL,
    opt_long    LONGBLOB       DEFAULT NULL,
    place       POINT          NOT NULL,
    opt_place   POINT          DEFAULT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

-- Rows like those of applications: few columns, many duplicates, and keys with gaps and below zero.
CREATE TABLE mixed (
    id       BIGINT         NOT NULL,
    name     VARCHAR(40)    NOT NULL,
    nickname VARCHAR(40)    DEFAULT NULL,
    kind     ENUM ('small', 'medium', 'large') NOT NULL,
    opt_kind ENUM ('small', 'medium', 'large') DEFAULT NULL,
    quantity INT            NOT NULL,
    opt_age  SMALLINT UNSIGNED DEFAULT NULL,
    price    DECIMAL(8, 2)  NOT NULL,
    opt_fee  DECIMAL(8, 2)  DEFAULT NULL,
    weight   DOUBLE         NOT NULL,
    opt_size FLOAT          DEFAULT NULL,
    active   TINYINT(1)     NOT NULL,
    born     DATE           DEFAULT NULL,
    created  DATETIME       NOT NULL,
    changed  TIMESTAMP(6)   NULL DEFAULT NULL,
    note     TEXT           DEFAULT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE composite_keys (
    tenant SMALLINT UNSIGNED NOT NULL,
    code   VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    serial BIGINT            NOT NULL,
    amount DECIMAL(12, 3)    NOT NULL,
    note   VARCHAR(100)      DEFAULT NULL,
    PRIMARY KEY (tenant, code, serial)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE text_keys (
    code   VARCHAR(40) NOT NULL,
    number INT         NOT NULL,
    PRIMARY KEY (code)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE unsigned_keys (
    id     BIGINT UNSIGNED NOT NULL,
    number INT             DEFAULT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

-- A table without a primary key, with rows that are equal in every column.
CREATE TABLE keyless (
    number INT         DEFAULT NULL,
    name   VARCHAR(20) DEFAULT NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

-- Reserved words of SQL and Java, and names that are not valid in Java.
CREATE TABLE odd_names (
    id          INT         NOT NULL,
    `select`    INT         NOT NULL,
    `class`     VARCHAR(20) DEFAULT NULL,
    `order`     INT         DEFAULT NULL,
    `two words` VARCHAR(20) DEFAULT NULL,
    camelCase   INT         NOT NULL,
    `1st`       INT         DEFAULT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE no_rows (
    id     INT         NOT NULL,
    name   VARCHAR(20) NOT NULL,
    number INT         DEFAULT NULL,
    day    DATE        DEFAULT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE one_row (
    id     INT         NOT NULL,
    name   VARCHAR(20) NOT NULL,
    number INT         DEFAULT NULL,
    day    DATE        DEFAULT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

-- Many rows whose columns are all NULL, except the key.
CREATE TABLE all_null (
    id      INT            NOT NULL,
    number  INT            DEFAULT NULL,
    big     BIGINT         DEFAULT NULL,
    amount  DECIMAL(10, 2) DEFAULT NULL,
    twice   DOUBLE         DEFAULT NULL,
    name    VARCHAR(20)    DEFAULT NULL,
    kind    ENUM ('small', 'large') DEFAULT NULL,
    day     DATE           DEFAULT NULL,
    moment  DATETIME(6)    DEFAULT NULL,
    content BLOB           DEFAULT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;
