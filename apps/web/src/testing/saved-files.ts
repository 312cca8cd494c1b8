import { beforeEach } from '@jest/globals';

interface SavedFile {
  readonly name: string;
  readonly text: string;
}

const blobs = new Map<string, Blob>();
let saved: { readonly name: string; readonly blob: Blob }[] = [];

beforeEach(() => {
  saved = [];
  blobs.clear();
});

// jsdom gives no addresses to blobs, and would follow a link to one instead of saving it.
URL.createObjectURL = (blob: Blob) => {
  const url = `blob:${blobs.size}`;
  blobs.set(url, blob);
  return url;
};
URL.revokeObjectURL = (url: string) => void blobs.delete(url);
const follow = HTMLAnchorElement.prototype.click;
HTMLAnchorElement.prototype.click = function click(this: HTMLAnchorElement) {
  const blob = blobs.get(this.href);
  if (this.download === '' || blob === undefined) follow.call(this);
  else saved.push({ name: this.download, blob });
};

const bytesOf = (blob: Blob): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.onerror = () => reject(new Error('the file cannot be read'));
    reader.readAsArrayBuffer(blob);
  });

/** Keeps a byte order mark. */
export const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** What the page has given the browser to keep in this test, the oldest first. */
export const savedFiles = (): Promise<SavedFile[]> =>
  Promise.all(saved.map(async ({ name, blob }) => ({ name, text: textOf(await bytesOf(blob)) })));

/** Of the first of them. */
export const savedBytes = (): Promise<Uint8Array> => bytesOf(saved[0]?.blob ?? new Blob());
