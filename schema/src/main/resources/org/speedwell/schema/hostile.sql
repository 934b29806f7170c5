-- A schema with names, types, engines, character sets and rows that may make a loader fail (see README.md).
-- Load it into an empty schema, because no statement names a schema. For MySQL 8 and 9 and for MariaDB 11. Statements for
-- one server only are in comments that only this server executes. Hostile.java sets the SQL mode that accepts the rows.

CREATE TABLE extremes (
    id           INT            NOT NULL,
    tiny         TINYINT        NOT NULL,
    utiny        TINYINT UNSIGNED NOT NULL,
    big          BIGINT         NOT NULL,
    ubig         BIGINT UNSIGNED NOT NULL,
    bits1        BIT(1)         NOT NULL,
    bits63       BIT(63)        NOT NULL,
    bits64       BIT(64)        NOT NULL,
    single       FLOAT          NOT NULL,
    twice        DOUBLE         NOT NULL,
    amount       DECIMAL(65, 30) NOT NULL,
    fraction     DECIMAL(30, 30) NOT NULL,
    filled       INT(8) ZEROFILL NOT NULL,
    day          DATE           NOT NULL,
    moment       DATETIME(6)    NOT NULL,
    stamp        TIMESTAMP(6)   NOT NULL DEFAULT '1970-01-01 00:00:01',
    duration     TIME(6)        NOT NULL,
    vintage      YEAR           NOT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB;

INSERT INTO extremes VALUES
    (-2147483648, -128, 0, -9223372036854775808, 0, b'0', b'0', b'0', -3.40282e38, -1.7976931348623157e308,
     -99999999999999999999999999999999999.999999999999999999999999999999, -0.999999999999999999999999999999,
     0, '0001-01-01', '0001-01-01 00:00:00.000000', '1970-01-01 00:00:01.000000', '-838:59:59.000000', 0),
    (0, 0, 1, 0, 9223372036854775808, b'1', b'1', b'1', 1.17549e-38, 2.2250738585072014e-308,
     0.000000000000000000000000000001, 0, 1, '1582-10-15', '1582-10-15 12:00:00.5', '2001-09-09 01:46:40.000001',
     '24:00:00.000001', 1901),
    (1, 1, 127, 1, 9223372036854775807, b'0', b'111', b'111', 16777216, 9007199254740993, 1, 0.5, 99999999,
     '2024-02-29', '2024-02-29 23:59:59.999999', '2024-02-29 23:59:59.999999', '-00:00:00.000001', 1970),
    (2147483647, 127, 255, 9223372036854775807, 18446744073709551615, b'1',
     b'111111111111111111111111111111111111111111111111111111111111111',
     b'1111111111111111111111111111111111111111111111111111111111111111', 3.40282e38, 1.7976931348623157e308,
     99999999999999999999999999999999999.999999999999999999999999999999, 0.999999999999999999999999999999,
     12345678, '9999-12-31', '9999-12-31 23:59:59.999999', '2038-01-19 03:14:07.999999', '838:59:59.000000', 2155),
    (7, 1, 1, 1, 1, b'0', b'0', b'0', 0.1, 0.1, 0.1, 0.1, 7, '1970-01-01', '1970-01-01', '2024-01-01', '00:00:00', 2024);

-- Zero dates, and dates with a zero as month or day. By default, no driver reads them.
CREATE TABLE zero_dates (
    id         INT          NOT NULL,
    day        DATE         NOT NULL,
    opt_day    DATE         DEFAULT NULL,
    moment     DATETIME(3)  NOT NULL,
    opt_moment DATETIME     DEFAULT NULL,
    stamp      TIMESTAMP    NOT NULL DEFAULT '1970-01-01 00:00:01',
    PRIMARY KEY (id)
) ENGINE = InnoDB;

INSERT INTO zero_dates VALUES
    (1, '2024-02-29', '2024-02-29', '2024-02-29', '2024-02-29', '2024-02-29'),
    (2, '0000-00-00', '0000-00-00', '0000-00-00', '0000-00-00', '0000-00-00'),
    (3, '2024-00-00', '2024-01-00', '2024-00-00', '2024-01-00', '2024-01-01'),
    (4, '0000-01-01', NULL, '0000-01-01 01:02:03.004', NULL, '2024-01-01'),
    (5, '2023-02-31', NULL, '2023-02-31', NULL, '2024-01-01');

-- Reserved words of SQL.
CREATE TABLE `select` (
    `id`    INT          NOT NULL,
    `from`  INT          NOT NULL,
    `where` VARCHAR(20)  DEFAULT NULL,
    `group` INT          DEFAULT NULL,
    `key`   VARCHAR(20)  NOT NULL,
    `rank`  INT          DEFAULT NULL,
    `null`  INT          DEFAULT NULL,
    PRIMARY KEY (`id`),
    KEY `index` (`from`, `group`)
) ENGINE = InnoDB;

INSERT INTO `select` VALUES (1, 2, 'three', 4, 'five', 6, 7), (2, 0, NULL, NULL, '', NULL, NULL), (3, 2, 'x', 4, 'y', 6, 7);

-- Reserved words of Java, and names of members of the generated classes.
CREATE TABLE `class` (
    `id`        INT         NOT NULL,
    `int`       INT         NOT NULL,
    `class`     VARCHAR(20) DEFAULT NULL,
    `this`      INT         DEFAULT NULL,
    `hash_code` INT         NOT NULL,
    `to_string` VARCHAR(20) DEFAULT NULL,
    `return`    DATE        DEFAULT NULL,
    `1st`       INT         DEFAULT NULL,
    PRIMARY KEY (`id`)
) ENGINE = InnoDB;

INSERT INTO `class` VALUES (1, 2, 'three', 4, 5, 'six', '2024-01-01', 8), (2, 0, NULL, NULL, 0, NULL, NULL, NULL);

-- Names with quotes, spaces, the mark of a parameter, and the start of a comment. Speedment's generator rejects
-- double quotes and backslashes.
CREATE TABLE `it's a ``quoted`` name` (
    `the id`           INT         NOT NULL,
    `back``tick`       INT         NOT NULL,
    `[quote]`          VARCHAR(20) DEFAULT NULL,
    `apos'trophe`      INT         DEFAULT NULL,
    `what?`            INT         DEFAULT NULL,
    `fn now()`         VARCHAR(20) DEFAULT NULL,
    `100%`             INT         DEFAULT NULL,
    `a.b`              INT         DEFAULT NULL,
    `dash-dash -- #`   INT         DEFAULT NULL,
    `a;b /* c`         INT         DEFAULT NULL,
    PRIMARY KEY (`the id`)
) ENGINE = InnoDB;

INSERT INTO `it's a ``quoted`` name` VALUES
    (1, 2, 'three', 4, 5, 'six', 7, 8, 9, 10), (2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);

CREATE TABLE `Straße Ωmega 表` (
    `ключ`   INT         NOT NULL,
    `größe`  DOUBLE      DEFAULT NULL,
    `名前`   VARCHAR(20) CHARACTER SET utf8mb4 DEFAULT NULL,
    PRIMARY KEY (`ключ`)
) ENGINE = InnoDB;

INSERT INTO `Straße Ωmega 表` VALUES (1, 1.5, '日本'), (2, NULL, NULL), (3, -0.5, '😀');

CREATE TABLE table_with_a_name_of_sixty_four_characters_which_is_the_longest1 (
    column_with_a_name_of_sixty_four_characters_which_is_the_longest INT NOT NULL,
    other INT DEFAULT NULL,
    PRIMARY KEY (column_with_a_name_of_sixty_four_characters_which_is_the_longest)
) ENGINE = InnoDB;

INSERT INTO table_with_a_name_of_sixty_four_characters_which_is_the_longest1 VALUES (1, 2), (3, NULL);

CREATE TABLE wide (
    id INT NOT NULL,
    c001 INT, c002 INT, c003 INT, c004 INT, c005 VARCHAR(20),
    c006 INT, c007 INT, c008 INT, c009 INT, c010 VARCHAR(20),
    c011 INT, c012 INT, c013 INT, c014 INT, c015 VARCHAR(20),
    c016 INT, c017 INT, c018 INT, c019 INT, c020 VARCHAR(20),
    c021 INT, c022 INT, c023 INT, c024 INT, c025 VARCHAR(20),
    c026 INT, c027 INT, c028 INT, c029 INT, c030 VARCHAR(20),
    c031 INT, c032 INT, c033 INT, c034 INT, c035 VARCHAR(20),
    c036 INT, c037 INT, c038 INT, c039 INT, c040 VARCHAR(20),
    c041 INT, c042 INT, c043 INT, c044 INT, c045 VARCHAR(20),
    c046 INT, c047 INT, c048 INT, c049 INT, c050 VARCHAR(20),
    c051 INT, c052 INT, c053 INT, c054 INT, c055 VARCHAR(20),
    c056 INT, c057 INT, c058 INT, c059 INT, c060 VARCHAR(20),
    c061 INT, c062 INT, c063 INT, c064 INT, c065 VARCHAR(20),
    c066 INT, c067 INT, c068 INT, c069 INT, c070 VARCHAR(20),
    c071 INT, c072 INT, c073 INT, c074 INT, c075 VARCHAR(20),
    c076 INT, c077 INT, c078 INT, c079 INT, c080 VARCHAR(20),
    c081 INT, c082 INT, c083 INT, c084 INT, c085 VARCHAR(20),
    c086 INT, c087 INT, c088 INT, c089 INT, c090 VARCHAR(20),
    c091 INT, c092 INT, c093 INT, c094 INT, c095 VARCHAR(20),
    c096 INT, c097 INT, c098 INT, c099 INT, c100 VARCHAR(20),
    c101 INT, c102 INT, c103 INT, c104 INT, c105 VARCHAR(20),
    c106 INT, c107 INT, c108 INT, c109 INT, c110 VARCHAR(20),
    c111 INT, c112 INT, c113 INT, c114 INT, c115 VARCHAR(20),
    c116 INT, c117 INT, c118 INT, c119 INT, c120 VARCHAR(20),
    c121 INT, c122 INT, c123 INT, c124 INT, c125 VARCHAR(20),
    c126 INT, c127 INT, c128 INT, c129 INT, c130 VARCHAR(20),
    c131 INT, c132 INT, c133 INT, c134 INT, c135 VARCHAR(20),
    c136 INT, c137 INT, c138 INT, c139 INT, c140 VARCHAR(20),
    c141 INT, c142 INT, c143 INT, c144 INT, c145 VARCHAR(20),
    c146 INT, c147 INT, c148 INT, c149 INT, c150 VARCHAR(20),
    c151 INT, c152 INT, c153 INT, c154 INT, c155 VARCHAR(20),
    c156 INT, c157 INT, c158 INT, c159 INT, c160 VARCHAR(20),
    c161 INT, c162 INT, c163 INT, c164 INT, c165 VARCHAR(20),
    c166 INT, c167 INT, c168 INT, c169 INT, c170 VARCHAR(20),
    c171 INT, c172 INT, c173 INT, c174 INT, c175 VARCHAR(20),
    c176 INT, c177 INT, c178 INT, c179 INT, c180 VARCHAR(20),
    c181 INT, c182 INT, c183 INT, c184 INT, c185 VARCHAR(20),
    c186 INT, c187 INT, c188 INT, c189 INT, c190 VARCHAR(20),
    c191 INT, c192 INT, c193 INT, c194 INT, c195 VARCHAR(20),
    c196 INT, c197 INT, c198 INT, c199 INT, c200 VARCHAR(20),
    PRIMARY KEY (id)
) ENGINE = InnoDB;

INSERT INTO wide (id, c001, c005, c100, c199, c200) VALUES
    (1, 1, 'five', 'hundred', 199, 'two hundred'), (2, -1, '', NULL, NULL, NULL), (3, NULL, NULL, 'a', -199, 'b');

-- A table without a primary key and without a NOT NULL column, with rows that are equal in every column.
CREATE TABLE keyless (
    number INT         DEFAULT NULL,
    name   VARCHAR(20) DEFAULT NULL,
    UNIQUE KEY uk_number (number)
) ENGINE = InnoDB;

INSERT INTO keyless VALUES (NULL, NULL), (NULL, NULL), (1, 'a'), (NULL, 'a'), (NULL, 'a'), (2, NULL);

-- A key of six columns, of which the text compares by a collation.
CREATE TABLE composite (
    day    DATE          NOT NULL,
    kind   ENUM ('b', 'a', 'c') NOT NULL,
    code   VARBINARY(8)  NOT NULL,
    name   VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci NOT NULL,
    share  DECIMAL(5, 2) NOT NULL,
    moment TIMESTAMP(6)  NOT NULL DEFAULT '1970-01-01 00:00:01',
    note   TEXT,
    PRIMARY KEY (kind, day, name, share, code, moment)
) ENGINE = InnoDB;

INSERT INTO composite VALUES
    ('2024-01-02', 'a', x'00', 'b', -1.5, '2024-01-01 00:00:00.000001', NULL),
    ('2024-01-01', 'a', x'ff', 'B', 1.50, '2024-01-01 00:00:00.000002', 'x'),
    ('2024-01-01', 'a', x'', 'a', 1.50, '2024-01-01', ''),
    ('2024-01-01', 'b', x'00ff', 'A', 0, '2024-01-01', 'z'),
    ('1969-12-31', 'c', x'8000', '', 999.99, '2024-01-01', 'y'),
    ('2024-01-01', 'c', x'7f', 'é', -999.99, '2024-01-01', 'y');

-- Keys of bytes, which have no order in Java.
CREATE TABLE binary_keys (
    id    BINARY(16)  NOT NULL,
    name  VARCHAR(40) DEFAULT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB;

INSERT INTO binary_keys VALUES
    (x'00', 'zeroes'), (REPEAT(x'ff', 16), 'ones'), (x'80', NULL), (x'7f', ''), (x'0102030405060708090a0b0c0d0e0f10', 'x');

CREATE TABLE binary_pairs (
    token  VARBINARY(40) NOT NULL,
    part   INT           NOT NULL,
    number INT           DEFAULT NULL,
    PRIMARY KEY (token, part)
) ENGINE = InnoDB;

INSERT INTO binary_pairs VALUES
    (x'', 1, 1), (x'00', 1, 2), (x'00', 2, 3), (x'0000', 1, 4), (x'80', 1, 5), (x'7f', 1, NULL), (REPEAT(x'ff', 40), 1, 7);

-- An engine without transactions. A load cannot read this table at the same moment as the others.
CREATE TABLE archive (
    id    INT         NOT NULL AUTO_INCREMENT,
    name  CHAR(20)    NOT NULL,
    place POINT       DEFAULT NULL,
    PRIMARY KEY (id),
    FULLTEXT KEY ft_name (name)
) ENGINE = MyISAM;

INSERT INTO archive (name) VALUES ('one'), ('two'), (''), ('  padded');

CREATE TABLE scratch (
    id   INT         NOT NULL,
    name VARCHAR(20) DEFAULT NULL,
    PRIMARY KEY USING HASH (id)
) ENGINE = MEMORY;

INSERT INTO scratch VALUES (2, 'b'), (1, 'a'), (3, NULL);

CREATE TABLE charsets (
    id       INT NOT NULL,
    western  VARCHAR(40) CHARACTER SET latin1  COLLATE latin1_swedish_ci DEFAULT NULL,
    cyrillic VARCHAR(40) CHARACTER SET cp1251  DEFAULT NULL,
    chinese  VARCHAR(40) CHARACTER SET gbk     DEFAULT NULL,
    japanese VARCHAR(40) CHARACTER SET sjis    DEFAULT NULL,
    plain    VARCHAR(40) CHARACTER SET ascii   DEFAULT NULL,
    two      VARCHAR(40) CHARACTER SET ucs2    DEFAULT NULL,
    sixteen  VARCHAR(40) CHARACTER SET utf16   DEFAULT NULL,
    little   VARCHAR(40) CHARACTER SET utf16le DEFAULT NULL,
    four     VARCHAR(40) CHARACTER SET utf32   DEFAULT NULL,
    three    VARCHAR(40) CHARACTER SET utf8mb3 DEFAULT NULL,
    exact    VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
    fixed    CHAR(40)    CHARACTER SET utf16   DEFAULT NULL,
    raw      VARCHAR(40) CHARACTER SET binary  DEFAULT NULL,
    wordy    TEXT        CHARACTER SET utf16   DEFAULT NULL,
    kind     ENUM ('ä', 'é', 'x')  CHARACTER SET utf16 DEFAULT NULL,
    marks    SET ('ä', 'é', 'x')   CHARACTER SET latin1 DEFAULT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB;

INSERT INTO charsets VALUES
    (1, 'Ærøskøbing é ÿ', 'Жук', '中文', '日本語', 'plain', 'Ωé', '😀', '😀é', '😀', '€', '😀',
     '😀 ', 'raw é', '😀 text', 'ä', 'ä,x'),
    (2, '', '', '', '', '', '', '', '', '', '', '', '', '', '', 'é', ''),
    (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    (4, ' a ', ' a ', ' a ', ' a ', ' a ', ' a ', ' a ', ' a ', ' a ', ' a ', ' a ', ' a ', ' a ', ' a ', 'x', 'é'),
    (5, 'A', 'a', 'A', 'a', 'A', 'a', 'A', 'a', 'A', 'a', 'A', 'a', 'A', 'a', 'x', 'x');

-- Columns that SELECT * does not return, and columns that the server computes.
CREATE TABLE computed (
    id      INT         NOT NULL,
    price   DECIMAL(8, 2) NOT NULL,
    taxed   DECIMAL(10, 3) GENERATED ALWAYS AS (price * 1.25) VIRTUAL,
    rounded INT         GENERATED ALWAYS AS (ROUND(price)) STORED,
    name    VARCHAR(20) DEFAULT NULL,
    lower_name VARCHAR(20) GENERATED ALWAYS AS (LOWER(name)) VIRTUAL,
    hidden  INT         DEFAULT 42 INVISIBLE,
    PRIMARY KEY (id),
    KEY idx_lower (lower_name)
) ENGINE = InnoDB;

INSERT INTO computed (id, price, name) VALUES (1, 9.99, 'Ada'), (2, -0.5, NULL), (3, 0, 'GRACE');

-- Every kind of index. Only MySQL has indexes on expressions.
CREATE TABLE indexed (
    id    INT          NOT NULL,
    name  VARCHAR(100) NOT NULL,
    data  JSON         DEFAULT NULL,
    text  TEXT         NOT NULL,
    place POINT        NOT NULL /*!80003 SRID 0 */,
    a     INT          DEFAULT NULL,
    b     INT          DEFAULT NULL,
    PRIMARY KEY (id DESC),
    UNIQUE KEY uk_prefix (name(10)),
    KEY idx_descending (a DESC, b),
    KEY idx_long (text(50)),
    FULLTEXT KEY ft_text (text),
    SPATIAL KEY sp_place (place)
) ENGINE = InnoDB COMMENT = 'A comment with ''quotes'', "double" ones, a */ and a \\ and Ω';

/*!80013 ALTER TABLE indexed ADD KEY idx_lower ((LOWER(name))), ADD KEY idx_sum ((a + b)) */;

INSERT INTO indexed (id, name, data, text, place, a, b) VALUES
    (1, 'one', '{"a": 1}', 'first', ST_GeomFromText('POINT(1 1)'), 1, 2),
    (2, 'two', NULL, 'second', ST_GeomFromText('POINT(2 2)'), NULL, 2),
    (3, 'three', '[]', '', ST_GeomFromText('POINT(3 3)'), 1, NULL);

CREATE TABLE parts (
    id   INT         NOT NULL,
    day  DATE        NOT NULL,
    name VARCHAR(20) DEFAULT NULL,
    PRIMARY KEY (id, day)
) ENGINE = InnoDB PARTITION BY HASH (id) PARTITIONS 4;

INSERT INTO parts VALUES (5, '2024-01-01', 'e'), (1, '2024-01-01', 'a'), (2, '2024-01-01', NULL), (1, '2023-01-01', 'b');

-- The empty value of an ENUM, with the number 0; sets with no and with all 64 members; more than 255 constants.
CREATE TABLE choices (
    id       INT NOT NULL,
    mood     ENUM ('happy', 'sad') NOT NULL,
    opt_mood ENUM ('happy', 'sad', '') DEFAULT NULL,
    many     ENUM ('e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7', 'e8', 'e9', 'e10', 'e11', 'e12', 'e13', 'e14', 'e15', 'e16', 'e17', 'e18', 'e19', 'e20', 'e21', 'e22', 'e23', 'e24', 'e25', 'e26', 'e27', 'e28', 'e29', 'e30', 'e31', 'e32', 'e33', 'e34', 'e35', 'e36', 'e37', 'e38', 'e39', 'e40', 'e41', 'e42', 'e43', 'e44', 'e45', 'e46', 'e47', 'e48', 'e49', 'e50', 'e51', 'e52', 'e53', 'e54', 'e55', 'e56', 'e57', 'e58', 'e59', 'e60', 'e61', 'e62', 'e63', 'e64', 'e65', 'e66', 'e67', 'e68', 'e69', 'e70', 'e71', 'e72', 'e73', 'e74', 'e75', 'e76', 'e77', 'e78', 'e79', 'e80', 'e81', 'e82', 'e83', 'e84', 'e85', 'e86', 'e87', 'e88', 'e89', 'e90', 'e91', 'e92', 'e93', 'e94', 'e95', 'e96', 'e97', 'e98', 'e99', 'e100', 'e101', 'e102', 'e103', 'e104', 'e105', 'e106', 'e107', 'e108', 'e109', 'e110', 'e111', 'e112', 'e113', 'e114', 'e115', 'e116', 'e117', 'e118', 'e119', 'e120', 'e121', 'e122', 'e123', 'e124', 'e125', 'e126', 'e127', 'e128', 'e129', 'e130', 'e131', 'e132', 'e133', 'e134', 'e135', 'e136', 'e137', 'e138', 'e139', 'e140', 'e141', 'e142', 'e143', 'e144', 'e145', 'e146', 'e147', 'e148', 'e149', 'e150', 'e151', 'e152', 'e153', 'e154', 'e155', 'e156', 'e157', 'e158', 'e159', 'e160', 'e161', 'e162', 'e163', 'e164', 'e165', 'e166', 'e167', 'e168', 'e169', 'e170', 'e171', 'e172', 'e173', 'e174', 'e175', 'e176', 'e177', 'e178', 'e179', 'e180', 'e181', 'e182', 'e183', 'e184', 'e185', 'e186', 'e187', 'e188', 'e189', 'e190', 'e191', 'e192', 'e193', 'e194', 'e195', 'e196', 'e197', 'e198', 'e199', 'e200', 'e201', 'e202', 'e203', 'e204', 'e205', 'e206', 'e207', 'e208', 'e209', 'e210', 'e211', 'e212', 'e213', 'e214', 'e215', 'e216', 'e217', 'e218', 'e219', 'e220', 'e221', 'e222', 'e223', 'e224', 'e225', 'e226', 'e227', 'e228', 'e229', 'e230', 'e231', 'e232', 'e233', 'e234', 'e235', 'e236', 'e237', 'e238', 'e239', 'e240', 'e241', 'e242', 'e243', 'e244', 'e245', 'e246', 'e247', 'e248', 'e249', 'e250', 'e251', 'e252', 'e253', 'e254', 'e255', 'e256', 'e257', 'e258', 'e259', 'e260', 'e261', 'e262', 'e263', 'e264', 'e265', 'e266', 'e267', 'e268', 'e269', 'e270', 'e271', 'e272', 'e273', 'e274', 'e275', 'e276', 'e277', 'e278', 'e279', 'e280', 'e281', 'e282', 'e283', 'e284', 'e285', 'e286', 'e287', 'e288', 'e289', 'e290', 'e291', 'e292', 'e293', 'e294', 'e295', 'e296', 'e297', 'e298', 'e299', 'e300') DEFAULT NULL,
    few      SET ('a', 'b') NOT NULL,
    all_64   SET ('m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8', 'm9', 'm10', 'm11', 'm12', 'm13', 'm14', 'm15', 'm16', 'm17', 'm18', 'm19', 'm20', 'm21', 'm22', 'm23', 'm24', 'm25', 'm26', 'm27', 'm28', 'm29', 'm30', 'm31', 'm32', 'm33', 'm34', 'm35', 'm36', 'm37', 'm38', 'm39', 'm40', 'm41', 'm42', 'm43', 'm44', 'm45', 'm46', 'm47', 'm48', 'm49', 'm50', 'm51', 'm52', 'm53', 'm54', 'm55', 'm56', 'm57', 'm58', 'm59', 'm60', 'm61', 'm62', 'm63', 'm64') DEFAULT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB;

INSERT INTO choices VALUES
    (1, 'happy', '', 'e300', 'a,b', 18446744073709551615), (2, '', 3, 'e1', '', 9223372036854775808), (3, 'sad', NULL, NULL, 'b', 0),
    (4, 0, 0, 'e256', 0, NULL);

CREATE TABLE shapes (
    id         INT NOT NULL,
    any_shape  GEOMETRY           DEFAULT NULL,
    place      POINT              DEFAULT NULL,
    road       LINESTRING         DEFAULT NULL,
    area       POLYGON            DEFAULT NULL,
    places     MULTIPOINT         DEFAULT NULL,
    roads      MULTILINESTRING    DEFAULT NULL,
    areas      MULTIPOLYGON       DEFAULT NULL,
    collection GEOMETRYCOLLECTION DEFAULT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB;

INSERT INTO shapes VALUES
    (1, ST_GeomFromText('POINT(1 2)', 4326), ST_GeomFromText('POINT(-0.5 1e300)'), ST_GeomFromText('LINESTRING(0 0, 1 1)'),
     ST_GeomFromText('POLYGON((0 0, 0 1, 1 1, 0 0))'), ST_GeomFromText('MULTIPOINT(0 0, 1 1)'),
     ST_GeomFromText('MULTILINESTRING((0 0, 1 1), (2 2, 3 3))'),
     ST_GeomFromText('MULTIPOLYGON(((0 0, 0 1, 1 1, 0 0)))'), ST_GeomFromText('GEOMETRYCOLLECTION(POINT(1 1))')),
    (2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);

CREATE TABLE documents (
    id       INT  NOT NULL,
    document JSON NOT NULL,
    opt_document JSON DEFAULT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB;

INSERT INTO documents VALUES
    (1, '{"b": 1, "a": [1.5, -0.0, 1e300, 18446744073709551615], "": null}', 'null'),
    (2, '"😀 \\u0000 \\n"', NULL), (3, '[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]', '{}');

-- Rows of nearly 64 KB, and values that are much longer.
CREATE TABLE heavy (
    id    INT             NOT NULL,
    fat   VARBINARY(30000) NOT NULL,
    thick VARCHAR(8000) CHARACTER SET utf8mb4 NOT NULL,
    much  LONGTEXT        DEFAULT NULL,
    raw   LONGBLOB        DEFAULT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB;

INSERT INTO heavy VALUES
    (1, REPEAT(x'ff', 30000), REPEAT('😀', 8000), REPEAT('é', 600000), REPEAT(x'00', 1200000)),
    (2, '', '', '', ''), (3, x'00', 'x', NULL, NULL);

-- A VECTOR on servers that have this type, and the same bytes on others.
CREATE TABLE vectors (
    id        INT           NOT NULL,
    embedding VARBINARY(12) NOT NULL,
    opt_embedding VARBINARY(12) DEFAULT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB;

INSERT INTO vectors VALUES (1, x'0000803f0000004000004040', NULL), (2, x'00000080ffff7f7f0000c0bf', x'000000000000000000000000');

/*!90000 ALTER TABLE vectors MODIFY embedding VECTOR(3) NOT NULL, MODIFY opt_embedding VECTOR(3) DEFAULT NULL */;

CREATE TABLE nothing (
    id     INT          NOT NULL,
    kind   ENUM ('a')   NOT NULL,
    name   VARCHAR(20)  NOT NULL,
    amount DECIMAL(30, 3) DEFAULT NULL,
    raw    BLOB         DEFAULT NULL,
    day    DATE         DEFAULT NULL,
    place  POINT        DEFAULT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB;
