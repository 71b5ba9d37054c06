import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_ROUTES } from "../startup/app.ts";
import { createTestServer, type TestServer } from "../testing/test-server.ts";

type Operation = {
  readonly security?: unknown;
  readonly requestBody?: unknown;
  readonly responses: Record<string, { readonly description: string }>;
};

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

describe("decision 0006: OpenAPI from the same schemas", () => {
  it("describes every route with its body, its reply and its refusals", async () => {
    const { paths } = JSON.parse((await server.send("GET", "/api/openapi.json")).text) as {
      paths: Record<string, Record<string, Operation>>;
    };
    const documented = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.sort()).toEqual(
      ALL_ROUTES.map(({ contract }) => `${contract.method} ${contract.path.replace(/:(\w+)/g, "{$1}")}`).sort(),
    );
    const login = paths["/api/auth/login"]?.post;
    expect(login?.security).toBeUndefined();
    expect(JSON.stringify(login?.requestBody)).toContain('"password"');
    expect(login?.responses["401"]?.description).toContain("invalid-credentials");
    expect(paths["/api/keys"]?.get).toMatchObject({ security: [{ session: [] }] });
    expect(paths["/api/keys"]?.get).not.toHaveProperty("requestBody");
    expect(paths["/api/auth/sessions/{sessionId}"]?.delete).toMatchObject({ parameters: [{ name: "sessionId", in: "path" }] });
  });
});
