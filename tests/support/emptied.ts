import { env } from "cloudflare:workers";
import { deleteRows } from "./every-row";

/** Nothing of the file before is there: what runs after this may count over everybody. */
await deleteRows();
await env.DIRECTORY.prepare("DELETE FROM names").run();
for (const { name } of (await env.FORMS.list()).keys) await env.FORMS.delete(name);
await env.OBJECTS.delete((await env.OBJECTS.list()).objects.map(({ key }) => key));
