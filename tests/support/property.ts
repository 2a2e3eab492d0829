import { env } from "cloudflare:workers";
import fc from "fast-check";

const { DAYBOOK_SEED } = env as unknown as { DAYBOOK_SEED: string };

/** Every property of a run draws from one seed, new in each run: what fails says how to have the same draws again. */
fc.configureGlobal({
  seed: Number(DAYBOOK_SEED),
  reporter(details) {
    if (!details.failed) return;
    const again = `To draw the same again, set DAYBOOK_SEED=${details.seed} in the environment.`;
    throw new Error(`${again}\n${fc.defaultReportMessage(details)}`, { cause: details.errorInstance });
  },
});

export default fc;
