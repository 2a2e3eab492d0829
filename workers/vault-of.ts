import { openVault, type Vault } from "~/platform/crypto/vault.server";

/** One for each isolate, so that a user's key is not derived again for each page. */
let vault: Vault | undefined;

/** The vault of the settings. */
export function vaultOf(env: Env): Vault {
  vault ??= openVault(env.VAULT_KEYS, env.VAULT_KEY_ID);
  return vault;
}
