import type { CopyStore } from "../app/backups/copies.server";

export function openS3Store(where: {
  endpoint: string;
  bucket: string;
  folder: string;
  region?: string | undefined;
  access: { access_key_id: string; secret_access_key: string };
}): CopyStore;
