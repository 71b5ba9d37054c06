/** Reads a multipart form into values: texts as they are, files with their names. What of it is taken says the contract. Spec A §7. */

export type FormFile = { readonly fileName: string; readonly bytes: Uint8Array };

/** Undefined when it is no form. A name that stands twice counts as none: nobody can know which was meant. */
export async function readForm(contentType: string, bytes: Uint8Array): Promise<Readonly<Record<string, FormFile | string>> | undefined> {
  try {
    const form = await new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { "content-type": contentType } }).formData();
    const names = [...form.keys()];
    if (new Set(names).size !== names.length) return undefined;
    const fields = await Promise.all([...form].map(async ([name, value]) => [name, await toValue(value)] as const));
    return Object.fromEntries(fields);
  } catch {
    return undefined;
  }
}

async function toValue(value: FormDataEntryValue): Promise<FormFile | string> {
  return typeof value === "string" ? value : { fileName: value.name, bytes: new Uint8Array(await value.arrayBuffer()) };
}
