import "fake-indexeddb/auto";
import { CLOUD_DATABASE, LOCAL_DATABASE } from "@satchel/core/model/storage-keys.ts";
import { describeSearchTexts } from "@satchel/core/testing/search-texts-contract.ts";
import { IDBFactory } from "fake-indexeddb";
import { openCloudLocalStore } from "../indexed-db/cloud/cloud-local-store.ts";
import { openLocalModeStore } from "../indexed-db/local-mode-store.ts";
import { openSearchTexts } from "./search-texts.ts";

const deps = { now: () => 0, newDeviceId: () => "device", onOutdated: async () => {} };

describeSearchTexts(CLOUD_DATABASE.name, async () => {
  globalThis.indexedDB = new IDBFactory();
  const opened = await openCloudLocalStore(deps);
  if (!opened.ok) throw new Error(opened.problem.kind);
  return { store: opened.value, texts: openSearchTexts(CLOUD_DATABASE.name) };
});

describeSearchTexts(LOCAL_DATABASE.name, async () => {
  globalThis.indexedDB = new IDBFactory();
  const opened = await openLocalModeStore(deps);
  if (!opened.ok) throw new Error(opened.problem.kind);
  return { store: opened.value, texts: openSearchTexts(LOCAL_DATABASE.name) };
});
