/** Finds Firefox and a WebKit with its driver and a virtual screen; on Debian it installs them if needed. */
import { existsSync } from "node:fs";
import { installFromDebian } from "./browser.mjs";

const FIREFOX = ["/usr/bin/firefox-esr", "/usr/bin/firefox", "/Applications/Firefox.app/Contents/MacOS/firefox"];
const MINI_BROWSERS = [
  "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
  "/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
  "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.0/MiniBrowser",
];
const DRIVER = "/usr/bin/WebKitWebDriver";
const SCREEN = "/usr/bin/Xvfb";

const firstOf = (paths) => paths.find((path) => path !== undefined && path !== "" && existsSync(path));

const findFirefox = () => firstOf([process.env.SATCHEL_FIREFOX, ...FIREFOX]);

function findWebKit() {
  const browser = firstOf([process.env.SATCHEL_WEBKIT, ...MINI_BROWSERS]);
  return browser !== undefined && existsSync(DRIVER) && existsSync(SCREEN) ? browser : undefined;
}

/** Installs missing browsers and returns the environment variables for the tests, without browsers that cannot be installed. */
export async function ensureOtherBrowsers() {
  const packages = [
    ...(findFirefox() === undefined ? ["firefox-esr"] : []),
    ...(findWebKit() === undefined ? ["webkit2gtk-driver", "xvfb"] : []),
  ];
  if (packages.length > 0) await installFromDebian(packages);
  const [firefox, webKit] = [findFirefox(), findWebKit()];
  return {
    ...(firefox === undefined ? {} : { SATCHEL_FIREFOX: firefox }),
    ...(webKit === undefined ? {} : { SATCHEL_WEBKIT: webKit, SATCHEL_WEBKIT_DRIVER: DRIVER, SATCHEL_XVFB: SCREEN }),
  };
}
