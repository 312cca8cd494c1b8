const LONGEST = 30;

/**
 * Somebody's display name as a mail may say it, or nothing: one short line of letters and figures. Whoever signs up with
 * another's address chooses the name, and what it says would be ours to say: no link, no address, no sentence.
 */
export function nameInMail(displayName: string): string {
  const words = displayName
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{Nd}'’-]+/gu, ' ')
    .trim();
  return Array.from(words).slice(0, LONGEST).join('').trim();
}
