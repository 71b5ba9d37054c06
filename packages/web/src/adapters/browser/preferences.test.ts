import { describeCredentials, describePreferences } from "@satchel/core/testing/small-stores-contract.ts";
import { beforeEach } from "vitest";
import { createBrowserCredentials } from "../backend/browser-credentials.ts";
import { browserPreferences } from "./preferences.ts";

beforeEach(() => localStorage.clear());

describeCredentials("local storage", () => createBrowserCredentials());
describePreferences("local storage", () => browserPreferences);
