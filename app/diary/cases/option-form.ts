import { z } from "zod";
import { text, version } from "~/platform/http/fields";
import { byButton, takesNoRoom } from "~/platform/http/form-schemas";
import { MAX_OPTION_LABEL } from "./own-options";

const label = text({ name: "name", max: MAX_OPTION_LABEL, empty: "Enter a name for the option" }).transform((typed) =>
  typed.replace(/\s+/g, " "),
);

/** The buttons of an option's page; each changes only what its page showed. */
export const optionForm = takesNoRoom(
  z.discriminatedUnion(
    "intent",
    [
      z.object({ intent: z.literal("rename"), label, version }),
      z.object({ intent: z.literal("archive"), version }),
      z.object({ intent: z.literal("restore"), version }),
      z.object({ intent: z.literal("delete"), version }),
    ],
    "Press one of the buttons of this page",
  ),
  byButton("intent", "archive", "restore", "delete"),
);
