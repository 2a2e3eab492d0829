import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { decryptLines } from "~/backups/object.server";
import { newRef } from "~/platform/db/columns.server";
import { vault } from "../support/harness";
import { text_encrypted } from "./backups";

/** Near half of the megabyte that a piece holds: three bytes a letter. */
const HALF = "€".repeat(160_000);

test.each([
  ["no lines are an empty piece", [], 1],
  ["short lines are one piece", ["one", "two", "three"], 1],
  ["lines that fill half a piece are two in one", [HALF, HALF, HALF], 2],
  ["a line longer than a piece has one of its own", ["one", "€".repeat(400_000), "two"], 3],
])("%s", async (_, lines, pieces) => {
  const name = { userRef: newRef(), day: "2026-11-21" };
  const parts = await text_encrypted(name, lines);
  // Each after its length.
  expect(parts).toHaveLength(2 * pieces);
  const read: string[] = [];
  for await (const line of decryptLines(vault, name, new Uint8Array(Buffer.concat(parts)))) read.push(line);
  expect(read.map(({ length }) => length)).toEqual(lines.map(({ length }) => length));
  expect(read.join() === lines.join()).toBe(true);
});
