import type { Register } from "react-router";

/** Every page of routes.ts, as React Router lists it: without the trailing slash. */
type Pages = Register extends { pages: infer Listed } ? Listed : never;

type ParamsOf<Page> = Page extends { params: infer Params } ? Required<Params> : never;

/** A path as routes.ts declares it: with a trailing slash for a page, none for a file. */
type DeclaredPath<Path extends string> = Path extends `${string}.${string}` ? Path : `${Path}/`;

/** The paths with parameters, each with their types. */
type Patterns = {
  [Path in keyof Pages & string as Path extends `${string}:${string}` ? DeclaredPath<Path> : never]: ParamsOf<
    Pages[Path]
  >;
};

/**
 * The address of a page whose path has parameters, such as `/leave/:leaveRef/`. Paths without parameters are written
 * literally.
 */
export function pathTo<Path extends keyof Patterns>(path: Path, params: Patterns[Path]): string {
  const values = params as Record<string, string>;
  return path.replace(/:(\w+)\??/g, (_, name: string) => encodeURIComponent(values[name] as string));
}
