import { z } from "zod";
import { text, tick } from "~/platform/http/fields";
import { botToken } from "../bot-check/form";
import { secret } from "../fields";

export const loginForm = z
  .object({
    username: text({ name: "username", max: 200 }),
    password: secret,
    remember: tick(),
  })
  .and(botToken("login"));
