import { createContext } from "react-router";

/** Settings of this Daybook. Nothing that a request says takes their place. */
export interface Site {
  /** `https://daybook.example`: of links in mails, of passkeys, of the pages themselves. */
  origin: string;
  turnstile: {
    siteKey: string;
    secret: string;
    scriptUrl: string;
    verifyUrl: string;
  };
  /** Who answers for this Daybook: name with postal address, and the address of support. */
  keeper: { controller: string; contact: string };
  /** The lowest user level that may import files. The specification says 10 (section 6). */
  csvImportMinLevel: number;
}

export const siteContext = createContext<Site>();

/** Key-value store of half-filled forms: encrypted text, for an hour. */
export const formStoreContext = createContext<KVNamespace>();
