import { z } from "zod";
import { chosen, text } from "~/platform/http/fields";
import { exemptFromQuota } from "~/platform/http/form-schemas";

/** The buttons on the page of what was refused. */
export const keptForm = exemptFromQuota(
  z.object({
    intent: chosen("what to do", ["open", "discard"]),
    /** The page that it is to be saved on. */
    page: text({ name: "session", max: 300 }),
  }),
);
