// @vitest-environment node
import { expect, it } from "vitest";
import { connectCalls } from "./calls.ts";

type Api = { pack(name: string): string };

function connected(pack: Api["pack"]) {
  const { port1, port2 } = new MessageChannel();
  connectCalls(port2, { ours: { pack } });
  port2.start();
  const { calls, fail } = connectCalls<Api>(port1, { theirs: ["pack"] });
  port1.start();
  return { calls, fail, close: () => port1.close() };
}

it("delivers results and failures to their own calls", async () => {
  const { calls, close } = connected((name) => {
    if (name === "bad") throw new Error("cannot pack this");
    return `${name} packed`;
  });
  const [bad, good] = await Promise.allSettled([calls.pack("bad"), calls.pack("good")]);
  expect(bad).toMatchObject({ reason: { message: "cannot pack this" } });
  expect(good).toMatchObject({ value: "good packed" });
  close();
});

it("rejects pending and later calls when the other side is gone", async () => {
  const { calls, fail, close } = connected((name) => name);
  const waiting = calls.pack("waiting");
  fail(new Error("the worker stopped"));
  await expect(waiting).rejects.toThrow("the worker stopped");
  await expect(calls.pack("later")).rejects.toThrow("the worker stopped");
  close();
});
