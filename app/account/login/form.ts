import { z } from "zod";
import { text, tick } from "~/platform/http/fields";
import { botAnswers } from "../bot-check/form";
import { secret } from "../fields";

/** The bot check is optional, because it is asked only at times. */
export const loginForm = z
  .object({
    username: text({ name: "username", max: 200 }),
    password: secret,
    remember: tick(),
  })
  .and(botAnswers("login"));
