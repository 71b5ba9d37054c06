/** The head made in one piece beside the one Node makes, byte for byte. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { writeHead } from "./write-head.ts";

type Answer = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string | Buffer | undefined };
type Write = (request: IncomingMessage, response: ServerResponse, status: number, headers: Answer["headers"]) => void;

const OK: Answer = {
  status: 200,
  headers: { "content-type": "text/plain", "content-disposition": "attachment", "x-latin": "caf\u00e9", "content-length": "5" },
  body: "hello",
};
const byNode: Write = (_request, response, status, headers) => void response.writeHead(status, headers);

describe("the head of an answer", () => {
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  /** All that comes back for these bytes; the second answer shows whether the connection was left in order. */
  const ask = async (write: Write, sent: string, answer: Answer, prepare: (response: ServerResponse) => void) => {
    const server = createServer({ keepAliveTimeout: 7000 }, (request, response) => {
      prepare(response);
      write(request, response, answer.status, answer.headers);
      response.end(answer.body);
    });
    closing.push(() => server.close());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    const received: Buffer[] = [];
    socket.on("data", (chunk) => received.push(chunk));
    socket.end(sent);
    await new Promise((resolve) => socket.once("close", resolve));
    return Buffer.concat(received)
      .toString("latin1")
      .replaceAll(/Date: [^\r]+ GMT/g, "Date: now");
  };

  const GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
  const as = (from: string, to: string) => GET.replace(from, to);
  it.each<[string, string, Partial<Answer>, ((response: ServerResponse) => void)?]>([
    ["kept open", GET, {}],
    ["of two questions at once", GET + GET, {}],
    ["of bytes", GET, { body: Buffer.from([0, 255, 10, 13, 7]) }],
    ["of a refusal", GET, { status: 404 }],
    ["of a part", GET, { status: 206 }],
    ["of a status nobody named", GET, { status: 299 }],
    ["without content", GET, { status: 204, headers: {}, body: undefined }],
    ["with nothing in it", GET, { headers: { "content-length": "0" }, body: undefined }],
    ["to be closed", as("\r\n\r\n", "\r\nConnection: close\r\n\r\n"), {}],
    ["with another header than the one before", GET, { headers: { "content-type": "text/plain", "x-other": "1", "content-length": "5" } }],
    ["with one header less", GET, { headers: { "content-type": "text/plain", "content-length": "5" } }],
    ["of the old protocol", as("1.1", "1.0"), {}],
    ["of the old protocol, kept open", as("1.1\r\n", "1.0\r\nConnection: keep-alive\r\n"), {}],
    ["to a HEAD", as("GET", "HEAD"), {}],
    ["beside a header set twice", GET, {}, (response) => void response.setHeader("Set-Cookie", ["a=1", "b=2"])],
    ["with a date that was set", GET, {}, (response) => void response.setHeader("Date", "Thu, 01 Jan 1970 00:00:00 GMT")],
    ["to be closed as was set", GET, {}, (response) => void response.setHeader("Connection", "close")],
    ["of unknown length", GET, { headers: { "content-type": "text/plain" } }],
    ["without a date", GET, {}, (response) => void Object.assign(response, { sendDate: false })],
  ])("is Node's: %s", async (_name, sent, answer, prepare = () => undefined) => {
    const ours = await ask(writeHead, sent, { ...OK, ...answer }, prepare);

    expect(ours).toMatch(/^HTTP\/1\.1 \d{3} /);
    expect(ours).toBe(await ask(byNode, sent, { ...OK, ...answer }, prepare));
  });

  it("brings along what was set before, and its own before that", async () => {
    const prepare = (response: ServerResponse) => void response.setHeader("X-Before", "1").setHeader("content-type", "other");
    const toLines = (answer: string) => answer.toLowerCase().split("\r\n").sort();

    const ours = toLines(await ask(writeHead, GET, OK, prepare));

    expect(ours).toEqual(expect.arrayContaining(["x-before: 1", "content-type: text/plain"]));
    expect(ours).toEqual(toLines(await ask(byNode, GET, OK, prepare)));
  });

  it("takes no value that would begin a line of its own", async () => {
    let thrown: unknown;
    const careful: Write = (request, response, status, headers) => {
      try {
        writeHead(request, response, status, headers);
      } catch (error) {
        thrown = error;
      }
    };
    await ask(careful, GET, { ...OK, headers: { "content-type": "text/plain\r\nX-Evil: 1" } }, () => undefined);

    expect(thrown).toMatchObject({ code: "ERR_INVALID_CHAR" });
  });
});
