/**
 * A small real HTTP server that speaks chat-completions: it streams word by word or responds at once, fails on demand, and records
 * requests.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type ChatHost = {
  /** The complete chat-completions address. */
  readonly url: string;
  readonly asked: { readonly authorization: string | undefined; readonly body: Record<string, unknown> }[];
  /** Kind of response to the next prompts. */
  answer: ChatAnswer;
  /** Number of requests whose client disconnected before the end. */
  readonly brokenOff: () => number;
  readonly close: () => Promise<void>;
};

export type ChatAnswer =
  | { readonly kind: "stream"; readonly parts: readonly string[]; readonly staysOpen?: boolean }
  | { readonly kind: "whole"; readonly text: string | null }
  | { readonly kind: "status"; readonly status: number }
  | { readonly kind: "elsewhere"; readonly location: string }
  | { readonly kind: "break-off"; readonly parts: readonly string[] };

export async function startChatHost(): Promise<ChatHost> {
  let broken = 0;
  const server = createServer((request, response) => {
    response.on("close", () => {
      if (!response.writableEnded) broken += 1;
    });
    void answer(host, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host: ChatHost = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat/completions`,
    asked: [],
    answer: { kind: "stream", parts: ["Hello", " world"] },
    brokenOff: () => broken,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return host;
}

const CORS = { "access-control-allow-origin": "*", "access-control-allow-headers": "authorization, content-type" };

async function answer(host: ChatHost, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === "OPTIONS") return void response.writeHead(204, CORS).end();
  let text = "";
  for await (const piece of request) text += String(piece);
  host.asked.push({ authorization: request.headers.authorization, body: JSON.parse(text) });
  const answer = host.answer;
  if (answer.kind === "status")
    return void response.writeHead(answer.status, CORS).end(JSON.stringify({ error: { message: "the host's own words" } }));
  if (answer.kind === "elsewhere") return void response.writeHead(307, { ...CORS, location: answer.location }).end();
  if (answer.kind === "whole") {
    response.writeHead(200, { ...CORS, "content-type": "application/json" });
    return void response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content: answer.text } }] }));
  }
  response.writeHead(200, { ...CORS, "content-type": "text/event-stream; charset=utf-8" });
  for (const content of answer.parts) {
    response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  if (answer.kind === "break-off") response.destroy();
  else if (answer.staysOpen !== true) response.end("data: [DONE]\n\n");
}
