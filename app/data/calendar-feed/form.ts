import { z } from "zod";
import { chosen } from "~/platform/http/fields";
import { FEED_CONTENTS } from "./content";

export const feedForm = z.object({
  act: chosen("what to do", ["make", "change", "end"]),
  content: chosen("what the calendar shows", FEED_CONTENTS),
});
