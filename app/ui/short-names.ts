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
