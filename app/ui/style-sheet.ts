/** Where Panda declares every token as a variable. */
const TOKENS = /:where\(:root, :host\)\s*\{([^{}]*)\}/;
const TOKEN = /(--[\w-]+):\s*([^;]+);/g;
/** Starting values of filters, gradients and turns, which nothing here has, and Panda's own mark. */
const UNUSED = /[^{}]*\{\s*--(blur|made-with-panda):[^}]*\}/g;

/**
 * Panda's sheet without what no page needs. A token that is the same in light and dark stands where it is used; as
 * variables they weigh a tenth of all styles.
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

/** What Panda calls a class. It stands in the styling code as it is written here: it may use nothing from outside. */
const shortName: ShortName = (path, toHash) => toHash(path.join(":")).slice(-4);

/**
 * `shortName`, for one style sheet: four letters are few enough for two classes to meet, and both would then look as
 * the later one does. The build ends there, and says which two.
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
