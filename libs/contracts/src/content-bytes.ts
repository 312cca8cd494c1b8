/** Of a question's or category's keys, ids and marks in the log, besides its texts. */
const FRAME_BYTES = { question: 160, category: 80 };

/** Estimates the bytes that a game with these questions adds to the log, without encoding them. */
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
