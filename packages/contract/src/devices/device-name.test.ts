import { describe, expect, it } from "vitest";
import { deviceName } from "./device-name.ts";

describe("B2 Security: devices by name", () => {
  it.each([
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
      "Chrome on Windows",
    ],
    ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36 Edg/142.0", "Edge on Windows"],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
      "Safari on iPhone",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox on Linux"],
    ["curl/8.5.0", "curl/8.5.0"],
    ["x".repeat(200), "x".repeat(60)],
  ])("shortens %s", (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});
