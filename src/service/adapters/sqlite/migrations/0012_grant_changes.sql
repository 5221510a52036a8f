-- Whose token it is counts for as long as this number stands, so that other writes leave it alone. Whoever changes a
-- client or a token raises it, also by hand. A new token was not known before, and a new client has none.
CREATE TABLE grant_changes (number INTEGER NOT NULL);
INSERT INTO grant_changes (number) VALUES (0);
CREATE TRIGGER grants_client_changed AFTER UPDATE ON clients
BEGIN UPDATE grant_changes SET number = number + 1; END;
CREATE TRIGGER grants_client_erased AFTER DELETE ON clients
BEGIN UPDATE grant_changes SET number = number + 1; END;
CREATE TRIGGER grants_token_changed AFTER UPDATE ON tokens
BEGIN UPDATE grant_changes SET number = number + 1; END;
CREATE TRIGGER grants_token_erased AFTER DELETE ON tokens
BEGIN UPDATE grant_changes SET number = number + 1; END;
