import { DatabaseSync } from "node:sqlite";

/** Of a user's own doings, which others do not have. */
const NOT_COPIED = ["idempotency_keys", "changes", "changed_rows", "import_staging", "staged_imports"];

/**
 * Gives users a copy of one user's diary, without the texts, which only its owner's key opens. The server stands still.
 * @param ids of users that are there, or how many to make
 */
export function cloneDiary(file, templateId, ids) {
  const db = new DatabaseSync(file);
  // A world of a benchmark is thrown away: nothing has to survive a loss of power.
  db.exec("PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; BEGIN");
  const wanted = typeof ids === "number" ? makeUsers(db, templateId, ids) : ids;
  for (const { name, columns } of diaryTables(db)) {
    const read = columns.map((column) =>
      column === "user_id" ? "?1" : column.endsWith("_encrypted") ? "NULL" : column,
    );
    const copy = db.prepare(
      `INSERT OR IGNORE INTO ${name} (${columns.join(", ")}) SELECT ${read.join(", ")} FROM ${name} WHERE user_id = ?2`,
    );
    for (const id of wanted) copy.run(id, templateId);
  }
  db.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
}

function diaryTables(db) {
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  return tables
    .map(({ name }) => ({ name, columns: columnsOf(db, name) }))
    .filter(({ name, columns }) => columns.includes("user_id") && !NOT_COPIED.includes(name));
}

function makeUsers(db, templateId, amount) {
  const columns = columnsOf(db, "users").filter((column) => column !== "id");
  const own = { unique_ref: "?1", username: "?1", username_key: "?1", email: "NULL", email_key: "NULL" };
  const make = db.prepare(
    `INSERT INTO users (${columns.join(", ")}) SELECT ${columns.map((column) => own[column] ?? column).join(", ")}
     FROM users WHERE id = ?2 RETURNING id`,
  );
  const { n } = db.prepare("SELECT count(*) AS n FROM users").get();
  return Array.from(
    { length: amount },
    (_, at) => make.get(`clone-${String(n + at).padStart(16, "0")}`, templateId).id,
  );
}

function columnsOf(db, table) {
  return db
    .prepare("SELECT name FROM pragma_table_info(?)")
    .all(table)
    .map(({ name }) => name);
}
