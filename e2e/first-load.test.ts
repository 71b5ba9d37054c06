/** The very first page over a network that loses a request: nothing is kept here yet, and no service worker is there to answer. Decisions §7. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import * as person from "./harness/person.ts";
import { startServer, type TestServer } from "./harness/server.ts";

describe("The first page on a fresh device", () => {
  let server: TestServer;
  let device: Device;
  let people = 0;
  const someone = () => {
    people += 1;
    return { email: `new${people}@example.org`, password: "Correct horse 1" };
  };

  beforeAll(async () => {
    server = await startServer();
  });
  beforeEach(async () => {
    device = await openDevice();
  });
  afterEach(() => device?.close());
  afterAll(() => server?.close());

  /** This script of the build gets no answer, for so many requests or until it is given. Other scripts ask for `start` as well. */
  async function lose(name: string, times = Number.POSITIVE_INFINITY) {
    let [asked, isGiven] = [0, false];
    await device.page.route(`**/assets/${name}-*.js`, (route) => {
      asked += 1;
      return isGiven || asked > times ? route.continue() : route.abort("connectionreset");
    });
    const give = () => {
      isGiven = true;
    };
    return { asked: () => asked, give };
  }

  it.each(["sealing-worker", "start"])("starts, and makes an account, although '%s' did not come at the first asking", async (name) => {
    const { asked } = await lose(name, 1);

    await person.register(device.page, server.origin, someone());

    expect(asked()).toBeGreaterThan(1);
    expect(device.complaints()).toEqual([]);
  });

  it.each(["sealing-worker", "start"])("says so where '%s' never comes, and starts when it is refreshed", async (name) => {
    const { give } = await lose(name);
    const { page } = device;
    await page.goto(`${server.origin}/login`);

    await page.getByText(/^Satchel could not start in this browser/).waitFor();
    give();
    await page.getByRole("button", { name: "Refresh Page" }).click();
    await person.register(page, server.origin, someone());
  });
});
