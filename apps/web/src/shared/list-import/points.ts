import { POINTS_MAX } from '@earworm/rules';

/** Where the digits of other scripts begin. Full-width ones become ASCII by normalization. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50];
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g;

/** By thousands, or as in India: `1,00,000`. */
const THOUSANDS = /^(?:\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*|\d{1,2}(?:,\d{2})+,\d{3})$/;
const ROUND = /^(\d+|\d{1,3}(?:\.\d{3})+(?=,)|\d{1,3}(?:,\d{2,3})*,\d{3}(?=\.))[.,]0{1,2}$/;

/** Points as people write them: `$200`, `200.0`, `1.000`, `200 Punkte`. Null for what has no single meaning. */
export function readPoints(typed: string): number | null {
  const text = plain(typed);
  // `0.500` are no thousands.
  if (THOUSANDS.test(text) && !text.startsWith('0')) return within(text.replace(/[.,]/g, ''));
  const round = ROUND.exec(text)?.[1];
  if (round !== undefined) return within(round.replace(/[.,]/g, ''));
  return /^\d{1,9}$/.test(text) ? within(text) : null;
}

const within = (digits: string): number | null => (Number(digits) <= POINTS_MAX ? Number(digits) : null);

/** Without currencies, units and marks between thousands. */
function plain(typed: string): string {
  const text = typed
    .slice(0, 60)
    .normalize('NFKC')
    .replace(DIGITS, (digit) =>
      String(digit.charCodeAt(0) - (ZEROS.findLast((zero) => zero <= digit.charCodeAt(0)) ?? 0)),
    )
    .replace(/\p{Cf}/gu, '')
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .trim();
  return text
    .replace(/^(?:\p{Sc}|\p{L}{2,8}\.?|\+)\s*(?=[\d\p{Sc}])/u, '')
    .replace(/(?<=[\d\p{Sc}])\s*(?:\p{Sc}|\p{L}{2,12}\.?|p|[.,][-–—]|点|점|分)$/iu, '')
    .replace(/^\p{Sc}\s*|\s*\p{Sc}$/gu, '')
    .replace(/(?<=\d)[\s'’_](?=\d{3}(?!\d))/g, '');
}

/** A number alone, with a currency at most: `22 pistepirkko` is a name. */
export const isBareNumber = (text: string): boolean =>
  /^[\p{Sc}\p{Nd}.,'’\s]+(?:p|pts\.?|points?|punkte?)?$/iu.test(text) && readPoints(text) !== null;
