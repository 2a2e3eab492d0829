import type { FetchedPart, Part } from "../parts";
import type { SessionLine } from "../sessions-of-set.server";
import type { RowLine } from "../working-set.server";

const ROWS = "/import_csv_data/rows/";

export async function fetchRows(from: number, length: number, before?: RowLine): Promise<FetchedPart<RowLine>> {
  const after = before ? `&after=${before.unique_ref}` : "";
  const { rows } = await ask<{ rows: RowLine[] }>(`list=rows&from=${from}${after}`);
  // A short part is the end of the list; a whole one says nothing of its length.
  return { total: rows.length < length ? from + rows.length : null, length, from, items: rows };
}

export async function fetchSessions(from: number, length: number): Promise<Part<SessionLine>> {
  const { sessions, total } = await ask<{ sessions: SessionLine[]; total: number }>(`list=sessions&from=${from}`);
  return { total, length, from, items: sessions };
}

async function ask<Answer>(query: string): Promise<Answer> {
  const answer = await fetch(`${ROWS}?${query}`);
  if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
  return answer.json();
}
