import { load } from "../environment.mjs";
import { IDS, VARS } from "./settings.mjs";

/** An address with a domain. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** Those of wrangler.toml, of papers, and of the questions below. */
const EXAMPLE = /([.@/])(example|(example|your-domain)\.(com|net|org))$/;

/**
 * What somebody must say about every environment, in the order in which it is asked, and what is wrong with an answer:
 * null if nothing is.
 */
export const ASKED = {
  APP_ORIGIN: {
    question:
      "The address of this Daybook, of a domain in your Cloudflare account, such as https://daybook.your-domain.org",
    wrong: (text) =>
      URL.parse(text)?.origin === text && text.startsWith("https://")
        ? wrongExample(text)
        : "must be like https://daybook.your-domain.org: https, a host, and no path",
  },
  MAIL_FROM: {
    question: "The address that its mails come from, of a domain in your Cloudflare account",
    wrong: wrongAddress,
  },
  CONTROLLER: {
    question: "Who answers for the data, with postal address: the privacy notice names them",
    wrong: (text) => (text.trim() ? null : "must name who answers for the data, with postal address"),
  },
  CONTACT_EMAIL: { question: "The email address for support", wrong: wrongAddress },
};

function wrongAddress(text) {
  return ADDRESS.test(text) ? wrongExample(text) : "must be an email address, such as daybook@your-domain.org";
}

function wrongExample(text) {
  return EXAMPLE.test(text) ? "must be of a domain of your own: this one is an example" : null;
}

/**
 * What is wrong with the settings of an environment, each by its name: what the Worker itself would refuse, and what it
 * cannot see.
 * @param given secrets
 * @param told names of what the Turnstile widget will tell
 */
export async function faultsOf(settings, configuration, given, { told }) {
  const { vars, d1_databases, r2_buckets } = configuration;
  const { wrongSettings } = await load("workers/settings.ts");
  const { readRegions } = await load("workers/regions.ts");
  const asked = Object.entries(ASKED).flatMap(([name, { wrong }]) => {
    // What the file leaves out has wrangler.toml's example.
    const isMissing = settings.vars[name] === undefined;
    const why = wrong(isMissing ? "" : String(vars[name]));
    return why ? [`${name} ${isMissing ? "is missing, and " : ""}${why}`] : [];
  });
  // Whatever has been named is not named twice, in other words.
  const others = wrongSettings({ ...vars, ...given }).filter(
    (text) => !told.includes(text.split(" ")[0]) && !asked.some((named) => named.split(" ")[0] === text.split(" ")[0]),
  );
  const bindings = Object.fromEntries([...d1_databases, ...r2_buckets].map(({ binding }) => [binding, {}]));
  return [
    ...(settings.isThere
      ? []
      : [`There is no ${settings.path}: at a terminal npm run deploy asks for it and writes it`]),
    ...settings.misshapen.map((name) => `${settings.path}: ${name} ${SHAPES[name]}`),
    ...settings.unknown.map((name) => `${settings.path}: there is no setting ${name}`),
    ...namesNotIn(settings.vars, VARS).map((name) => `${settings.path}: there is no variable ${name}`),
    ...namesNotIn(settings.ids, IDS).map((name) => `${settings.path}: nothing that has an id is called ${name}`),
    ...asked,
    ...others,
    ...wrongSubdomain(configuration),
    ...wrongLevel(vars),
    ...wrongRegions(() => readRegions({ ...bindings, REGIONS: vars.REGIONS })),
  ];
}

/** What the tables of a file must be. */
const SHAPES = {
  vars: "must be a table, under a line [vars]",
  ids: "must be a table, under a line [ids]",
  REGIONS: "must have one table a region, each under a line [[vars.REGIONS]] as in wrangler.toml",
};

/** The Worker itself goes on with a level that is none, and lets administrators alone import. */
function wrongLevel({ CSV_IMPORT_MIN_LEVEL: level }) {
  const isLevel = /^\d+$/.test(level) && Number(level) >= 1 && Number(level) <= 10;
  return isLevel ? [] : ["CSV_IMPORT_MIN_LEVEL must be a user level from 1 to 10"];
}

/** Without a domain of one's own a Worker answers at its own name alone. */
function wrongSubdomain({ name, workers_dev, vars }) {
  if (!workers_dev || vars.APP_ORIGIN.startsWith(`https://${name}.`)) return [];
  return [`APP_ORIGIN must begin with https://${name}. at workers.dev`];
}

function namesNotIn(table, known) {
  return Object.keys(table).filter((name) => !known.includes(name));
}

function wrongRegions(read) {
  try {
    read();
    return [];
  } catch (error) {
    const issues = error.issues?.map(({ path, message }) => `${path.join(".")} ${message}`);
    return (issues ?? [error.message]).map((text) => `REGIONS: ${text}`);
  }
}
