PRAGMA application_id = 1885697057;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE command_memos (
        turn INTEGER NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
        memo INTEGER NOT NULL REFERENCES memos (id) ON DELETE CASCADE,
        PRIMARY KEY (turn, memo)) WITHOUT ROWID;
INSERT INTO "command_memos" VALUES(1,1);
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
        forgotten_ms INTEGER);
INSERT INTO "memos" VALUES(1,'db6040d2-4e66-42e5-8067-daee5fed5cba','존댓말로 해줘',X'3BB513A0DCA6FB899C9C8AE7F4FA23711B0C011D8801892711417ABCCCADE270','talk',0,1,'command',1772452800000,1772452800000,1,'somi',1,NULL);
INSERT INTO "memos" VALUES(2,'9bf28827-8611-4e9d-a4d3-7db65c792730','고양이 이름은 ''나비''',X'48EBDFAC95346842E60DD5063C9186F6A055511C3D468171BF26A006B078EDF6','about',0,2,'tool',1772452800000,1772452800000,2,'somi',1,NULL);
INSERT INTO "memos" VALUES(3,'e7601a0b-1a79-4384-854e-90bfe5ea5eaf','땅콩 알레르기',X'7DEA1F2CE9D789A70A952E70144151047C6CA61DED9565BE044D16063BDD9EAC','about',0,3,'window',1772452800000,1772452800000,NULL,NULL,1,1772452800000);
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "meta" VALUES('digest_key','f8391c0d7e070381487eaba46bf69df4b69c09ffc737e92e7c6d0ff4e2b69d6b');
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
        ended_ms INTEGER);
INSERT INTO "sessions" VALUES(1,'d8c4bc93-3a10-452d-b7cc-961a09b328fe','somi',1772452800000,1772452800000,NULL);
CREATE TABLE summaries (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        uuid TEXT NOT NULL UNIQUE,
        session INTEGER NOT NULL REFERENCES sessions (id),
        text TEXT NOT NULL,
        upto_turn INTEGER NOT NULL,
        created_ms INTEGER NOT NULL);
INSERT INTO "summaries" VALUES(1,'2556d19a-da07-4c5f-b7da-849540be4909',1,'인사를 나눴다.',2,1772452800000);
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
        unreliable INTEGER NOT NULL DEFAULT 0 CHECK (unreliable IN (0, 1)));
INSERT INTO "turns" VALUES(1,'b45697ac-ac6e-4d27-a7cd-557e09cce185',1,'somi','/기억 존댓말로 해줘','저장했어요.','command',1772452800000,0);
INSERT INTO "turns" VALUES(2,'7628a838-bed1-432b-82f3-ada8ce11878a',1,'somi','안녕?','안녕하세요!','done',1772452800000,0);
CREATE TABLE undo (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        memo INTEGER NOT NULL REFERENCES memos (id) ON DELETE CASCADE,
        action TEXT NOT NULL,
        before TEXT NOT NULL,
        at_ms INTEGER NOT NULL);
INSERT INTO "undo" VALUES(1,1,'add','',1772452800000);
INSERT INTO "undo" VALUES(2,2,'add','',1772452800000);
INSERT INTO "undo" VALUES(3,3,'add','',1772452800000);
INSERT INTO "undo" VALUES(4,3,'forget','',1772452800000);
CREATE INDEX sessions_by_persona ON sessions (persona, id);
CREATE INDEX turns_by_session ON turns (session, id);
CREATE INDEX turns_unfinished ON turns (session) WHERE state IN ('asked', 'partial');
CREATE INDEX summaries_by_session ON summaries (session, upto_turn);
CREATE UNIQUE INDEX memos_alive ON memos (digest) WHERE forgotten_ms IS NULL;
CREATE INDEX memos_by_digest ON memos (digest);
CREATE INDEX memos_by_turn ON memos (turn);
CREATE INDEX command_memos_by_memo ON command_memos (memo);
CREATE INDEX undo_by_memo ON undo (memo);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('sessions',1);
INSERT INTO "sqlite_sequence" VALUES('memos',3);
INSERT INTO "sqlite_sequence" VALUES('undo',4);
INSERT INTO "sqlite_sequence" VALUES('turns',2);
INSERT INTO "sqlite_sequence" VALUES('summaries',1);
COMMIT;
