import type { CopyStore } from "../app/backups/copies.server";

export function openFolderStore(folder: string): CopyStore;
