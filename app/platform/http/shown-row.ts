/** A row as it was shown: a page sends `<reference>/<version>`. */
export interface ShownRow {
  ref: string;
  version: number;
}

export function readShownRow(text: string): ShownRow | null {
  const [, ref, version] = /^([\w-]{22})\/(\d{1,9})$/.exec(text) ?? [];
  return ref && version ? { ref, version: Number(version) } : null;
}

/** Whether all rows exist at the version that was shown. */
export function areAsShown(shown: readonly ShownRow[], rows: readonly { unique_ref: string; version: number }[]) {
  const versions = new Map(rows.map(({ unique_ref, version }) => [unique_ref, version]));
  return shown.every(({ ref, version }) => versions.get(ref) === version);
}
