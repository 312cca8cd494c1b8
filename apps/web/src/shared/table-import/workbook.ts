export type Workbook = 'excel' | 'calc' | 'numbers';

const EDGE_BYTES = 64 * 1024;
const startsWith = (bytes: Uint8Array, ...wanted: readonly number[]) => wanted.every((byte, at) => bytes[at] === byte);

/** By its content: a workbook that was renamed to `.csv` is still one. Null for anything else. */
export function workbookIn(bytes: Uint8Array): Workbook | null {
  // The container of old Office files.
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return 'excel';
  if (!startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return null;
  // Names stand uncompressed at both ends of a ZIP file.
  const latin = new TextDecoder('windows-1252');
  const names = latin.decode(bytes.subarray(0, EDGE_BYTES)) + latin.decode(bytes.subarray(-EDGE_BYTES));
  if (names.includes('opendocument.spreadsheet')) return 'calc';
  if (names.includes('.iwa')) return 'numbers';
  return names.includes('xl/') || names.includes('[Content_Types].xml') ? 'excel' : null;
}
