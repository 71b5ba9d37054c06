/** Uploads and drive access that outlive the session that started them: after sign-out, a revocation and a new password. */
import { randomBytes } from "node:crypto";
import { changePassword, listSessions, login, logout, register, revokeSession } from "@satchel/contract/accounts/auth.ts";
import { completeOnboarding } from "@satchel/contract/accounts/onboarding.ts";
import { type Attack, closed, open } from "../attack.ts";

const UPLOAD = "/upload/drive/v3/files?uploadType=resumable";
const aSecret = () => `s1_${randomBytes(32).toString("base64url")}`;
const aKdf = () => ({ alg: "argon2id", m: 65_536, t: 3, p: 1, salt: randomBytes(16).toString("base64url") });

type Ends = Readonly<Record<string, (token: string, who: { readonly email: string; readonly password: string }) => Promise<unknown>>>;

export const attack: Attack = {
  line: 9,
  title: "uploads and drive access that outlive their session",
  async run({ startServer }) {
    const { origin } = await startServer();
    const call = async (
      route: { readonly method: string; readonly path: string },
      token: string,
      { body, path = route.path }: { readonly body?: object; readonly path?: string } = {},
    ) => {
      const headers = { authorization: `Bearer ${token}`, ...(body !== undefined && { "content-type": "application/json" }) };
      const answer = await fetch(origin + path, {
        method: route.method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return (await answer.json()) as Record<string, never>;
    };
    const signIn = async (who: object) => String((await call(login, "", { body: who })).token);
    const ends: Ends = {
      "signing out": (token) => call(logout, token),
      "a revocation": async (_, who) => {
        const other = await signIn(who);
        const { sessions } = (await call(listSessions, other)) as unknown as {
          readonly sessions: readonly { id: string; current: boolean }[];
        };
        for (const { id, current } of sessions)
          if (!current) await call(revokeSession, other, { path: revokeSession.path.replace(":sessionId", id) });
      },
      "a new password": async (_, who) => {
        await call(changePassword, await signIn(who), { body: { currentPassword: who.password, newPassword: aSecret(), kdf: aKdf() } });
      },
    };
    const alive: string[] = [];
    for (const [name, end] of Object.entries(ends)) {
      const who = { email: `${randomBytes(6).toString("hex")}@example.org`, password: aSecret() };
      const token = String((await call(register, "", { body: { ...who, kdf: aKdf() } })).token);
      await call(completeOnboarding, token, { body: { planType: "basic" } });
      const begin = { method: "POST", headers: { authorization: `Bearer ${token}`, "content-type": "application/json" }, body: "{}" };
      const location = (await fetch(origin + UPLOAD, begin)).headers.get("location");
      if (location === null) throw new Error("no upload could be begun");
      await end(token, who);
      const put = await fetch(location, { method: "PUT", headers: { "content-range": "bytes 0-4/5" }, body: "bytes" });
      const read = await fetch(`${origin}/drive/v3/files`, { headers: { authorization: `Bearer ${token}` } });
      if (put.ok || read.ok) alive.push(`after ${name} the upload was answered ${put.status} and a list ${read.status}`);
    }
    const seen = `after ${Object.keys(ends).join(", ")} neither an upload's address nor the token was good`;
    return alive.length === 0 ? closed(seen) : open(alive.join("; "));
  },
};
