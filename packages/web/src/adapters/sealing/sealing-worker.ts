/** The worker that holds the keys: every message is one call of the door, answered in its own time. */
import { createSealingApi } from "./create-sealing-api.ts";
import { createIndexedKeyStore } from "./key-database.ts";
import { type Answer, type Ask, bytesIn, HELLO } from "./sealing-messages.ts";

type WorkerPort = { postMessage(message: Answer, transfer: Transferable[]): void };

const sealing = createSealingApi(createIndexedKeyStore());
const page = self as unknown as WorkerPort;

addEventListener("message", (event: MessageEvent<Ask>) => {
  void answer(event.data).then((reply) => page.postMessage(reply, [...("value" in reply ? bytesIn(reply.value) : [])]));
});
page.postMessage(HELLO, []);

async function answer({ turn, method, args }: Ask): Promise<Answer> {
  try {
    const call = sealing[method] as (...given: readonly unknown[]) => Promise<unknown>;
    return { turn, value: await call.apply(sealing, args) };
  } catch (error) {
    // Only broken invariants are thrown. Their names are told, never what was being sealed.
    return { turn, error: error instanceof Error ? error.message : "the keys' worker failed" };
  }
}
