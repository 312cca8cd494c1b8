import { prepareData } from '../../harness/prepared-data.js';

declare global {
  var earwormInstall: { readonly removeData: () => Promise<void> } | undefined;
}

/** Data for starts that are not about a first one. */
export default async function setUp(): Promise<void> {
  globalThis.earwormInstall = { removeData: await prepareData() };
}
