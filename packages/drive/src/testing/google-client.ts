/** Google's own Node client, pointed at a drive of this package. */
import { auth, type drive_v3, drive as openDrive } from "@googleapis/drive";
import type { ErrorJson } from "../wire/error-json.ts";

/** Uploads read the address from the options of the call only (drive-contract §1.16). */
export type GoogleClient = {
  readonly v3: drive_v3.Drive;
  readonly oauth: InstanceType<typeof auth.OAuth2>;
  readonly here: { readonly rootUrl: string };
};

export function openGoogleClient(url: string, token: string): GoogleClient {
  const oauth = new auth.OAuth2();
  oauth.setCredentials({ access_token: token });
  const rootUrl = `${url}/`;
  return {
    v3: openDrive({ version: "v3", auth: oauth, rootUrl }),
    oauth,
    here: { rootUrl },
  };
}

/** Returns status and reason of a call that must fail. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  const error = (await call.then(
    () => ({}),
    (reason: unknown) => reason,
  )) as { readonly status?: number; readonly response?: { readonly data?: unknown } };
  const data = error.response?.data;
  const text = data instanceof ArrayBuffer ? Buffer.from(data).toString() : data;
  const body = (typeof text === "string" ? JSON.parse(text) : text) as Partial<ErrorJson> | undefined;
  return `${error.status} ${body?.error?.errors[0]?.reason}`;
}
