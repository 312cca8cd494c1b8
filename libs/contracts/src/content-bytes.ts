/** Bytes that a question or category takes in the log in addition to its texts: keys, ids, flags. */
const FRAME_BYTES = { question: 160, category: 80 };

/** Estimates, without encoding, how many bytes these questions add to the log. Counts UTF-16 units as bytes. */
export function contentBytes(
  categories: readonly { readonly name: string; readonly questions: readonly object[] }[],
): number {
  let bytes = 0;
  for (const { name, questions } of categories) {
    bytes += FRAME_BYTES.category + name.length;
    for (const question of questions) {
      bytes += FRAME_BYTES.question;
      for (const text of Object.values(question) as unknown[]) if (typeof text === 'string') bytes += text.length;
    }
  }
  return bytes;
}
