/** Drive queries that look into long texts of many files again and again, while another user asks for something small. */
import { randomBytes } from "node:crypto";
import { register } from "@satchel/contract/auth.ts";
import { completeOnboarding } from "@satchel/contract/onboarding.ts";
import { type Attack, closed, open } from "../attack.ts";

const FILES = 200;
const TERMS = 100;
/** The longest that others wait for an answer that takes a millisecond, on a machine that does other things as well. */
const PATIENCE_MS = 500;

export const attack: Attack = {
  line: 7,
  title: "drive queries that block the server",
  measuresTime: true,
  async run({ startServer }) {
    const { origin } = await startServer();
    const json = { "content-type": "application/json" };
    const secret = `s1_${randomBytes(32).toString("base64url")}`;
    const kdf = { alg: "argon2id", m: 65_536, t: 3, p: 1, salt: randomBytes(16).toString("base64url") };
    const body = JSON.stringify({ email: "mallory@example.org", password: secret, kdf });
    const { token } = (await (await fetch(origin + register.path, { method: "POST", headers: json, body })).json()) as {
      readonly token: string;
    };
    const headers = { ...json, authorization: `Bearer ${token}` };
    await fetch(origin + completeOnboarding.path, { method: "POST", headers, body: '{"planType":"pro"}' });
    let chars = 65_536;
    for (let made = 0; made < FILES; ) {
      const description = "a b c ".repeat(chars / 6);
      const answer = await fetch(`${origin}/drive/v3/files`, {
        method: "POST",
        headers,
        body: JSON.stringify({ name: `n${made}`, description }),
      });
      if (answer.ok) made += 1;
      else if (chars > 100) chars = Math.floor(chars / 2);
      else throw new Error(`no file could be made: ${answer.status}`);
    }
    const ask = (terms: number) => {
      const q = Array.from({ length: terms }, (_, at) => `fullText contains 'c b${at}'`).join(" or ");
      return fetch(`${origin}/drive/v3/files?${new URLSearchParams({ q })}`, { headers });
    };
    const refused = await ask(TERMS);
    const searches = Promise.all([...Array(10)].flatMap(() => [ask(TERMS), ask(20)]));
    let worstMs = 0;
    const state = { isOver: false };
    void searches.then(() => {
      state.isOver = true;
    });
    while (!state.isOver) {
      const began = performance.now();
      await (await fetch(`${origin}/healthz`)).text();
      worstMs = Math.max(worstMs, Math.round(performance.now() - began));
    }
    const answers = (await searches).map(({ status }) => status);
    const seen = `${TERMS} terms over ${FILES} files of ${chars} characters were answered ${refused.status}; beside 20 searches (${[...new Set(answers)].join(", ")}) others waited ${worstMs} ms at most`;
    return worstMs < PATIENCE_MS ? closed(seen) : open(seen);
  },
};
