import { createContext } from "react";

/**
 * The nonce of the page's policy, for a script that a page writes itself. Empty in the browser, which blanks the
 * attribute as well.
 */
export const NonceContext = createContext("");
