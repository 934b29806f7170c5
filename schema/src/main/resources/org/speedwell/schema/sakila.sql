-- The Sakila model: 16 tables and 7 views, rewritten by this project, for MySQL 8 and 9 and for MariaDB 11.
-- Load it into an empty schema, because no statement names a schema. Each parent table comes before its children.
-- An ALTER TABLE after all tables adds the key from a store to its manager, because a manager also refers to a store.
-- Every table uses InnoDB, also film_text, because other engines break global transaction ids.

CREATE TABLE language (
    language_id TINYINT UNSIGNED NOT NULL AUTO_INCREMENT,
    name        CHAR(20)         NOT NULL,
    last_update TIMESTAMP        NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
    PRIMARY KEY (language_id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE country (
    country_id  SMALLINT UNSIGNED NOT NULL AUTO_INCREMENT,
    country     VARCHAR(50)       NOT NULL,
    last_update TIMESTAMP         NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
    PRIMARY KEY (country_id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE city (
    city_id     SMALLINT UNSIGNED NOT NULL AUTO_INCREMENT,
    city        VARCHAR(50)       NOT NULL,
    country_id  SMALLINT UNSIGNED NOT NULL,
    last_update TIMESTAMP         NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
    PRIMARY KEY (city_id),
    KEY idx_fk_country_id (country_id),
    CONSTRAINT fk_city_country FOREIGN KEY (country_id)
        REFERENCES country (country_id) ON UPDATE CASCADE ON DELETE RESTRICT
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE address (
    address_id  SMALLINT UNSIGNED NOT NULL AUTO_INCREMENT,
    address     VARCHAR(50)       NOT NULL,
    address2    VARCHAR(50)       DEFAULT NULL,
    district    VARCHAR(20)       NOT NULL,
    city_id     SMALLINT UNSIGNED NOT NULL,
    postal_code VARCHAR(10)       DEFAULT NULL,
    phone       VARCHAR(20)       NOT NULL,
    last_update TIMESTAMP         NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
    PRIMARY KEY (address_id),
    KEY idx_fk_city_id (city_id),
    CONSTRAINT fk_address_city FOREIGN KEY (city_id)
        REFERENCES city (city_id) ON UPDATE CASCADE ON DELETE RESTRICT
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE category (
    category_id TINYINT UNSIGNED NOT NULL AUTO_INCREMENT,
    name        VARCHAR(25)      NOT NULL,
    last_update TIMESTAMP        NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
    PRIMARY KEY (category_id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE actor (
    actor_id    SMALLINT UNSIGNED NOT NULL AUTO_INCREMENT,
    first_name  VARCHAR(45)       NOT NULL,
    last_name   VARCHAR(45)       NOT NULL,
    last_update TIMESTAMP         NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
    PRIMARY KEY (actor_id),
    KEY idx_actor_last_name (last_name)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE film (
    film_id              SMALLINT UNSIGNED NOT NULL AUTO_INCREMENT,
    title                VARCHAR(255)      NOT NULL,
    description          TEXT              DEFAULT NULL,
    release_year         YEAR              DEFAULT NULL,
    language_id          TINYINT UNSIGNED  NOT NULL,
    original_language_id TINYINT UNSIGNED  DEFAULT NULL,
    rental_duration      TINYINT UNSIGNED  NOT NULL DEFAULT 3,
    rental_rate          DECIMAL(4, 2)     NOT NULL DEFAULT 4.99,
    length               SMALLINT UNSIGNED DEFAULT NULL,
    replacement_cost     DECIMAL(5, 2)     NOT NULL DEFAULT 19.99,
    rating               ENUM ('G', 'PG', 'PG-13', 'R', 'NC-17') DEFAULT 'G',
    special_features     SET ('Trailers', 'Commentaries', 'Deleted Scenes', 'Behind the Scenes') DEFAULT NULL,
    last_update          TIMESTAMP         NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
    PRIMARY KEY (film_id),
    KEY idx_title (title),
    KEY idx_fk_language_id (language_id),
    KEY idx_fk_original_language_id (original_language_id),
    CONSTRAINT fk_film_language FOREIGN KEY (language_id)
        REFERENCES language (language_id) ON UPDATE CASCADE ON DELETE RESTRICT,
    CONSTRAINT fk_film_original_language FOREIGN KEY (original_language_id)
        REFERENCES language (language_id) ON UPDATE CASCADE ON DELETE RESTRICT
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE film_actor (
    actor_id    SMALLINT UNSIGNED NOT NULL,
    film_id     SMALLINT UNSIGNED NOT NULL,
    last_update TIMESTAMP         NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
    PRIMARY KEY (actor_id, film_id),
    KEY idx_fk_film_id (film_id),
    CONSTRAINT fk_film_actor_actor FOREIGN KEY (actor_id)
        REFERENCES actor (actor_id) ON UPDATE CASCADE ON DELETE RESTRICT,
    CONSTRAINT fk_film_actor_film FOREIGN KEY (film_id)
        REFERENCES film (film_id) ON UPDATE CASCADE ON DELETE RESTRICT
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE film_category (
    film_id     SMALLINT UNSIGNED NOT NULL,
    category_id TINYINT UNSIGNED  NOT NULL,
    last_update TIMESTAMP         NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
    PRIMARY KEY (film_id, category_id),
    KEY fk_film_category_category (category_id),
    CONSTRAINT fk_film_category_film FOREIGN KEY (film_id)
        REFERENCES film (film_id) ON UPDATE CASCADE ON DELETE RESTRICT,
    CONSTRAINT fk_film_category_category FOREIGN KEY (category_id)
        REFERENCES category (category_id) ON UPDATE CASCADE ON DELETE RESTRICT
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE film_text (
    film_id     SMALLINT     NOT NULL,
    title       VARCHAR(255) NOT NULL,
    description TEXT         DEFAULT NULL,
    PRIMARY KEY (film_id),
    FULLTEXT KEY idx_title_description (title, description)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE store (
    store_id         TINYINT UNSIGNED  NOT NULL AUTO_INCREMENT,
    manager_staff_id TINYINT UNSIGNED  NOT NULL,
    address_id       SMALLINT UNSIGNED NOT NULL,
    last_update      TIMESTAMP         NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
    PRIMARY KEY (store_id),
    UNIQUE KEY idx_unique_manager (manager_staff_id),
    KEY idx_fk_address_id (address_id),
    CONSTRAINT fk_store_address FOREIGN KEY (address_id)
        REFERENCES address (address_id) ON UPDATE CASCADE ON DELETE RESTRICT
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE staff (
    staff_id    TINYINT UNSIGNED  NOT NULL AUTO_INCREMENT,
    first_name  VARCHAR(45)       NOT NULL,
    last_name   VARCHAR(45)       NOT NULL,
    address_id  SMALLINT UNSIGNED NOT NULL,
    picture     BLOB              DEFAULT NULL,
    email       VARCHAR(50)       DEFAULT NULL,
    store_id    TINYINT UNSIGNED  NOT NULL,
    active      TINYINT(1)        NOT NULL DEFAULT 1,
    username    VARCHAR(16)       NOT NULL,
    password    VARCHAR(40)       CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
    last_update TIMESTAMP         NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
    PRIMARY KEY (staff_id),
    KEY idx_fk_address_id (address_id),
    KEY idx_fk_store_id (store_id),
    CONSTRAINT fk_staff_address FOREIGN KEY (address_id)
        REFERENCES address (address_id) ON UPDATE CASCADE ON DELETE RESTRICT,
    CONSTRAINT fk_staff_store FOREIGN KEY (store_id)
        REFERENCES store (store_id) ON UPDATE CASCADE ON DELETE RESTRICT
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE inventory (
    inventory_id MEDIUMINT UNSIGNED NOT NULL AUTO_INCREMENT,
    film_id      SMALLINT UNSIGNED  NOT NULL,
    store_id     TINYINT UNSIGNED   NOT NULL,
    last_update  TIMESTAMP          NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
    PRIMARY KEY (inventory_id),
    KEY idx_fk_film_id (film_id),
    KEY idx_store_id_film_id (store_id, film_id),
    CONSTRAINT fk_inventory_film FOREIGN KEY (film_id)
        REFERENCES film (film_id) ON UPDATE CASCADE ON DELETE RESTRICT,
    CONSTRAINT fk_inventory_store FOREIGN KEY (store_id)
        REFERENCES store (store_id) ON UPDATE CASCADE ON DELETE RESTRICT
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE customer (
    customer_id SMALLINT UNSIGNED NOT NULL AUTO_INCREMENT,
    store_id    TINYINT UNSIGNED  NOT NULL,
    first_name  VARCHAR(45)       NOT NULL,
    last_name   VARCHAR(45)       NOT NULL,
    email       VARCHAR(50)       DEFAULT NULL,
    address_id  SMALLINT UNSIGNED NOT NULL,
    active      TINYINT(1)        NOT NULL DEFAULT 1,
    create_date DATETIME          NOT NULL,
    last_update TIMESTAMP         NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
    PRIMARY KEY (customer_id),
    KEY idx_fk_store_id (store_id),
    KEY idx_fk_address_id (address_id),
    KEY idx_last_name (last_name),
    CONSTRAINT fk_customer_store FOREIGN KEY (store_id)
        REFERENCES store (store_id) ON UPDATE CASCADE ON DELETE RESTRICT,
    CONSTRAINT fk_customer_address FOREIGN KEY (address_id)
        REFERENCES address (address_id) ON UPDATE CASCADE ON DELETE RESTRICT
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE rental (
    rental_id    INT                NOT NULL AUTO_INCREMENT,
    rental_date  DATETIME           NOT NULL,
    inventory_id MEDIUMINT UNSIGNED NOT NULL,
    customer_id  SMALLINT UNSIGNED  NOT NULL,
    return_date  DATETIME           DEFAULT NULL,
    staff_id     TINYINT UNSIGNED   NOT NULL,
    last_update  TIMESTAMP          NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
    PRIMARY KEY (rental_id),
    UNIQUE KEY rental_date (rental_date, inventory_id, customer_id),
    KEY idx_fk_inventory_id (inventory_id),
    KEY idx_fk_customer_id (customer_id),
    KEY idx_fk_staff_id (staff_id),
    CONSTRAINT fk_rental_inventory FOREIGN KEY (inventory_id)
        REFERENCES inventory (inventory_id) ON UPDATE CASCADE ON DELETE RESTRICT,
    CONSTRAINT fk_rental_customer FOREIGN KEY (customer_id)
        REFERENCES customer (customer_id) ON UPDATE CASCADE ON DELETE RESTRICT,
    CONSTRAINT fk_rental_staff FOREIGN KEY (staff_id)
        REFERENCES staff (staff_id) ON UPDATE CASCADE ON DELETE RESTRICT
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE payment (
    payment_id   SMALLINT UNSIGNED NOT NULL AUTO_INCREMENT,
    customer_id  SMALLINT UNSIGNED NOT NULL,
    staff_id     TINYINT UNSIGNED  NOT NULL,
    rental_id    INT               DEFAULT NULL,
    amount       DECIMAL(5, 2)     NOT NULL,
    payment_date DATETIME          NOT NULL,
    last_update  TIMESTAMP         NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
    PRIMARY KEY (payment_id),
    KEY idx_fk_customer_id (customer_id),
    KEY idx_fk_staff_id (staff_id),
    KEY fk_payment_rental (rental_id),
    CONSTRAINT fk_payment_customer FOREIGN KEY (customer_id)
        REFERENCES customer (customer_id) ON UPDATE CASCADE ON DELETE RESTRICT,
    CONSTRAINT fk_payment_staff FOREIGN KEY (staff_id)
        REFERENCES staff (staff_id) ON UPDATE CASCADE ON DELETE RESTRICT,
    CONSTRAINT fk_payment_rental FOREIGN KEY (rental_id)
        REFERENCES rental (rental_id) ON UPDATE CASCADE ON DELETE SET NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

ALTER TABLE store
    ADD CONSTRAINT fk_store_staff FOREIGN KEY (manager_staff_id)
        REFERENCES staff (staff_id) ON UPDATE CASCADE ON DELETE RESTRICT;

-- Customers and staff with their addresses.

CREATE VIEW customer_list AS
SELECT p.customer_id                           AS ID,
       CONCAT(p.first_name, ' ', p.last_name)  AS name,
       a.address                               AS address,
       a.postal_code                           AS `zip code`,
       a.phone                                 AS phone,
       t.city                                  AS city,
       n.country                               AS country,
       IF(p.active, 'active', '')              AS notes,
       p.store_id                              AS SID
FROM customer p
         JOIN address a USING (address_id)
         JOIN city t USING (city_id)
         JOIN country n USING (country_id);

CREATE VIEW staff_list AS
SELECT p.staff_id                              AS ID,
       CONCAT(p.first_name, ' ', p.last_name)  AS name,
       a.address                               AS address,
       a.postal_code                           AS `zip code`,
       a.phone                                 AS phone,
       t.city                                  AS city,
       n.country                               AS country,
       p.store_id                              AS SID
FROM staff p
         JOIN address a USING (address_id)
         JOIN city t USING (city_id)
         JOIN country n USING (country_id);

-- Films with their cast, by category. A category without films has one row, whose film id is NULL.

CREATE VIEW film_list AS
SELECT f.film_id          AS FID,
       f.title            AS title,
       f.description      AS description,
       g.name             AS category,
       f.rental_rate      AS price,
       f.length           AS length,
       f.rating           AS rating,
       GROUP_CONCAT(CONCAT(p.first_name, ' ', p.last_name) ORDER BY p.actor_id SEPARATOR ', ') AS actors
FROM category g
         LEFT JOIN film_category fg ON fg.category_id = g.category_id
         LEFT JOIN film f ON f.film_id = fg.film_id
         LEFT JOIN film_actor fp ON fp.film_id = f.film_id
         LEFT JOIN actor p ON p.actor_id = fp.actor_id
GROUP BY f.film_id, f.title, f.description, g.name, f.rental_rate, f.length, f.rating;

CREATE VIEW nicer_but_slower_film_list AS
SELECT f.film_id          AS FID,
       f.title            AS title,
       f.description      AS description,
       g.name             AS category,
       f.rental_rate      AS price,
       f.length           AS length,
       f.rating           AS rating,
       GROUP_CONCAT(
               CONCAT(UPPER(LEFT(p.first_name, 1)), LOWER(SUBSTRING(p.first_name, 2)), ' ',
                      UPPER(LEFT(p.last_name, 1)), LOWER(SUBSTRING(p.last_name, 2)))
               ORDER BY p.actor_id SEPARATOR ', ') AS actors
FROM category g
         LEFT JOIN film_category fg ON fg.category_id = g.category_id
         LEFT JOIN film f ON f.film_id = fg.film_id
         LEFT JOIN film_actor fp ON fp.film_id = f.film_id
         LEFT JOIN actor p ON p.actor_id = fp.actor_id
GROUP BY f.film_id, f.title, f.description, g.name, f.rental_rate, f.length, f.rating;

-- The films of each actor, by category: "Comedy: A TITLE, B TITLE; Drama: C TITLE".

CREATE VIEW actor_info AS
SELECT p.actor_id   AS actor_id,
       p.first_name AS first_name,
       p.last_name  AS last_name,
       GROUP_CONCAT(DISTINCT CONCAT(
               g.name, ': ',
               (SELECT GROUP_CONCAT(f.title ORDER BY f.title SEPARATOR ', ')
                FROM film f
                         JOIN film_category fg2 ON fg2.film_id = f.film_id
                         JOIN film_actor fp2 ON fp2.film_id = f.film_id
                WHERE fg2.category_id = g.category_id
                  AND fp2.actor_id = p.actor_id))
               ORDER BY g.name SEPARATOR '; ') AS film_info
FROM actor p
         LEFT JOIN film_actor fp ON fp.actor_id = p.actor_id
         LEFT JOIN film_category fg ON fg.film_id = fp.film_id
         LEFT JOIN category g ON g.category_id = fg.category_id
GROUP BY p.actor_id, p.first_name, p.last_name;

-- Sales by category and by store.

CREATE VIEW sales_by_film_category AS
SELECT g.name        AS category,
       SUM(m.amount) AS total_sales
FROM payment m
         JOIN rental r ON r.rental_id = m.rental_id
         JOIN inventory i ON i.inventory_id = r.inventory_id
         JOIN film_category fg ON fg.film_id = i.film_id
         JOIN category g ON g.category_id = fg.category_id
GROUP BY g.name
ORDER BY total_sales DESC;

CREATE VIEW sales_by_store AS
SELECT CONCAT(t.city, ',', n.country)          AS store,
       CONCAT(p.first_name, ' ', p.last_name)  AS manager,
       SUM(m.amount)                           AS total_sales
FROM payment m
         JOIN rental r ON r.rental_id = m.rental_id
         JOIN inventory i ON i.inventory_id = r.inventory_id
         JOIN store s ON s.store_id = i.store_id
         JOIN staff p ON p.staff_id = s.manager_staff_id
         JOIN address a ON a.address_id = s.address_id
         JOIN city t ON t.city_id = a.city_id
         JOIN country n ON n.country_id = t.country_id
GROUP BY s.store_id, t.city, n.country, p.first_name, p.last_name
ORDER BY n.country, t.city;
