/** Bindings and settings of wrangler.toml, secrets included. */
declare namespace Cloudflare {
  interface Env {
    DB: D1Database;
    JOBS: Queue;
    FORMS: KVNamespace;
    OBJECTS: R2Bucket;
    EMAIL: SendEmail;
    BURSTS: RateLimit;
    APP_ORIGIN: string;
    MAIL_FROM: string;
    CONTROLLER: string;
    CONTACT_EMAIL: string;
    TURNSTILE_SITE_KEY: string;
    TURNSTILE_SECRET: string;
    TURNSTILE_SCRIPT_URL: string;
    TURNSTILE_VERIFY_URL: string;
    CSV_IMPORT_MIN_LEVEL: string;
    VAULT_KEYS: string;
    VAULT_KEY_ID: string;
  }
}
interface Env extends Cloudflare.Env {}
