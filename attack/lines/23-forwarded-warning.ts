/** A stranger causes a warning about X-Forwarded-For and reads on /readyz how the server is run. docs/decisions/0006. */
import { request } from "node:http";
import { type Attack, closed, open } from "../attack.ts";

const STRANGERS: readonly Readonly<Record<string, string>>[] = [
  { host: "notes.example.org" },
  { host: "notes.example.org", "x-forwarded-for": "127.0.0.1" },
  { host: "localhost", "x-forwarded-for": "203.0.113.7" },
  { host: "notes.example.org", authorization: "Bearer guessed" },
];

export const attack: Attack = {
  line: 23,
  title: "reading and causing warnings for operators on /readyz",
  async run({ startServer }) {
    const server = await startServer({ METRICS_TOKEN: "operators-own-token-0123456789abcdef" });
    const get = (path: string, headers: Readonly<Record<string, string>>): Promise<string> =>
      new Promise((resolve, reject) => {
        const { port } = new URL(server.origin);
        const asked = request({ host: "127.0.0.1", port, path, headers }, (answer) => {
          let text = "";
          answer.on("data", (chunk) => (text += String(chunk)));
          answer.on("end", () => resolve(text));
        });
        asked.on("error", reject).end();
      });
    for (const path of ["/", "/drive/v3/about", "/api/server"])
      await get(path, { host: "notes.example.org", "x-forwarded-for": "203.0.113.7" });
    const operator = await get("/readyz", { host: "notes.example.org", authorization: "Bearer operators-own-token-0123456789abcdef" });
    if (!operator.includes("TRUST_PROXY")) throw new Error(`the warning was not caused: ${operator}`);
    const shown = (await Promise.all(STRANGERS.map((headers) => get("/readyz", headers)))).filter((text) => text.includes("warnings"));
    return shown.length === 0 ? closed("the operator sees the warning, and no stranger does") : open(`shown to a stranger: ${shown[0]}`);
  },
};
