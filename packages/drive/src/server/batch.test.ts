import { beforeEach, describe, expect, it, vi } from "vitest";
import { createRawDrive, type RawDrive, reasonOf } from "../testing/raw-drive.ts";

// Slow only on a busy machine: these tests do not wait for real time.
vi.setConfig({ testTimeout: 90_000 });

const FILES = "/drive/v3/files";

type InnerCall = { readonly id?: string; readonly line: string; readonly headers?: string; readonly json?: unknown };

describe("drive contract §1.14 batch", () => {
  let drive: RawDrive;
  beforeEach(() => {
    drive = createRawDrive();
  });
  const send = (calls: readonly InnerCall[], token?: string | null) => {
    const parts = calls.map(({ id, line, headers = "", json }) => {
      const body = json === undefined ? "" : JSON.stringify(json);
      return `--b\r\nContent-Type: application/http\r\n${id === undefined ? "" : `Content-ID: ${id}\r\n`}\r\n${line}\r\n${headers}\r\n${body}\r\n`;
    });
    return drive.call("POST", "/batch/drive/v3", {
      body: `${parts.join("")}--b--`,
      headers: { "content-type": "multipart/mixed; boundary=b" },
      ...(token !== undefined && { token }),
    });
  };
  const read = (answer: { readonly text: string; readonly headers: Headers }) => {
    const boundary = /boundary=(.*)$/.exec(answer.headers.get("content-type") ?? "")?.[1] ?? "";
    return answer.text
      .split(`--${boundary}`)
      .slice(1, -1)
      .map((part) => ({
        id: /Content-ID: (.*)\r\n/.exec(part)?.[1],
        status: Number(/HTTP\/1\.1 (\d+) /.exec(part)?.[1]),
        location: /location: (.*)\r\n/.exec(part)?.[1],
        body: part.split("\r\n\r\n").slice(2).join("\r\n\r\n").trim(),
      }));
  };

  it("runs reads and writes with the outer token and labels each response with its id", async () => {
    const { id } = await drive.make({ name: "n" });

    const answer = await send([
      { id: "<a>", line: `GET ${FILES}/${id}?fields=name HTTP/1.1` },
      { id: "<b>", line: `PATCH ${FILES}/${id}?fields=starred`, headers: "Content-Type: application/json\r\n", json: { starred: true } },
      { id: "c", line: `DELETE ${FILES}/nothing` },
      { id: "<d>", line: `POST ${FILES}?fields=name`, json: { name: "made" } },
    ]);

    expect(answer.status).toBe(200);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(read(answer)).toMatchObject([
      { id: "<response-a>", status: 200, body: '{"name":"n"}' },
      { id: "<response-b>", status: 200, body: '{"starred":true}' },
      { id: "response-c", status: 404 },
      { id: "<response-d>", status: 200, body: '{"name":"made"}' },
    ]);
  });

  it("lets a part bring its own token, and rejects one without a token", async () => {
    const { id } = await drive.make({});

    expect(
      read(await send([{ line: `GET ${FILES}/${id}`, headers: `Authorization: Bearer ${drive.tokenOf("grace")}\r\n` }]))[0]?.status,
    ).toBe(404);
    expect(read(await send([{ line: `GET ${FILES}/${id}` }], null))[0]?.status).toBe(403);
  });

  it("redirects downloads, and rejects uploads, nested batches and full URLs", async () => {
    const { id } = await drive.make({});
    const lines = [
      `GET ${FILES}/${id}?alt=media`,
      `POST /upload${FILES}?uploadType=media`,
      "POST /batch/drive/v3",
      `GET http://drive.test${FILES}/${id}`,
      "nonsense",
    ];

    const answers = read(await send(lines.map((line) => ({ line }))));

    expect(answers.map((one) => one.status)).toEqual([302, 404, 404, 400, 400]);
    expect(answers[0]?.location).toBe(`http://drive.test${FILES}/${id}?alt=media`);
  });

  it("accepts at most a hundred calls, with URLs of up to 8,000 characters", async () => {
    const line = `GET ${FILES}/root?fields=id`;
    const many = (count: number) => Array.from({ length: count }, () => ({ line }));

    expect(read(await send(many(100))).map((one) => one.status)).toEqual(Array(100).fill(200));
    expect(reasonOf(await send(many(101)))).toBe("400 badRequest");
    expect(read(await send([{ line: `GET ${FILES}?q=${"x".repeat(8000)}` }]))[0]?.status).toBe(400);
  });

  it("applies all of a hundred changes to one file", async () => {
    const { id } = await drive.make({});

    const answers = read(await send(Array.from({ length: 100 }, () => ({ line: `PATCH ${FILES}/${id}`, json: { starred: true } }))));

    expect(answers.every((one) => one.status === 200)).toBe(true);
    expect((await drive.metadata.get("ada", id))?.version).toBe(103);
  });

  it.each([
    ["no boundary", "multipart/mixed", "--b\r\n\r\nGET / \r\n--b--"],
    ["no parts", "multipart/mixed; boundary=b", "--b--"],
    ["no end", "multipart/mixed; boundary=b", "--b\r\nContent-Type: application/http\r\n\r\nGET /drive/v3/about"],
    ["nothing", "multipart/mixed; boundary=b", ""],
  ])("rejects %s", async (_, contentType, body) => {
    expect(reasonOf(await drive.call("POST", "/batch/drive/v3", { body, headers: { "content-type": contentType } }))).toBe(
      "400 badRequest",
    );
  });
});
