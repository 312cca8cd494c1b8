import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const WASM = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');

/** The texts of all QR codes in a picture (PNG), as a phone's camera reads them. */
export async function readQrCodes(png: Uint8Array): Promise<string[]> {
  // By default the decoder is fetched from a CDN.
  prepareZXingModule({ overrides: { wasmBinary: await wasmBinary() } });
  const found = await readBarcodes(new Blob([new Uint8Array(png)]), { formats: ['QRCode'] });
  return found.map(({ text }) => text);
}

let binary: Promise<ArrayBuffer> | undefined;
const wasmBinary = () => (binary ??= readFile(WASM).then((bytes) => new Uint8Array(bytes).buffer));
