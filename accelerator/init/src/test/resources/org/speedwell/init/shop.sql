-- A small shop with the peculiarities of old schemas.
CREATE TABLE customer (
    id         INT UNSIGNED NOT NULL AUTO_INCREMENT,
    firstName  VARCHAR(40)  NOT NULL,
    last_name  VARCHAR(40)  NOT NULL,
    active     TINYINT(1)   NOT NULL DEFAULT 1,
    born       DATE         DEFAULT NULL,
    secret     INT          DEFAULT 7 INVISIBLE,
    PRIMARY KEY (id)
) ENGINE = InnoDB;

CREATE TABLE `order` (
    id          BIGINT UNSIGNED NOT NULL,
    customer_id INT UNSIGNED NOT NULL,
    `key`       VARCHAR(20)  NOT NULL,
    `class`     CHAR(1)      DEFAULT NULL,
    status      ENUM ('new', 'in-transit', 'delivered') NOT NULL,
    payment     ENUM ('card', 'c-ard', 'Crédit') DEFAULT NULL,
    extras      SET ('gift', 'express') NOT NULL,
    placed      DATETIME     NOT NULL,
    shipped     DATE         NOT NULL,
    handling    TIME         DEFAULT NULL,
    net         DECIMAL(8, 2) NOT NULL,
    gross       DECIMAL(10, 2) GENERATED ALWAYS AS (net * 1.2) VIRTUAL,
    PRIMARY KEY (id),
    UNIQUE KEY uk_key (`key`),
    KEY idx_placed (placed DESC),
    CONSTRAINT fk_order_customer FOREIGN KEY (customer_id) REFERENCES customer (id)
) ENGINE = InnoDB;

CREATE TABLE orderLine (
    order_id   BIGINT UNSIGNED NOT NULL,
    line_no    SMALLINT     NOT NULL,
    line_2     SMALLINT     DEFAULT NULL,
    `2nd_sku`  VARCHAR(20)  DEFAULT NULL,
    quantity   INT          NOT NULL,
    PRIMARY KEY (order_id, line_no),
    CONSTRAINT fk_line_order FOREIGN KEY (order_id) REFERENCES `order` (id)
) ENGINE = InnoDB;

CREATE TABLE line_note (
    id       INT NOT NULL,
    order_id BIGINT UNSIGNED NOT NULL,
    line_no  SMALLINT NOT NULL,
    note     TEXT,
    PRIMARY KEY (id),
    CONSTRAINT fk_note_line FOREIGN KEY (order_id, line_no) REFERENCES orderLine (order_id, line_no)
) ENGINE = InnoDB;

CREATE TABLE `3rd_party log` (
    at     TIMESTAMP(3) NOT NULL DEFAULT '2024-01-01 00:00:00',
    `what?` VARCHAR(100) DEFAULT NULL,
    raw    VARBINARY(16) DEFAULT NULL
) ENGINE = MyISAM;

CREATE TABLE `string` (id INT NOT NULL, `object` ENUM ('a', 'b') NOT NULL, `Größe` INT NOT NULL, `日本` INT, PRIMARY KEY (id)) ENGINE = InnoDB;

CREATE TABLE `main` (`a"b` INT NOT NULL, `first-name` INT NOT NULL, first_name INT NOT NULL, firstName2 INT, PRIMARY KEY (first_name)) ENGINE = InnoDB;

CREATE TABLE shop_application (id INT NOT NULL, PRIMARY KEY (id)) ENGINE = InnoDB;

CREATE TABLE closing (`day` DATE NOT NULL, seen DATE NOT NULL, PRIMARY KEY (`day`)) ENGINE = InnoDB;

CREATE TABLE visit (id INT NOT NULL AUTO_INCREMENT, moment DATETIME NOT NULL, PRIMARY KEY (id)) ENGINE = InnoDB;

CREATE VIEW big_orders AS SELECT id, net FROM `order` WHERE net > 90;

INSERT INTO customer (firstName, last_name, active, born) VALUES
    ('Ada', 'Lovelace', 1, '1815-12-10'), ('Alan', 'Turing', 1, NULL), ('Grace', 'Hopper', 0, '1906-12-09');

INSERT INTO `order` (id, customer_id, `key`, `class`, status, payment, extras, placed, shipped, handling, net)
SELECT 18446744073709550000 + n, 1 + n % 3, CONCAT('K', n), 'A', 1 + n % 3, 1 + n % 3, 'gift', '2024-01-01' + INTERVAL n HOUR,
       IF(n = 5, '0000-00-00', '2024-02-01'), IF(n = 7, '30:00:00', '01:00:00'), n
FROM (SELECT a.n + 10 * b.n n FROM
    (SELECT 0 n UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5 UNION SELECT 6 UNION SELECT 7 UNION SELECT 8 UNION SELECT 9) a,
    (SELECT 0 n UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5 UNION SELECT 6 UNION SELECT 7 UNION SELECT 8 UNION SELECT 9) b) numbers;

INSERT INTO orderLine SELECT id, l.n, l.n, 'sku', l.n * 10 FROM `order`, (SELECT 1 n UNION SELECT 2 UNION SELECT 3) l;

INSERT INTO closing SELECT IF(line_no = 1, '2024-01-01', '2025-01-01') + INTERVAL order_id % 1000 DAY, '2025-01-01' FROM orderLine WHERE line_no < 3;
INSERT INTO closing VALUES ('0000-00-00', '0000-00-00'), ('2024-00-00', '2024-00-00');

INSERT INTO visit (moment) SELECT '2024-01-01' + INTERVAL order_id % 1000 DAY FROM orderLine LIMIT 250;

INSERT INTO `3rd_party log` (`what?`) VALUES ('one'), ('two'), (NULL);
INSERT INTO `string` VALUES (1, 'a', 2, 3);
INSERT INTO `main` VALUES (1, 2, 3, 4);
ANALYZE TABLE customer, `order`, orderLine, closing, visit;
