import { describeCodec } from "./codec-contract.ts";
import { createPlainCodec } from "./plain-codec.ts";

describeCodec("plain", async () => createPlainCodec());
