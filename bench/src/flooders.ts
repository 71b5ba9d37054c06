/**
 * Floods the server with sign-ins with wrong passwords, in a separate process. Prints 'full' when the first is rejected, and the totals at
 * the end.
 */
import { randomBytes } from "node:crypto";

const [origin = "", email = "", count = "64"] = process.argv.slice(2);
const seen = { sent: 0, refused: 0, network: 0, isFull: false };
let isOver = false;

async function flood(): Promise<void> {
  while (!isOver) {
    seen.network += 1;
    const secret = `s1_${randomBytes(32).toString("base64url")}`;
    const answer = await fetch(`${origin}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": `10.${(seen.network >> 8) & 255}.${seen.network & 255}.1` },
      body: JSON.stringify({ email, password: secret }),
    });
    await answer.text();
    seen.sent += 1;
    if (answer.status !== 429) continue;
    seen.refused += 1;
    if (!seen.isFull) process.stdout.write("full\n");
    seen.isFull = true;
  }
}

process.once("SIGTERM", () => {
  isOver = true;
});
await Promise.all(Array.from({ length: Number(count) }, flood));
process.stdout.write(`${JSON.stringify({ sent: seen.sent, refused: seen.refused })}\n`);
