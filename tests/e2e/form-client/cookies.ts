import { CookieJar } from "tough-cookie";

/** As Playwright describes a cookie. */
export interface CookieShown {
  name: string;
  value: string;
  domain: string;
  path: string;
  expires: number;
  httpOnly: boolean;
  secure: boolean;
  sameSite: "Strict" | "Lax" | "None";
}

/** The cookies of one person's browser. Every page asked for belongs to the product: no request is cross-site. */
export class Cookies {
  private readonly jar = new CookieJar();

  async headerFor(url: string): Promise<string> {
    return this.jar.getCookieString(url, { sameSiteContext: "strict" });
  }

  async keep(lines: readonly string[], url: string): Promise<void> {
    for (const line of lines) await this.jar.setCookie(line, url, { sameSiteContext: "strict", ignoreError: true });
  }

  async all(): Promise<CookieShown[]> {
    const kept = (await this.jar.store.getAllCookies()).filter((cookie) => cookie.TTL() > 0);
    return kept.map((cookie) => {
      const ends = cookie.expiryTime();
      const sameSite = cookie.sameSite === "strict" ? "Strict" : cookie.sameSite === "none" ? "None" : "Lax";
      return {
        ...{ name: cookie.key, value: cookie.value, domain: cookie.domain ?? "", path: cookie.path ?? "/" },
        expires: ends !== undefined && Number.isFinite(ends) ? ends / 1000 : -1,
        ...{ httpOnly: cookie.httpOnly, secure: cookie.secure, sameSite },
      };
    });
  }

  async clear(): Promise<void> {
    await this.jar.removeAllCookies();
  }
}
