import { createHash } from "node:crypto";

/** Places of the packages, as package-lock.json names them, that have code in the Worker and in the script of pages. */
export interface Bundled {
  worker: readonly string[];
  page: readonly string[];
}

export type Reach = keyof Bundled;

interface Locked {
  name?: string;
  version: string;
  integrity?: string;
  license?: string;
}

interface Property {
  name: string;
  value: string;
}

/** A package in the list. */
export interface Part {
  type: "library";
  "bom-ref": string;
  group?: string;
  name: string;
  version: string;
  scope: "required" | "excluded";
  hashes?: { alg: string; content: string }[];
  licenses?: ({ license: { id: string } } | { expression: string })[];
  purl: string;
  properties?: Property[];
}

/** What a build was made from, in the JSON of CycloneDX 1.6. */
export interface PartsList {
  $schema: string;
  bomFormat: "CycloneDX";
  specVersion: "1.6";
  version: 1;
  metadata: {
    lifecycles: { phase: "build" }[];
    component: { type: "application"; "bom-ref": string; name: string };
    properties: Property[];
  };
  components: Part[];
}

/** Names of properties, which are ours and not CycloneDX's. */
const LOCK = "daybook:package-lock-sha256";
const REACHED_FROM = "daybook:reached-from";

/**
 * Lists every package of package-lock.json: required where the Worker or the script of pages has code of it, else
 * excluded, as tools are. Without a time or a serial number: the same sources have the same list.
 * @throws for a package in a bundle that is not in package-lock.json
 */
export function partsList(lock: string, bundled: Bundled): PartsList {
  const { name, packages } = JSON.parse(lock) as { name: string; packages: Record<string, Locked> };
  const unlisted = [...bundled.worker, ...bundled.page].filter((place) => !packages[place]);
  if (unlisted.length > 0) throw new Error(`Not in package-lock.json, but in the build: ${unlisted.join(", ")}`);
  const parts = new Map<string, Part>();
  for (const [place, locked] of Object.entries(packages)) {
    if (place === "") continue;
    const part = partOf(locked.name ?? (place.split("node_modules/").at(-1) as string), locked);
    const listed = parts.get(part.purl) ?? part;
    parts.set(part.purl, listed);
    for (const reach of ["worker", "page"] as const) if (bundled[reach].includes(place)) addReach(listed, reach);
  }
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      lifecycles: [{ phase: "build" }],
      component: { type: "application", "bom-ref": name, name },
      properties: [{ name: LOCK, value: hashOf(lock) }],
    },
    components: [...parts.values()].sort((one, other) => (one.purl < other.purl ? -1 : 1)),
  };
}

function partOf(whole: string, { version, integrity, license }: Locked): Part {
  const [group, name] = whole.startsWith("@") ? (whole.split("/") as [string, string]) : [undefined, whole];
  const purl = `pkg:npm/${whole.replace("@", "%40")}@${version.replaceAll("+", "%2B")}`;
  return {
    type: "library",
    "bom-ref": purl,
    ...(group ? { group } : {}),
    name,
    version,
    scope: "excluded",
    ...(integrity ? { hashes: integrity.split(" ").map(hashIn) } : {}),
    ...(license
      ? { licenses: [/^[\w.-]+$/.test(license) ? { license: { id: license } } : { expression: license }] }
      : {}),
    purl,
  };
}

/** Of a subresource integrity, `sha512-<base64>`. */
function hashIn(integrity: string) {
  const [, bits, base64 = ""] = /^sha(\d+)-(.+)$/.exec(integrity) ?? [];
  return { alg: `SHA-${bits}`, content: Buffer.from(base64, "base64").toString("hex") };
}

function addReach(part: Part, reach: Reach): void {
  if (reachOf(part).includes(reach)) return;
  part.scope = "required";
  part.properties = [...(part.properties ?? []), { name: REACHED_FROM, value: reach }];
}

/** From where the code of a package is reached; nowhere for a tool. */
export function reachOf({ properties = [] }: Part): Reach[] {
  return properties.filter(({ name }) => name === REACHED_FROM).map(({ value }) => value as Reach);
}

/** The name of a package as it is installed. */
export function nameOf({ group, name }: Part): string {
  return group ? `${group}/${name}` : name;
}

/** Whether a list is of this package-lock.json. */
export function isListOf({ metadata }: PartsList, lock: string): boolean {
  return metadata.properties.some(({ name, value }) => name === LOCK && value === hashOf(lock));
}

function hashOf(lock: string): string {
  return createHash("sha256").update(lock).digest("hex");
}
