// @vitest-environment node
import { describeRemoteStore } from "@satchel/core/testing/remote-store-contract.ts";
import { createTestDrive } from "@satchel/drive/testing/create-test-drive.ts";
import { createDriveRemoteStore } from "./drive-remote-store.ts";

describeRemoteStore("drive server", async () => {
  const drive = createTestDrive();
  let made = 0;
  const open = () => {
    made += 1;
    return createDriveRemoteStore({ client: drive.clientFor(), newTargetId: () => `target-${made}` });
  };
  return { store: open(), another: open };
});
