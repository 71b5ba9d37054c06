import { MemoryDisk, MemoryLocalStore } from "./memory-local-store.ts";
import { createMemorySearchTexts } from "./memory-search-texts.ts";
import { describeSearchTexts } from "./search-texts-contract.ts";

describeSearchTexts("memory", async () => {
  const store = new MemoryLocalStore(new MemoryDisk("device"));
  return { store, texts: createMemorySearchTexts(store) };
});
