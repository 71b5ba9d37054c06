/** The worker that holds the index over one library's texts; its name is the database's, or says that it is given them. Every message is one call of the engine. */

import { keepLater } from "@satchel/core/library/search/deferred-keep-service.ts";
import { createGivenSearch } from "@satchel/core/library/search/in-memory-search-service.ts";
import { createSearchEngine } from "@satchel/core/library/search/search-engine-service.ts";
import { browserTimers } from "../browser/environment.ts";
import { HELLO } from "../sealing/sealing-messages.ts";
import { GIVEN, type GivenCalls } from "./create-search.ts";
import { openSearchTexts } from "./search-texts.ts";

type Ask = { readonly turn: number; readonly method: keyof GivenCalls; readonly args: readonly unknown[] };
type Answer = { readonly turn: number } & ({ readonly value: unknown } | { readonly error: string });

const engine: Partial<GivenCalls> =
  self.name === GIVEN ? createGivenSearch() : createSearchEngine(keepLater(openSearchTexts(self.name), browserTimers));

const page = self as unknown as { postMessage(message: Answer): void };

addEventListener("message", (event: MessageEvent<Ask>) => {
  void answer(event.data).then((reply) => page.postMessage(reply));
});
page.postMessage(HELLO);

async function answer({ turn, method, args }: Ask): Promise<Answer> {
  try {
    const call = engine[method] as (...given: readonly unknown[]) => Promise<unknown>;
    return { turn, value: await call.apply(engine, [...args]) };
  } catch (error) {
    // Only broken invariants are thrown; never with a word of any note.
    return { turn, error: error instanceof Error ? error.name : "the search worker failed" };
  }
}
