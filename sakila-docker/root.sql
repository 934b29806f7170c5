CREATE USER 'root'@'%' IDENTIFIED BY 'sakila-password';
GRANT ALL ON *.* TO 'root'@'%' WITH GRANT OPTION;
ALTER USER 'root'@'localhost' IDENTIFIED BY 'sakila-password';
