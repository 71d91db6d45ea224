ALTER TABLE jobs ADD COLUMN trace TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN size BIGINT NOT NULL DEFAULT 0;
ALTER TABLE answers ADD COLUMN client TEXT NOT NULL DEFAULT '';
ALTER TABLE answers ADD COLUMN size BIGINT NOT NULL DEFAULT 0;
ALTER TABLE models ADD COLUMN size BIGINT NOT NULL DEFAULT 0;
ALTER TABLE models ADD COLUMN used BIGINT NOT NULL DEFAULT 0;
UPDATE jobs SET size = length(request) + coalesce(length(answer), 0);
UPDATE answers SET size = length(answer);
UPDATE models SET size = length(model), used = created;
CREATE INDEX jobs_client_ended ON jobs (client, ended);
CREATE INDEX answers_client ON answers (client, used);
CREATE INDEX models_client ON models (client, used);
CREATE INDEX models_used ON models (used);
CREATE TABLE totals (
    pile TEXT NOT NULL,
    client TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    PRIMARY KEY (pile, client)
);
INSERT INTO totals SELECT 'jobs', client, sum(size) FROM jobs GROUP BY client;
INSERT INTO totals SELECT 'answers', client, sum(size) FROM answers GROUP BY client;
INSERT INTO totals SELECT 'models', client, sum(size) FROM models GROUP BY client;
INSERT INTO totals SELECT pile || ' in all', '', sum(bytes) FROM totals GROUP BY pile;
