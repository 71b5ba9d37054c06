/** Compares responses written in one piece with those that Node writes, byte for byte. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type WholeAnswer, withLength } from "./responses.ts";
import { writeAnswer } from "./write-answer.ts";

type Write = typeof writeAnswer;

const OK: WholeAnswer = {
  status: 200,
  headers: { "content-type": "text/plain", "content-disposition": "attachment" },
  body: "hello",
};
const byNode: Write = (_request, response, answer) => void response.writeHead(answer.status, withLength(answer)).end(answer.body);

describe("a response in one piece", () => {
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  const listen = async (onRequest: (request: IncomingMessage, response: ServerResponse) => void) => {
    const server = createServer({ keepAliveTimeout: 7000 }, onRequest);
    closing.push(() => server.close().closeAllConnections());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  };
  const readToEnd = async (socket: Socket) => {
    const received: Buffer[] = [];
    socket.on("data", (chunk) => received.push(chunk));
    await new Promise((resolve) => socket.once("close", resolve));
    return Buffer.concat(received).toString("latin1");
  };

  /** Returns everything received for these bytes. The second response shows that the connection is still usable. */
  const ask = async (write: Write, sent: string, answer: WholeAnswer, prepare: (response: ServerResponse) => void) => {
    const port = await listen((request, response) => {
      prepare(response);
      write(request, response, answer);
    });
    const socket = connect(port, "127.0.0.1").end(sent);
    return (await readToEnd(socket)).replaceAll(/Date: [^\r]+ GMT/g, "Date: now");
  };

  const GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
  const as = (from: string, to: string) => GET.replace(from, to);
  it.each<[string, string, Partial<WholeAnswer>, ((response: ServerResponse) => void)?]>([
    ["kept open", GET, {}],
    ["of two questions at once", GET + GET, {}],
    ["of bytes", GET, { body: Buffer.from([0, 255, 10, 13, 7]) }],
    ["of letters that take several bytes", GET, { body: "h\u00e9llo \u4f60\u597d \u{1f642}" }],
    ["of nearly more than fits into one piece", GET, { body: "\u00e9".repeat(10_000) }],
    ["of more than fits into one piece", GET, { body: Buffer.alloc(30_000, "ab") }],
    ["whose length was said", GET, { headers: { "content-type": "text/plain", "content-length": "5" } }],
    ["of a refusal", GET, { status: 404 }],
    ["of a part", GET, { status: 206 }],
    ["of a status nobody named", GET, { status: 299 }],
    ["without content", GET, { status: 204, headers: {}, body: undefined }],
    ["with nothing in it", GET, { headers: { "content-length": "0" }, body: undefined }],
    ["to be closed", as("\r\n\r\n", "\r\nConnection: close\r\n\r\n"), {}],
    ["with another header than the one before", GET, { headers: { "content-type": "text/plain", "x-other": "1" } }],
    ["with a value beyond ASCII", GET, { headers: { "content-type": "text/plain", "x-latin": "caf\u00e9" } }],
    ["with one header less", GET, { headers: { "content-type": "text/plain" } }],
    ["of the old protocol", as("1.1", "1.0"), {}],
    ["of the old protocol, kept open", as("1.1\r\n", "1.0\r\nConnection: keep-alive\r\n"), {}],
    ["to a HEAD", as("GET", "HEAD"), {}],
    ["beside a header set twice", GET, {}, (response) => void response.setHeader("Set-Cookie", ["a=1", "b=2"])],
    ["with a date that was set", GET, {}, (response) => void response.setHeader("Date", "Thu, 01 Jan 1970 00:00:00 GMT")],
    ["to be closed as was set", GET, {}, (response) => void response.setHeader("Connection", "close")],
    ["without a date", GET, {}, (response) => void Object.assign(response, { sendDate: false })],
  ])("is Node's: %s", async (_name, sent, answer, prepare = () => undefined) => {
    const ours = await ask(writeAnswer, sent, { ...OK, ...answer }, prepare);

    expect(ours).toMatch(/^HTTP\/1\.1 \d{3} /);
    expect(ours).toBe(await ask(byNode, sent, { ...OK, ...answer }, prepare));
  });

  it("keeps earlier headers, and lets the response's own replace them", async () => {
    const prepare = (response: ServerResponse) => void response.setHeader("X-Before", "1").setHeader("content-type", "other");
    const toLines = (answer: string) => answer.toLowerCase().split("\r\n").sort();

    const ours = toLines(await ask(writeAnswer, GET, OK, prepare));

    expect(ours).toEqual(expect.arrayContaining(["x-before: 1", "content-type: text/plain"]));
    expect(ours).toEqual(toLines(await ask(byNode, GET, OK, prepare)));
  });

  it("rejects a header value that contains a line break", async () => {
    let thrown: unknown;
    const careful: Write = (request, response, answer) => {
      try {
        writeAnswer(request, response, answer);
      } catch (error) {
        thrown = error;
        response.end();
      }
    };
    await ask(careful, GET, { ...OK, headers: { "content-type": "text/plain\r\nX-Evil: 1" } }, () => undefined);

    expect(thrown).toMatchObject({ code: "ERR_INVALID_CHAR" });
  });

  it("keeps what a slow client has not read, even while others get responses", async () => {
    const [slowBody, quickBody] = ["s", "q"].map((letter) => letter.repeat(15_000)) as [string, string];
    let slowSocket: Socket | undefined;
    const port = await listen((request, response) => {
      const isSlow = request.url === "/slow";
      if (isSlow) slowSocket = request.socket;
      writeAnswer(request, response, { ...OK, body: isSlow ? slowBody : quickBody });
    });
    // Node may have written the last response a moment after it was asked to, in which case it reads no further request.
    const isBehind = () => (slowSocket?.writableLength ?? 0) > 0;
    const slow = connect(port, "127.0.0.1").pause();
    let asked = 0;
    while (!isBehind()) {
      slow.write("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
      asked += 1;
      await (await fetch(`http://127.0.0.1:${port}/quick`)).text();
    }
    await (await fetch(`http://127.0.0.1:${port}/quick`)).text();

    slow.end().resume();
    const bodies = (await readToEnd(slow)).split(/HTTP\/1\.1 200 OK\r\n[\s\S]*?\r\n\r\n/).slice(1);

    expect(bodies.length).toBe(asked);
    expect(new Set(bodies)).toEqual(new Set([slowBody]));
  });

  it("writes nothing after the end of a connection", async () => {
    const failures: unknown[] = [];
    const port = await listen((request, response) => {
      request.socket.on("error", (error) => failures.push(error)).end();
      writeAnswer(request, response, OK);
    });

    const received = await readToEnd(connect(port, "127.0.0.1").end(GET));

    expect([received, failures]).toEqual(["", []]);
  });
});
