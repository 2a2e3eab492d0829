import { expect, test } from "vitest";
import type { newCpdForm } from "~/reports/cpd/form";
import { fieldsOf } from "~/ui/forms/field-names";
import { formView } from "~/ui/forms/form-state";

test("a field is drawn by a name that its form's schema has; another is an error of types", () => {
  const form = formView({ title: "Airway course" }, undefined);
  const field = fieldsOf<typeof newCpdForm>(form);
  expect(field("title")).toEqual({ form, name: "title" });
  // @ts-expect-error: misspelt
  expect(field("titel").form.value("titel")).toBe("");
});
