import type { Mail } from '@earworm/service-kit/mail';

export const RESET_LINK_MINUTES = 30;
const LONGEST_NAME = 30;

export function resetMail(to: string, displayName: string, link: string): Mail {
  const name = nameInMail(displayName);
  return {
    to,
    subject: 'Reset your Earworm password',
    text: [
      name === '' ? 'Hello,' : `Hello ${name},`,
      `we received a request to reset the password of your Earworm account. To choose a new password, open this link within ${RESET_LINK_MINUTES} minutes:`,
      link,
      'If you did not request this, ignore this email. Your password stays the same.',
    ].join('\n\n'),
  };
}

/**
 * A display name without anything but letters, digits and spaces, at most 30 characters. Its author may not own the address:
 * no link and no sentence of theirs may be sent in our name.
 */
export function nameInMail(displayName: string): string {
  const words = displayName
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{Nd}'’-]+/gu, ' ')
    .trim();
  return Array.from(words).slice(0, LONGEST_NAME).join('').trim();
}
