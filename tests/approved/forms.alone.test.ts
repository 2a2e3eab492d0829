import { beforeAll, beforeEach, expect, test } from "vitest";
import { forms, makeDiariesAnew } from "../support/form-worlds";
import { outcomesOf } from "./outcomes";
import { drawBy } from "./worlds";

beforeAll(async () => {
  drawBy("diaries");
  await makeDiariesAnew();
});
beforeEach(({ task }) => drawBy(task.name));

test.for(forms)("$path answers and writes what was approved", async (each) => {
  await expect(await outcomesOf(each)).toMatchFileSnapshot(`forms/${each.path.replace(/\.tsx?$/, "")}.txt`);
});
