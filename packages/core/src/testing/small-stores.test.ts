import { createMemoryCredentials } from "./memory-credentials.ts";
import { createMemoryPreferences } from "./memory-preferences.ts";
import { describeCredentials, describePreferences } from "./small-stores-contract.ts";

describeCredentials("memory", createMemoryCredentials);
describePreferences("memory", createMemoryPreferences);
