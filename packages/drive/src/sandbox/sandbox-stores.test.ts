import { describeSandboxStore } from "../testing/sandbox-store-contract.ts";
import { createMemorySandboxStore } from "./memory-sandbox-store.ts";
import { openSqliteSandboxStore } from "./sqlite-sandbox-store.ts";

describeSandboxStore("memory", async () => createMemorySandboxStore());
describeSandboxStore("sqlite", async () => openSqliteSandboxStore(":memory:"));
