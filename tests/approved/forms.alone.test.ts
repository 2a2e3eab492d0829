import { beforeAll, expect, test } from "vitest";
import { forms, makeDiariesAnew } from "../support/form-worlds";
import { outcomesOf } from "./outcomes";
import { drawnBy } from "./worlds";

beforeAll(() => drawnBy("diaries", makeDiariesAnew));

test.for(forms)("$path answers and writes what was approved", async (each, { task }) => {
  const outcomes = await drawnBy(task.name, () => outcomesOf(each));
  await expect(outcomes).toMatchFileSnapshot(`forms/${each.path.replace(/\.tsx?$/, "")}.txt`);
});
