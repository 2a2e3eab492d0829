import type { Register } from "react-router";

/** Every page of routes.ts, as React Router lists it: without the slash at the end. */
type Pages = Register extends { pages: infer Listed } ? Listed : never;

type ParamsOf<Page> = Page extends { params: infer Params } ? Required<Params> : never;

/** As routes.ts declares it: a page ends in a slash, a file in its name. */
type Declared<Path extends string> = Path extends `${string}.${string}` ? Path : `${Path}/`;

/** The paths with parameters, each with what it needs. */
type Patterns = {
  [Path in keyof Pages & string as Path extends `${string}:${string}` ? Declared<Path> : never]: ParamsOf<Pages[Path]>;
};

/** The address of a page whose path has parameters, such as `/leave/:leaveRef/`. One without is written as it stands. */
export function pathTo<Path extends keyof Patterns>(path: Path, params: Patterns[Path]): string {
  const values = params as Record<string, string>;
  return path.replace(/:(\w+)\??/g, (_, name: string) => encodeURIComponent(values[name] as string));
}
