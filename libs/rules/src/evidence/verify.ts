import { chained, chainOf } from './evidence.js';
import { type BuzzOrder, ordered, withSongShifts } from '../fairness/order.js';

export const EVIDENCE_FORMAT = 'earworm-evidence-1';

/** What an exported game says about who was first and who won. Players are numbered by seat. */
export interface EvidenceFile {
  readonly format: typeof EVIDENCE_FORMAT;
  readonly gameId: string;
  /** As `evidenceLine` made them. */
  readonly lines: readonly string[];
  /** The end of the chain, which phones showed when the game ended. */
  readonly end: string;
  /** By seat, after the last line; those that are not 0. */
  readonly scores: readonly (readonly [seat: number, score: number])[];
}

/** One text for one file, so that a change of any byte is found. */
export const textOf = ({ format, gameId, lines, end, scores }: EvidenceFile): string =>
  `${JSON.stringify({ format, gameId, lines, end, scores }, null, 1)}\n`;

interface Arrived {
  readonly playerId: number;
  readonly team?: number;
  readonly arrivedAt: number;
  readonly creditMs: number;
  readonly errorMs: number | null;
  readonly heardFromMs?: number;
  readonly shiftMaxMs?: number;
  readonly shiftMs?: number;
}
type Line = { readonly version: number; readonly gains?: readonly (readonly [number, number])[] } & (
  | (Arrived & { readonly type: 'buzzArrived'; readonly seed?: number })
  | { readonly type: 'buzzesOrdered'; readonly mode: BuzzOrder; readonly seed: number; readonly order: Arrived[] }
  | { readonly type: 'other' }
);

/** What does not fit, in sentences; empty when all of it does. Throws for what is no such file. */
function problemsOf({ format, gameId, lines, end, scores }: EvidenceFile): string[] {
  const problems: string[] = [];
  if (format !== EVIDENCE_FORMAT) problems.push(`The file is of the format ${String(format)}, not ${EVIDENCE_FORMAT}.`);
  const found = lines.reduce(chained, chainOf(gameId));
  if (found !== end) problems.push(`The chain over the lines ends with ${found}, not with ${end}.`);
  const sums = new Map<number, number>();
  let held: readonly Arrived[] = [];
  let drawn: number | undefined;
  let before = 0;
  for (const text of lines) {
    const line = JSON.parse(text) as Line;
    if (!(line.version > before)) problems.push(`Line ${line.version} comes after line ${before}.`);
    before = line.version;
    for (const [seat, gain] of line.gains ?? []) sums.set(seat, (sums.get(seat) ?? 0) + gain);
    // Of a player who left and came back within the hold, the later one counts.
    if (line.type === 'buzzArrived') held = [...held.filter(({ playerId }) => playerId !== line.playerId), line];
    if (line.type === 'buzzArrived') drawn ??= line.seed;
    if (line.type !== 'buzzesOrdered') continue;
    if (!isOrderOf(held, line) || line.seed !== (drawn ?? line.seed))
      problems.push(`The buzzes of line ${line.version} are in another order.`);
    held = [];
    drawn = undefined;
  }
  const said = new Map(scores);
  for (const seat of new Set([...said.keys(), ...sums.keys()])) {
    const [sum, score] = [sums.get(seat) ?? 0, said.get(seat)];
    if (sum !== (score ?? 0) || score === 0)
      problems.push(`The verdicts of seat ${seat} add up to ${sum}, not to ${score ?? 0}.`);
  }
  return problems;
}

/** Whether this order follows from the buzzes; who left or was removed meanwhile, and who came after their team, is in none. */
function isOrderOf(held: readonly Arrived[], { order, mode, seed }: Extract<Line, { type: 'buzzesOrdered' }>): boolean {
  const timesOf = ({ arrivedAt, creditMs, errorMs, heardFromMs, shiftMaxMs, shiftMs }: Arrived) =>
    JSON.stringify([arrivedAt, creditMs, errorMs, heardFromMs, shiftMaxMs, shiftMs]);
  const inOrder = held.filter(({ playerId }) => order.some((each) => each.playerId === playerId));
  const timed = inOrder.map((buzz) => ({ ...buzz, at: buzz.arrivedAt - buzz.creditMs }));
  const recomputed = ordered(withSongShifts(timed), mode, seed);
  return (
    recomputed.length === order.length &&
    recomputed.every(
      (buzz, index) => buzz.playerId === order[index]?.playerId && timesOf(buzz) === timesOf(order[index]),
    )
  );
}

/** Of the text of a file: what is wrong with it, and the end of its chain. */
export function checkEvidence(text: string): { readonly end: string | null; readonly problems: readonly string[] } {
  try {
    const file = JSON.parse(text) as EvidenceFile;
    const problems = problemsOf(file);
    if (textOf(file) !== text) problems.push('The text of the file was changed.');
    return { end: file.end, problems };
  } catch {
    return { end: null, problems: [`This is no evidence of a game (${EVIDENCE_FORMAT}).`] };
  }
}

/** The end of a chain as screens show it: enough to be compared by eye, and not to be forged. */
export const shownEnd = (end: string): string =>
  [end.slice(0, 4), end.slice(4, 8), end.slice(8, 12), end.slice(-4)].join(' ');
