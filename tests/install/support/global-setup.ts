import { prepareData } from '../../harness/prepared-data.js';

declare global {
  var earwormInstall: { readonly preparedData: string } | undefined;
}

/** Data for starts that are not about a first one. */
export default async function setUp(): Promise<void> {
  globalThis.earwormInstall = { preparedData: await prepareData() };
}
