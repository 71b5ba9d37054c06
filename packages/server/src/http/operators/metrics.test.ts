import { login } from "@satchel/contract/accounts/auth.ts";
import { afterEach, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../testing/test-server.ts";

let server: TestServer;
afterEach(() => server.close());
const TOKEN = "a-token-for-whoever-watches";

describe("decision 0006 metrics", () => {
  it("do not exist unless they are configured", async () => {
    server = await createTestServer();

    expect((await server.send("GET", "/metrics", { headers: { authorization: `Bearer ${TOKEN}` } })).text).not.toContain("satchel_");
  });

  it("require the token, and count requests by route without user data", async () => {
    server = await createTestServer({ METRICS_TOKEN: TOKEN });
    const { email } = await server.join();
    await server.call(login, { email, password: "Wrong password 1" });
    await server.send("GET", `/notes/${email}`);

    expect((await server.send("GET", "/metrics")).status).toBe(401);
    expect((await server.send("GET", "/metrics", { headers: { authorization: "Bearer wrong" } })).status).toBe(401);
    const { status, text } = await server.send("GET", "/metrics", { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(status).toBe(200);
    expect(text).toContain('satchel_requests_total{method="POST",route="/api/auth/login",status="401"} 1\n');
    expect(text).toMatch(/^satchel_request_seconds_count \d+$/m);
    expect(text).toMatch(/^satchel_resident_bytes \d+$/m);
    expect(text).not.toContain(email);
  });

  it("count the drives' requests too", async () => {
    server = await createTestServer({ METRICS_TOKEN: TOKEN });
    const origin = await server.listen();
    await (await fetch(`${origin}/drive/v3/about`)).text();

    const { text } = await server.send("GET", "/metrics", { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(text).toContain('route="/drive",status="403"} 1\n');
  });
});
