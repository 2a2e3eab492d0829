/**
 * The local world and the tests have a second region, which no deployment has: `npm start` shows what two are like, and
 * whatever works in one must work in the other.
 */
const SECOND = {
  region: {
    code: "oc",
    name: "Oceania",
    hint: "oc",
    database: "DB_OC",
    bucket: "OBJECTS_OC",
    open: true,
    copies: true,
  },
  d1: { binding: "DB_OC", database_name: "daybook-oc", database_id: "local-oc", migrations_dir: "migrations" },
  r2: { binding: "OBJECTS_OC", bucket_name: "daybook-objects-oc" },
};

/**
 * Tests make thousands of users: no region of theirs closes by its users.
 * @param settings those of wrangler.toml. @returns what a local build has in place of them
 */
export function withSecondRegion({ vars, d1_databases, r2_buckets }) {
  return {
    vars: { ...vars, REGIONS: [...vars.REGIONS.map(withoutUsersMark), SECOND.region] },
    d1_databases: [...d1_databases, SECOND.d1],
    r2_buckets: [...r2_buckets, SECOND.r2],
  };
}

function withoutUsersMark({ closes_at_users: _, ...region }) {
  return region;
}
