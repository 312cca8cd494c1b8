const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Of these the value is random, or a moment. */
const RANDOM = new Set(['gameId', 'nextGameId', 'gameCode', 'logId', 'stageKey', 'seatHash', 'deviceHash']);
const MOMENT = /^(at|now|since|heardMs|heardSince|runningSince|pausedMs|.*(At|Time|Seconds))$/;

/** With every id replaced by its number in the order of appearance, and every moment by a word. */
export function numbered(value: unknown): unknown {
  const numbers = new Map<string, string>();
  const numberOf = (id: string) => {
    if (!numbers.has(id)) numbers.set(id, `<id ${numbers.size + 1}>`);
    return numbers.get(id) ?? '';
  };
  return JSON.parse(
    JSON.stringify(value, (key, each: unknown) => {
      if (typeof each === 'number' && MOMENT.test(key)) return '<moment>';
      if (typeof each !== 'string') return each;
      return RANDOM.has(key) ? numberOf(each) : each.replace(ID, numberOf);
    }),
  );
}
