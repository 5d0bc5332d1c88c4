PRAGMA application_id = 1885697057;
PRAGMA user_version = 8;
BEGIN TRANSACTION;
CREATE TABLE command_memos (
        turn INTEGER NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
        memo INTEGER NOT NULL REFERENCES memos (id) ON DELETE CASCADE,
        PRIMARY KEY (turn, memo)) WITHOUT ROWID;
INSERT INTO "command_memos" VALUES(1,1);
CREATE TABLE drafts (
        session INTEGER PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
        text TEXT NOT NULL);
CREATE TABLE job_runs (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        job TEXT NOT NULL CHECK (job IN ('night', 'by_hand')),
        local_date TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN
            ('running', 'stopped', 'failed', 'waiting', 'skipped', 'done')),
        began_ms INTEGER NOT NULL,
        ended_ms INTEGER,
        report TEXT NOT NULL,
        UNIQUE (job, local_date));
CREATE TABLE memos (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        uuid TEXT NOT NULL UNIQUE,
        text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 200),
        digest BLOB NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('talk', 'about', 'project')),
        pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
        place INTEGER NOT NULL,
        origin TEXT NOT NULL CHECK (origin IN
            ('command', 'window', 'tool', 'button', 'import')),
        created_ms INTEGER NOT NULL,
        changed_ms INTEGER NOT NULL,
        turn INTEGER REFERENCES turns (id) ON DELETE SET NULL,
        persona TEXT,
        revision INTEGER NOT NULL DEFAULT 1,
        forgotten_ms INTEGER, only_for TEXT);
INSERT INTO "memos" VALUES(1,'2c2822c7-0ea2-4d79-864a-8429a3ead0fa','존댓말로 해줘',X'31A23DDFF3919C551D1BF831F9BFE51DDA62954F05ABFB3C2B390DB4C3DF3E62','talk',0,1,'command',1772452800000,1772452800000,1,'somi',1,NULL,NULL);
INSERT INTO "memos" VALUES(2,'58da06ac-fce1-4b7e-a729-71f41894460b','고양이 이름은 ''나비''',X'44ED917D6EF99EDF8C3F8F39424F7AE73A809B96EC69412F558CA92058B034D7','about',0,2,'tool',1772452800000,1772452800000,2,'somi',1,NULL,NULL);
INSERT INTO "memos" VALUES(3,'922b45c7-6d75-4866-956e-ce8dee7381a6','땅콩 알레르기',X'566CEB4B8784D90D6F80EC9896B8959B6F41310E707DAFB6743ADC7A9B9F1E24','about',0,3,'window',1772452800000,1772452800000,NULL,NULL,1,1772452800000,NULL);
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "meta" VALUES('digest_key','6b11d9471dbe21f93cb10c42c4c5e02fca0dadbdb592e42c965d3ec2ad906f7d');
INSERT INTO "meta" VALUES('search_epoch','2e76750f534cac6d57041211c0b2e202');
CREATE TABLE night_found (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        turn INTEGER NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
        start INTEGER NOT NULL,
        stop INTEGER NOT NULL,
        topic TEXT NOT NULL,
        text TEXT NOT NULL,
        event TEXT,
        precision TEXT);
CREATE TABLE night_read (
        session INTEGER PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
        upto_turn INTEGER NOT NULL,
        failures INTEGER NOT NULL DEFAULT 0);
CREATE TABLE profile_lines (
        version INTEGER NOT NULL REFERENCES profile_versions (id) ON DELETE CASCADE,
        line INTEGER NOT NULL REFERENCES profile_names (id),
        place INTEGER NOT NULL,
        topic TEXT NOT NULL CHECK (topic IN
            ('work', 'talk', 'skill', 'interest', 'plan', 'other')),
        text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 200),
        theirs INTEGER NOT NULL CHECK (theirs IN (0, 1)),
        observed_ms INTEGER NOT NULL,
        event TEXT,
        precision TEXT CHECK (precision IN ('day', 'week', 'month', 'year')),
        replaces INTEGER,
        PRIMARY KEY (version, line)) WITHOUT ROWID;
CREATE TABLE profile_names (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        uuid TEXT NOT NULL UNIQUE);
CREATE TABLE profile_rejections (
        digest BLOB PRIMARY KEY,
        line INTEGER NOT NULL,
        rejected_ms INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE profile_sources (
        line INTEGER NOT NULL REFERENCES profile_names (id) ON DELETE CASCADE,
        turn INTEGER NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
        start INTEGER NOT NULL,
        stop INTEGER NOT NULL,
        PRIMARY KEY (line, turn, start, stop)) WITHOUT ROWID;
CREATE TABLE profile_versions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        uuid TEXT NOT NULL UNIQUE,
        reason TEXT NOT NULL CHECK (reason IN
            ('night', 'edit', 'reject', 'accept', 'restore')),
        restored INTEGER,
        created_ms INTEGER NOT NULL);
CREATE TABLE reports (
        turn INTEGER PRIMARY KEY REFERENCES turns (id) ON DELETE CASCADE,
        report TEXT NOT NULL);
INSERT INTO "reports" VALUES(2,'{"memos": [1]}');
CREATE TABLE sessions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        uuid TEXT NOT NULL UNIQUE,
        persona TEXT NOT NULL,
        began_ms INTEGER NOT NULL,
        last_ms INTEGER NOT NULL,
        ended_ms INTEGER, name TEXT);
INSERT INTO "sessions" VALUES(1,'430c0756-230d-4559-aaf3-2d5d0a5f5d4b','somi',1772452800000,1772452800000,NULL,NULL);
CREATE TABLE summaries (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        uuid TEXT NOT NULL UNIQUE,
        session INTEGER NOT NULL REFERENCES sessions (id),
        text TEXT NOT NULL,
        upto_turn INTEGER NOT NULL,
        created_ms INTEGER NOT NULL);
INSERT INTO "summaries" VALUES(1,'61811e73-58c5-4ceb-898e-c0a61652e903',1,'인사를 나눴다.',2,1772452800000);
CREATE TABLE tombstone_turns (turn INTEGER PRIMARY KEY);
CREATE TABLE tombstones (
        digest BLOB PRIMARY KEY,
        buried_ms INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE turns (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        uuid TEXT NOT NULL UNIQUE,
        session INTEGER NOT NULL REFERENCES sessions (id),
        persona TEXT NOT NULL,
        user_text TEXT NOT NULL,
        reply TEXT NOT NULL DEFAULT '',
        state TEXT NOT NULL CHECK (state IN
            ('asked', 'partial', 'done', 'length', 'stopped', 'failed', 'command')),
        created_ms INTEGER NOT NULL,
        unreliable INTEGER NOT NULL DEFAULT 0 CHECK (unreliable IN (0, 1)), source TEXT NOT NULL DEFAULT 'typed'
        CHECK (source IN ('typed', 'pasted', 'dropped', 'spoken')), memory_off INTEGER NOT NULL DEFAULT 0
        CHECK (memory_off IN (0, 1)), echo INTEGER NOT NULL DEFAULT 0
        CHECK (echo IN (0, 1)), fault TEXT
        CHECK (fault IN ('repeated', 'drifted')), asked_from INTEGER REFERENCES sessions (id), told TEXT CHECK (told IN ('proof', 'not_saved')));
INSERT INTO "turns" VALUES(1,'eee1d014-dd59-42d1-9199-b861d104efaf',1,'somi','/기억 존댓말로 해줘','저장했어요.','command',1772452800000,0,'typed',0,0,NULL,NULL,'proof');
INSERT INTO "turns" VALUES(2,'c48a86c4-24d1-4fdf-a242-68724f453ab7',1,'somi','안녕?','안녕하세요!','done',1772452800000,0,'typed',0,0,NULL,NULL,NULL);
CREATE TABLE "undo" (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        memo INTEGER REFERENCES memos (id) ON DELETE CASCADE,
        action TEXT NOT NULL,
        before TEXT NOT NULL,
        at_ms INTEGER NOT NULL);
INSERT INTO "undo" VALUES(1,1,'add','',1772452800000);
INSERT INTO "undo" VALUES(2,2,'add','',1772452800000);
INSERT INTO "undo" VALUES(3,3,'add','',1772452800000);
INSERT INTO "undo" VALUES(4,3,'forget','',1772452800000);
CREATE TABLE unindexed (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL CHECK (kind IN ('memo', 'profile', 'summary', 'turn')),
        id INTEGER NOT NULL,
        UNIQUE (kind, id));
CREATE INDEX sessions_by_persona ON sessions (persona, id);
CREATE INDEX turns_by_session ON turns (session, id);
CREATE INDEX turns_unfinished ON turns (session) WHERE state IN ('asked', 'partial');
CREATE INDEX summaries_by_session ON summaries (session, upto_turn);
CREATE UNIQUE INDEX memos_alive ON memos (digest) WHERE forgotten_ms IS NULL;
CREATE INDEX memos_by_digest ON memos (digest);
CREATE INDEX memos_by_turn ON memos (turn);
CREATE INDEX command_memos_by_memo ON command_memos (memo);
CREATE INDEX profile_lines_by_line ON profile_lines (line);
CREATE INDEX profile_sources_by_turn ON profile_sources (turn);
CREATE INDEX profile_rejections_by_line ON profile_rejections (line);
CREATE INDEX night_found_by_turn ON night_found (turn);
CREATE UNIQUE INDEX sessions_by_name ON sessions (name) WHERE name IS NOT NULL;
CREATE INDEX undo_by_memo ON undo (memo);
CREATE TRIGGER note_new_turn AFTER INSERT ON turns BEGIN
    DELETE FROM unindexed WHERE kind = 'turn' AND id IN (SELECT NEW.id);
    INSERT INTO unindexed (kind, id) SELECT 'turn', * FROM (SELECT NEW.id);
END;
CREATE TRIGGER note_changed_turn AFTER UPDATE OF user_text, reply, echo ON turns BEGIN
    DELETE FROM unindexed WHERE kind = 'turn' AND id IN (SELECT NEW.id);
    INSERT INTO unindexed (kind, id) SELECT 'turn', * FROM (SELECT NEW.id);
END;
CREATE TRIGGER note_gone_turn AFTER DELETE ON turns BEGIN
    DELETE FROM unindexed WHERE kind = 'turn' AND id IN (SELECT OLD.id);
    INSERT INTO unindexed (kind, id) SELECT 'turn', * FROM (SELECT OLD.id);
END;
CREATE TRIGGER note_carried_memo AFTER INSERT ON command_memos BEGIN
    DELETE FROM unindexed WHERE kind = 'turn' AND id IN (SELECT NEW.turn);
    INSERT INTO unindexed (kind, id) SELECT 'turn', * FROM (SELECT NEW.turn);
END;
CREATE TRIGGER note_new_memo AFTER INSERT ON memos BEGIN
    DELETE FROM unindexed WHERE kind = 'memo' AND id IN (SELECT NEW.id);
    INSERT INTO unindexed (kind, id) SELECT 'memo', * FROM (SELECT NEW.id);
    DELETE FROM unindexed WHERE kind = 'turn' AND id IN (SELECT turn FROM command_memos WHERE memo = NEW.id);
    INSERT INTO unindexed (kind, id) SELECT 'turn', * FROM (SELECT turn FROM command_memos WHERE memo = NEW.id);
    DELETE FROM unindexed WHERE kind = 'profile' AND id IN (SELECT 0);
    INSERT INTO unindexed (kind, id) SELECT 'profile', * FROM (SELECT 0);
END;
CREATE TRIGGER note_changed_memo AFTER UPDATE OF text, forgotten_ms ON memos BEGIN
    DELETE FROM unindexed WHERE kind = 'memo' AND id IN (SELECT NEW.id);
    INSERT INTO unindexed (kind, id) SELECT 'memo', * FROM (SELECT NEW.id);
    DELETE FROM unindexed WHERE kind = 'turn' AND id IN (SELECT turn FROM command_memos WHERE memo = NEW.id);
    INSERT INTO unindexed (kind, id) SELECT 'turn', * FROM (SELECT turn FROM command_memos WHERE memo = NEW.id);
    DELETE FROM unindexed WHERE kind = 'profile' AND id IN (SELECT 0);
    INSERT INTO unindexed (kind, id) SELECT 'profile', * FROM (SELECT 0);
END;
CREATE TRIGGER note_gone_memo AFTER DELETE ON memos BEGIN
    DELETE FROM unindexed WHERE kind = 'memo' AND id IN (SELECT OLD.id);
    INSERT INTO unindexed (kind, id) SELECT 'memo', * FROM (SELECT OLD.id);
    DELETE FROM unindexed WHERE kind = 'turn' AND id IN (SELECT turn FROM command_memos WHERE memo = OLD.id);
    INSERT INTO unindexed (kind, id) SELECT 'turn', * FROM (SELECT turn FROM command_memos WHERE memo = OLD.id);
    DELETE FROM unindexed WHERE kind = 'profile' AND id IN (SELECT 0);
    INSERT INTO unindexed (kind, id) SELECT 'profile', * FROM (SELECT 0);
END;
CREATE TRIGGER note_new_summary AFTER INSERT ON summaries BEGIN
    DELETE FROM unindexed WHERE kind = 'summary' AND id IN (SELECT id FROM summaries WHERE session = NEW.session UNION SELECT NEW.id);
    INSERT INTO unindexed (kind, id) SELECT 'summary', * FROM (SELECT id FROM summaries WHERE session = NEW.session UNION SELECT NEW.id);
END;
CREATE TRIGGER note_gone_summary AFTER DELETE ON summaries BEGIN
    DELETE FROM unindexed WHERE kind = 'summary' AND id IN (SELECT id FROM summaries WHERE session = OLD.session UNION SELECT OLD.id);
    INSERT INTO unindexed (kind, id) SELECT 'summary', * FROM (SELECT id FROM summaries WHERE session = OLD.session UNION SELECT OLD.id);
END;
CREATE TRIGGER note_new_profile AFTER INSERT ON profile_versions BEGIN
    DELETE FROM unindexed WHERE kind = 'profile' AND id IN (SELECT 0);
    INSERT INTO unindexed (kind, id) SELECT 'profile', * FROM (SELECT 0);
END;
CREATE TRIGGER note_gone_profile AFTER DELETE ON profile_versions BEGIN
    DELETE FROM unindexed WHERE kind = 'profile' AND id IN (SELECT 0);
    INSERT INTO unindexed (kind, id) SELECT 'profile', * FROM (SELECT 0);
END;
CREATE TRIGGER note_gone_line AFTER DELETE ON profile_lines BEGIN
    DELETE FROM unindexed WHERE kind = 'profile' AND id IN (SELECT 0);
    INSERT INTO unindexed (kind, id) SELECT 'profile', * FROM (SELECT 0);
END;
CREATE TRIGGER note_rejection AFTER INSERT ON profile_rejections BEGIN
    DELETE FROM unindexed WHERE kind = 'profile' AND id IN (SELECT 0);
    INSERT INTO unindexed (kind, id) SELECT 'profile', * FROM (SELECT 0);
END;
CREATE TRIGGER note_acceptance AFTER DELETE ON profile_rejections BEGIN
    DELETE FROM unindexed WHERE kind = 'profile' AND id IN (SELECT 0);
    INSERT INTO unindexed (kind, id) SELECT 'profile', * FROM (SELECT 0);
END;
CREATE INDEX turns_by_asked_from ON turns (asked_from) WHERE asked_from IS NOT NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('sessions',1);
INSERT INTO "sqlite_sequence" VALUES('memos',3);
INSERT INTO "sqlite_sequence" VALUES('turns',2);
INSERT INTO "sqlite_sequence" VALUES('summaries',1);
INSERT INTO "sqlite_sequence" VALUES('undo',4);
COMMIT;
