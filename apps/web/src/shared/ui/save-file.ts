export function saveBlob(fileName: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Safari reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

interface TextFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly text: string;
}

export const saveFile = ({ fileName, contentType, text }: TextFile): void =>
  saveBlob(fileName, new Blob([text], { type: contentType }));

export const saveCsv = (fileName: string, text: string): void =>
  saveFile({ fileName, contentType: 'text/csv;charset=utf-8', text });

/** Letters of all scripts; the rest means something to some file system. */
export const fileNameOf = (name: string): string => name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
