export class Wrangler {
  constructor(program?: string, account?: string);
  env?: Record<string, string>;
}
