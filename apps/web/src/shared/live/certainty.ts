import { isLevel, type QueueEntry, type Settings } from '@earworm/rules';

/** `lot`: the two drew lots with each other. */
export type Certainty = 'sure' | 'close' | 'lot';

/** Whether these two drew lots with each other for their places. Lots of another hold have the same numbers, but another first buzz. */
export const drewLots = (one: QueueEntry | undefined, other: QueueEntry | undefined): boolean =>
  one?.evidence?.lot !== undefined &&
  one.evidence.lot === other?.evidence?.lot &&
  one.at - one.evidence.behindMs === other.at - other.evidence.behindMs;

/** Whether the second is level with the first and answers, too, even if the first is right. */
export const bothAnswer = (
  one: QueueEntry | undefined,
  other: QueueEntry | undefined,
  { buzzOrder }: Pick<Settings, 'buzzOrder'>,
): boolean => buzzOrder?.ties === 'allAnswer' && drewLots(one, other);

/** Whether it is certain who of two neighbours in the queue was first; null where the buzzes of both were not measured. */
export function certaintyOf(before: QueueEntry | undefined, entry: QueueEntry | undefined): Certainty | null {
  const [first, second] = [timed(before), timed(entry)];
  if (first === null || second === null) return null;
  if (drewLots(before, entry)) return 'lot';
  return isLevel(first, second) || second.at < first.at ? 'close' : 'sure';
}

function timed(entry: QueueEntry | undefined) {
  const { evidence } = entry ?? {};
  if (entry === undefined || evidence === undefined || evidence.errorMs === null) return null;
  return { at: entry.at, arrivedAt: evidence.arrivedAt, errorMs: evidence.errorMs };
}

export type Timed = NonNullable<ReturnType<typeof timed>>;
/** Of two neighbours who were measured. */
export const timesOf = (entries: readonly QueueEntry[]): readonly Timed[] =>
  entries.map(timed).filter((each) => each !== null);
