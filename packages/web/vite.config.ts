/** Builds the web application into dist/. Nothing inline, so that the page runs under a strict CSP; /sw.js is built beside it. decision 0007. */
import { join } from "node:path";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vite";
import { groupModules } from "./chunk-groups.ts";
import { emojiModules } from "./emoji-plugin.ts";
import { serviceWorker } from "./service-worker-plugin.ts";

const SERVER = "http://127.0.0.1:8080";
/** Seven characters of the hash, the fewest that the bundler allows, distinguish releases: every script names many others, and each character counts. */
const FILE_NAMES = {
  entryFileNames: "assets/[name]-[hash:7].js",
  chunkFileNames: "assets/[name]-[hash:7].js",
  assetFileNames: "assets/[name]-[hash:7][extname]",
};
const PROXIED = ["/api", "/drive", "/upload", "/batch", "/sandbox"] as const;

/** sonner adds its stylesheet as an inline element at import; it comes from styles/toasts.css instead. */
function withoutInlineToastStyles(): Plugin {
  return {
    name: "satchel:without-inline-toast-styles",
    transform(code, id) {
      if (!/\/sonner\/dist\/index\.m?js/.test(id)) return undefined;
      const stripped = code.replace(/^__insertCSS\(".*"\);$/m, "");
      if (stripped === code) throw new Error("sonner no longer adds its styles the way this plugin expects");
      return { code: stripped, map: null };
    },
  };
}

/** What Vite calls around every `import()` to bring its files before it: ours can be tried again in every browser. */
function withOwnPreload(): Plugin {
  const chunkFiles = join(import.meta.dirname, "src/shared/lazy/chunk-files.ts");
  return {
    name: "satchel:with-own-preload",
    enforce: "pre",
    load: (id) =>
      id === "\0vite/preload-helper.js" ? `export { importChunk as __vitePreload } from ${JSON.stringify(chunkFiles)};` : undefined,
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    emojiModules(),
    // The interface speaks one language (App.tsx): the words that react-aria has in thirty others stay out.
    optimizeLocales.vite({ locales: ["en"] }),
    withoutInlineToastStyles(),
    withOwnPreload(),
    serviceWorker(join(import.meta.dirname, "src/adapters/service-worker/sw.ts"), "sw.js"),
  ],
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    // One that is a single file is brought as those are that need others.
    modulePreload: { polyfill: false, resolveDependencies: (file, files) => (files.length === 0 ? [file] : files) },
    sourcemap: true,
    // What the first page loads is in one script, and so does what the workspace loads after it: many small ones are more requests, and pack worse.
    rolldownOptions: {
      output: {
        ...FILE_NAMES,
        // Sixteen different characters pack better than sixty-four.
        hashCharacters: "hex",
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: "page", tags: ["$initial"] }, { name: groupModules(join(import.meta.dirname, "src")) }],
        },
      },
    },
  },
  optimizeDeps: { exclude: ["sonner"] },
  worker: { format: "es", rolldownOptions: { output: FILE_NAMES } },
  server: { port: 5173, strictPort: true, proxy: Object.fromEntries(PROXIED.map((path) => [path, SERVER])) },
});
