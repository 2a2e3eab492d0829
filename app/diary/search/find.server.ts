import { customOptions, isOption } from "~/diary/cases/custom-options.server";
import type { Asker } from "~/platform/context";
import { answerOf } from "./answer.server";
import type { Asked } from "./form";
import type { Found } from "./found";
import { furtherBack, goOnAt } from "./further-back.server";
import { lookThrough, MOST_SESSIONS, type Tally } from "./look-through.server";
import { reachOf, stretchesOf } from "./reach";
import { casesOfStretch, elementAsked, sessionsOfStretch } from "./stretch.server";

type Answer = { ok: true; found: Found } | { ok: false; errors: Record<string, string> };

/** Encrypted text has no index: it is opened newest first, as far back as one answer goes. */
export async function find(world: Asker, asked: Asked): Promise<Answer> {
  const { db, userId } = world;
  const reach = reachOf(asked, world.now);
  const [first, ...others] = stretchesOf(reach);
  const [elements, custom, sessions, cases] = await db.batch([
    elementAsked(db, userId, asked.element),
    customOptions(db, userId),
    sessionsOfStretch(db, userId, asked, first),
    casesOfStretch(db, userId, asked, first),
  ]);
  const errors = unknown(asked, elements.length > 0, custom);
  if (errors) return { ok: false, errors };

  const tally: Tally = { hits: [], unreadable: 0 };
  await lookThrough(world, asked, sessions, cases, tally);
  let searchedFrom = first.from;
  for (const stretch of others) {
    if (tally.hits.length >= MOST_SESSIONS) break;
    const [more, moreCases] = await db.batch([
      sessionsOfStretch(db, userId, asked, stretch),
      casesOfStretch(db, userId, asked, stretch),
    ]);
    await lookThrough(world, asked, more, moreCases, tally);
    searchedFrom = stretch.from;
  }
  // An answer that is full goes on where it stopped.
  const isFull = tally.hits.length >= MOST_SESSIONS;
  const further = isFull ? null : goOnAt(await db.batch(furtherBack(db, userId, asked, reach)));
  return { ok: true, found: answerOf(asked, reach, searchedFrom, tally, further) };
}

function unknown(asked: Asked, hasElement: boolean, custom: Awaited<ReturnType<typeof customOptions>>) {
  const { element, option } = asked;
  const isKnown = isOption(custom, "airway", option) || isOption(custom, "procedure", option);
  const errors: Record<string, string> = {};
  if (element && !hasElement) errors.element = "Choose a job plan element from the list";
  if (option && !isKnown) errors.option = "Choose an airway or procedure from the list";
  return Object.keys(errors).length > 0 ? errors : null;
}
