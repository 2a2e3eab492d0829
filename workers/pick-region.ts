import { anyOf, holderOf, type Name, regionOfUser } from "~/account/directory/names.server";
import { PENDING_LOGIN_COOKIE } from "~/account/login/pending-logins.server";
import { openResetCookie } from "~/account/passwords/reset-requests.server";
import { SUSPENDED_COOKIE } from "~/account/suspension/pass.server";
import type { AppContext } from "~/platform/context";
import { fromBase64url, regionIn } from "~/platform/db/tokens";
import { LOGIN_COOKIE, readCookie } from "~/platform/http/cookies";
import { text } from "~/platform/http/fields";
import { readBytes } from "~/platform/http/read-body.server";
import { type Region, type Regions, regionOf } from "./regions";

declare const __LOCAL_BUILD__: boolean;

/** The region of a request. */
interface PickedRegion {
  region: Region;
  /** Whether it follows from a name that any stranger may type: how far away it is must not show in the time. */
  isByName: boolean;
}

type Source = Pick<AppContext, "directory" | "vault">;

/** Forms and calls with a name that somebody types to get into their account. */
const BY_USERNAME = ["/login/", "/api/login/"];
const BY_ADDRESS = ["/password/forgot/", "/api/password/forgotten/"];
/** Forms and calls that make an account in the region that they name. */
const BY_CHOICE = ["/signup/", "/api/sign_up/"];
const BY_CHOICE_LOCALLY = "/dev/new-user/";
const BY_PASSKEY = "/api/auth/login_with_passkey/";

/** Most bytes that are read of a form or call before the router: far more than any of these has. */
const MAX_BYTES = 64 * 1024;
/** As a form reads its answers; long ones are no names. */
const answer = text({ name: "answer", max: 300 });

/**
 * Picks the region whose database a request gets: what carries a region, in which order, and what happens with an unknown
 * one, is in docs/decisions/0020-regions.md. With one region nothing is looked at.
 */
export async function pickRegion(request: Request, regions: Regions, source: Source): Promise<PickedRegion> {
  const [home] = regions;
  const sure = (code: string | null) => ({ region: regionOf(regions, code) ?? home, isByName: false });
  if (regions.length === 1) return sure(null);
  const url = new URL(request.url);
  const path = pathOf(url);
  const [, token] = /^\/(?:verify-email|api\/email\/verify|take_back|calendar)\/([^/]+)/.exec(path) ?? [];
  if (token) return sure(regionIn(token));
  const [, stopped] = /^\/stop_mail\/([^/.]+)/.exec(path) ?? [];
  if (stopped) return sure(await regionOfUser(source.directory, stopped));
  const link = path === "/signup/" ? url.searchParams.get("link") : null;
  if (link) return sure(regionIn(link));
  if (request.method === "POST") {
    const picked = await byAnswers(path, request, regions, source);
    if (picked) return picked;
  }
  return byCookies(path, request, regions, source);
}

async function byAnswers(
  path: string,
  request: Request,
  regions: Regions,
  source: Source,
): Promise<PickedRegion | null> {
  const [byUsername, byAddress] = [BY_USERNAME.includes(path), BY_ADDRESS.includes(path)];
  const [byChoice, byPasskey] = [isByChoice(path), path === BY_PASSKEY];
  if (!byUsername && !byAddress && !byChoice && !byPasskey) return null;
  const answers = await readAnswers(request, path.startsWith("/api/"));
  if (byUsername) return byName(["username", answer.safeParse(answers.username).data ?? ""], regions, source);
  if (byAddress) {
    const address = answer.safeParse(answers.email).data;
    return address ? byName(["email", address], regions, source) : null;
  }
  if (byChoice) return { region: chosenIn(regions, answers.region), isByName: false };
  const userRef = userOfPasskey(answers);
  const region = regionOf(regions, userRef && (await regionOfUser(source.directory, userRef)));
  return region && { region, isByName: false };
}

function isByChoice(path: string): boolean {
  return BY_CHOICE.includes(path) || (__LOCAL_BUILD__ && path === BY_CHOICE_LOCALLY);
}

/** The same work for a name that nobody holds, which gets a region, too. */
async function byName(name: Name, regions: Regions, source: Source): Promise<PickedRegion> {
  const [holder, any] = await Promise.all([holderOf(source, name), anyOf(source.vault, name, regions)]);
  return { region: regionOf(regions, holder?.region) ?? any, isByName: true };
}

/**
 * The region that a sign-up names, else the first that takes new users. One that no longer does says so itself: it may
 * have made the account before, and nobody is taken elsewhere than they chose.
 */
function chosenIn(regions: Regions, code: unknown): Region {
  return regionOf(regions, code) ?? regions.find(({ isOpen }) => isOpen) ?? regions[0];
}

async function byCookies(path: string, request: Request, regions: Regions, { vault }: Source): Promise<PickedRegion> {
  if (/^\/(api\/)?password\/(?!change\/)/.test(path)) {
    const reset = regionOf(regions, (await openResetCookie(vault, request))?.region);
    if (reset) return { region: reset, isByName: true };
  }
  const names = cookiesOf(path);
  const tokens = names.map((name) => readCookie(request, name)).filter((token) => token !== null);
  const [first] = tokens.map((token) => regionOf(regions, regionIn(token))).filter((region) => region !== null);
  return { region: first ?? regions[0], isByName: false };
}

/** The cookies that say where a page reads, the first before the others. */
function cookiesOf(path: string): string[] {
  if (/^\/(api\/)?twofactor/.test(path)) return [PENDING_LOGIN_COOKIE, LOGIN_COOKIE];
  // What a login opens, and the files of an export, which the owner of a suspended account may save.
  return [LOGIN_COOKIE, SUSPENDED_COOKIE];
}

/** The path of a page, also where script asks for its data alone. */
export function pathOf({ pathname }: URL): string {
  return pathname.replace(/\/_\.data$/, "/").replace(/\.data$/, "");
}

/** What a form or a call of our own sends; empty for any other body. The request can be read again. */
async function readAnswers(request: Request, isCall: boolean): Promise<Record<string, unknown>> {
  const type = request.headers.get("Content-Type") ?? "";
  try {
    const bytes = await readBytes(request.clone() as Request, MAX_BYTES);
    const body = new Response(bytes, { headers: { "Content-Type": type } });
    const read: unknown = isCall ? await body.json() : Object.fromEntries(await body.formData());
    return typeof read === "object" && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function userOfPasskey({ response }: Record<string, unknown>): string | null {
  const handle: unknown = (response as { userHandle?: unknown } | undefined)?.userHandle;
  try {
    return typeof handle === "string" ? new TextDecoder().decode(fromBase64url(handle)) : null;
  } catch {
    return null;
  }
}
