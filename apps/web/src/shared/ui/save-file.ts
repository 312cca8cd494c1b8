export function saveFile({
  fileName,
  contentType,
  text,
}: {
  fileName: string;
  contentType: string;
  text: string;
}): void {
  const url = URL.createObjectURL(new Blob([text], { type: contentType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Safari reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export const saveCsv = (fileName: string, text: string): void =>
  saveFile({ fileName, contentType: 'text/csv;charset=utf-8', text });
