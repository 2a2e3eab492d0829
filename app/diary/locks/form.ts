import { z } from "zod";
import * as fields from "~/platform/http/fields";
import { byIntent, exemptFromQuota } from "~/platform/http/form-schemas";

const RELOAD = "Open this page again from its report, then press the button";

/** The buttons of the page of locked periods. A full account may unlock, which adds nothing. */
export const lockForm = exemptFromQuota(
  z.discriminatedUnion(
    "intent",
    [
      z.object({
        intent: z.literal("lock"),
        from: fields.date("first day", RELOAD),
        until: fields.date("last day", RELOAD),
      }),
      z.object({ intent: z.literal("unlock"), lock: fields.reference(RELOAD) }),
    ],
    "Press one of the buttons on this page",
  ),
  byIntent("unlock"),
);
