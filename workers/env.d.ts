/** Bindings and settings of wrangler.toml, secrets included. */
declare namespace Cloudflare {
  interface Env {
    DB: D1Database;
    BURSTS: RateLimit;
    VAULT_KEYS: string;
    VAULT_KEY_ID: string;
  }
}
interface Env extends Cloudflare.Env {}
