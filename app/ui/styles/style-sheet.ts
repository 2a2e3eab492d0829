/** Matches the rule in which Panda declares every token as a variable. */
const TOKENS = /:where\(:root, :host\)\s*\{([^{}]*)\}/;
const TOKEN = /(--[\w-]+):\s*([^;]+);/g;
/** Matches the initial values of filters, gradients and transforms, which no page uses, and Panda's own mark. */
const UNUSED = /[^{}]*\{\s*--(blur|made-with-panda):[^}]*\}/g;

/**
 * Returns Panda's style sheet without what no page needs. A token that is the same in light and dark is replaced by its
 * value: as variables these tokens weigh a tenth of all styles.
 */
export function slimSheet(sheet: string): string {
  const tokens = new Map<string, string>();
  for (const [, name = "", value = ""] of sheet.match(TOKENS)?.[1]?.matchAll(TOKEN) ?? []) tokens.set(name, value);
  const inPlace = (css: string): string =>
    css.replace(/var\((--[\w-]+)\)/g, (use, name) => {
      const value = tokens.get(name);
      return value === undefined || value.includes("light-dark(") ? use : inPlace(value);
    });
  const rules = inPlace(sheet.replace(TOKENS, ":root{}").replace(UNUSED, ""));
  const used = [...tokens].filter(([name]) => rules.includes(`var(${name})`));
  return rules.replace(":root{}", `:root{${used.map(([name, value]) => `${name}:${value}`).join(";")}}`);
}

type ShortName = (path: readonly string[], toHash: (text: string) => string) => string;

/**
 * Short class name for Panda. Its source text is written into the styling code: it must not refer to anything outside.
 */
const shortName: ShortName = (path, toHash) => toHash(path.join(":")).slice(-4);

/**
 * Returns `shortName` for one style sheet, with a check: with four letters two classes may get the same name, and both
 * would then look like the later one.
 * @throws when two classes get the same name: this ends the build, and names both
 */
export function shortNames(): ShortName {
  const classes = new Map<string, string>();
  const watched: ShortName = (path, toHash) => {
    const [name, meant] = [shortName(path, toHash), path.join(":")];
    const other = classes.get(name) ?? meant;
    if (other !== meant) {
      throw new Error(`Two classes are both called ${name}: “${other}” and “${meant}”. Write one of them another way`);
    }
    classes.set(name, meant);
    return name;
  };
  // Panda writes the text of this function into the styling code.
  return Object.assign(watched, { toString: () => shortName.toString() });
}
