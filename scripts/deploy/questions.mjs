import { createInterface } from "node:readline/promises";
import { ASKED } from "./checks.mjs";
import { addSetting } from "./settings.mjs";

/** What is asked of whoever deploys, at a terminal. */
export class Questions {
  constructor(input = process.stdin, output = process.stdout) {
    this.lines = createInterface({ input, output });
    this.output = output;
    /** How many were asked. */
    this.count = 0;
  }

  close() {
    this.lines.close();
  }

  async ask(question) {
    this.count += 1;
    return (await this.lines.question(`${question}\n> `)).trim();
  }

  /** Asks for the settings that the file does not have, each until its answer is one, and writes them there. */
  async settings(settings) {
    const missing = Object.keys(ASKED).filter((name) => settings.vars[name] === undefined);
    for (const name of missing) {
      const { question, wrong } = ASKED[name];
      let answer = await this.ask(`${name}: ${question}`);
      for (let why = wrong(answer); why; why = wrong(answer)) answer = await this.ask(`${name} ${why}`);
      addSetting(settings, "vars", name, answer);
    }
    return missing.length;
  }

  /** @returns the id of the account that was chosen */
  async account(accounts) {
    const list = accounts.map(({ name }, at) => `  ${at + 1}  ${name}`).join("\n");
    let chosen;
    while (!chosen) chosen = accounts[Number(await this.ask(`Which account, by its number?\n${list}`)) - 1];
    return chosen.id;
  }

  async isWanted(question) {
    return /^y(es)?$/i.test(await this.ask(`${question} (y/N)`));
  }
}
