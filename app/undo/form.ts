import { z } from "zod";

/** The address says all: a form without answers. */
export const undoForm = z.object({});
