/** A device that listens for signals over HTTP, and the events it has received. */
import { get, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { listenForSignals, type SignalEvent, signalEvent } from "@satchel/contract/devices/signals.ts";

export type Listening = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly events: readonly SignalEvent[];
  /** Number of heartbeats received. */
  readonly beats: () => number;
  readonly hasEnded: () => boolean;
  readonly leave: () => void;
};

/** Resolves when the response has begun. */
export async function listenAt(origin: string, token: string): Promise<Listening> {
  // Uses a connection of its own, because a pool opens further ones for aborted requests.
  const request = get(`${origin}${listenForSignals.path}`, { headers: { authorization: `Bearer ${token}` }, agent: false });
  const response = await new Promise<IncomingMessage>((resolve, reject) => request.once("response", resolve).once("error", reject));
  request.on("error", () => undefined);
  const events: SignalEvent[] = [];
  const state = { beats: 0, hasEnded: false };
  void read(response, (block) => {
    if (block.startsWith(":")) state.beats += 1;
    else if (block.startsWith("data: ")) events.push(signalEvent.parse(JSON.parse(block.slice("data: ".length))));
  })
    .catch(() => undefined)
    .finally(() => {
      state.hasEnded = true;
    });
  const { statusCode: status = 0, headers } = response;
  return { status, headers, events, beats: () => state.beats, hasEnded: () => state.hasEnded, leave: () => request.destroy() };
}

async function read(response: IncomingMessage, take: (block: string) => void): Promise<void> {
  response.setEncoding("utf8");
  let text = "";
  for await (const part of response) {
    text += String(part);
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) take(block);
  }
}
