const RAW_MAX = 60;

/** First match wins: many browsers also call themselves by the names further down. */
const BROWSERS = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOPiOS\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
] as const;

const SYSTEMS = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bLinux\b|\bX11\b/, "Linux"],
] as const;

/** What a browser calls itself, in words: "Firefox on Windows". One that is not known is given as it is, cut. */
export function formatBrowser(userAgent: string): string {
  return browserName(userAgent) ?? (cut(userAgent.trim()) || "Unknown browser");
}

/** As `formatBrowser`, in words of ours alone; null for a browser that is not known. */
export function browserName(userAgent: string): string | null {
  const browser = nameIn(BROWSERS, userAgent);
  if (!browser) return null;
  const system = nameIn(SYSTEMS, userAgent);
  return system ? `${browser} on ${system}` : browser;
}

function nameIn(names: readonly (readonly [RegExp, string])[], userAgent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length > RAW_MAX ? `${characters.slice(0, RAW_MAX - 1).join("")}…` : text;
}
