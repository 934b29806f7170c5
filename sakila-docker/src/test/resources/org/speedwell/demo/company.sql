-- A schema that is not Sakila: a company with departments, employees, their jobs, titles and salaries. The rows are
-- generated from row numbers. For MySQL 8 and 9 and MariaDB 11.

CREATE TABLE department (
    department_id CHAR(4)     NOT NULL,
    name          VARCHAR(40) NOT NULL,
    PRIMARY KEY (department_id),
    UNIQUE KEY name (name)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE employee (
    employee_id INT UNSIGNED              NOT NULL AUTO_INCREMENT,
    birth_date  DATE                      NOT NULL,
    first_name  VARCHAR(30)               NOT NULL,
    last_name   VARCHAR(30)               NOT NULL,
    contract    ENUM ('full', 'part', 'free') NOT NULL,
    hire_date   DATE                      NOT NULL,
    left_date   DATE                      DEFAULT NULL,
    PRIMARY KEY (employee_id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE department_employee (
    employee_id   INT UNSIGNED NOT NULL,
    department_id CHAR(4)      NOT NULL,
    from_date     DATE         NOT NULL,
    to_date       DATE         DEFAULT NULL,
    PRIMARY KEY (employee_id, department_id),
    KEY department (department_id),
    CONSTRAINT department_employee_employee FOREIGN KEY (employee_id) REFERENCES employee (employee_id),
    CONSTRAINT department_employee_department FOREIGN KEY (department_id) REFERENCES department (department_id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE department_manager (
    department_id CHAR(4)      NOT NULL,
    employee_id   INT UNSIGNED NOT NULL,
    from_date     DATE         NOT NULL,
    PRIMARY KEY (department_id, employee_id),
    KEY employee (employee_id),
    CONSTRAINT department_manager_employee FOREIGN KEY (employee_id) REFERENCES employee (employee_id),
    CONSTRAINT department_manager_department FOREIGN KEY (department_id) REFERENCES department (department_id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE title (
    employee_id INT UNSIGNED NOT NULL,
    title       VARCHAR(50)  NOT NULL,
    from_date   DATE         NOT NULL,
    PRIMARY KEY (employee_id, title, from_date),
    CONSTRAINT title_employee FOREIGN KEY (employee_id) REFERENCES employee (employee_id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE salary (
    employee_id INT UNSIGNED   NOT NULL,
    from_date   DATE           NOT NULL,
    amount      INT            NOT NULL,
    bonus       DECIMAL(10, 2) DEFAULT NULL,
    PRIMARY KEY (employee_id, from_date),
    CONSTRAINT salary_employee FOREIGN KEY (employee_id) REFERENCES employee (employee_id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

INSERT INTO department VALUES
    ('d001', 'Gardens'), ('d002', 'Greenhouses'), ('d003', 'Seeds'), ('d004', 'Tools'), ('d005', 'Transport');

INSERT INTO employee
WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 900)
SELECT n, DATE_ADD('1960-01-01', INTERVAL n * 17 DAY), CONCAT('First', n % 90), CONCAT('Last', n % 370),
    ELT(1 + n % 3, 'full', 'part', 'free'), DATE_ADD('2000-01-01', INTERVAL n * 9 DAY),
    IF(n % 7 = 0, DATE_ADD('2010-01-01', INTERVAL n * 5 DAY), NULL)
FROM numbers;

INSERT INTO department_employee
SELECT employee_id, CONCAT('d00', 1 + employee_id % 5), hire_date, left_date FROM employee;

INSERT INTO department_manager
SELECT CONCAT('d00', employee_id), employee_id, hire_date FROM employee WHERE employee_id <= 5;

INSERT INTO title
SELECT employee_id, ELT(1 + employee_id % 4, 'Gardener', 'Driver', 'Planner', 'Grower'), hire_date FROM employee;

INSERT INTO salary
SELECT employee_id, DATE_ADD(hire_date, INTERVAL years.y YEAR), 30000 + employee_id * 37 % 41000 + years.y * 1500,
    IF(employee_id % 11 = 0, employee_id * 1.25, NULL)
FROM employee, (SELECT 0 AS y UNION ALL SELECT 1 UNION ALL SELECT 2) years;
