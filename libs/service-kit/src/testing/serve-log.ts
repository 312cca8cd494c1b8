import {
  type GameEvent,
  gameLog,
  type LogRow,
  questionContents,
  type ReplyOf,
  type RequestOf,
} from '@earworm/contracts';
import type { Bus, Subscription } from '../bus/port.js';

/** The log of games as the game service serves it, with rows that a spec adds. */
export function serveLog(bus: Bus, rows: readonly LogRow[]): Subscription {
  const served = [
    bus.serve(gameLog, ({ after, limit, without, categories }) => {
      const from = Number(after.position);
      const page = rows.slice(from, from + limit);
      const at = String(from + page.length);
      return {
        rows: page
          .filter(({ event }) => !without.includes(event.type))
          .map((row) => (row.event.type === 'gameCreated' ? { ...row, event: outlined(row.event, categories) } : row)),
        end: page.length === 0 ? null : { tx: at, position: at },
        more: page.length === limit,
      };
    }),
    bus.serve(questionContents, ({ questions }) => ({ questions: contentsIn(rows, questions) })),
  ];
  return { unsubscribe: () => served.forEach((each) => each.unsubscribe()) };
}

function outlined(event: LogRow['event'], categories: RequestOf<typeof gameLog>['categories']): LogRow['event'] {
  if (categories === 'all') return event;
  const { categories: all, ...head } = event as Extract<GameEvent, { type: 'gameCreated' }>;
  if (categories === 'none') return head;
  const media = all.flatMap(({ questions }) => questions.map(({ medium }) => medium));
  const clipIds = media.flatMap((medium) => (medium.kind === 'clip' ? [medium.clipId] : []));
  return { ...head, clipIds: clipIds.filter((clipId) => clipId.startsWith('up-')) } as LogRow['event'];
}

type Questions = RequestOf<typeof questionContents>['questions'];

/** The game service's content of these questions. */
export const contentsIn = (
  rows: readonly LogRow[],
  requested: Readonly<Questions>,
): ReplyOf<typeof questionContents>['questions'] =>
  requested.flatMap(({ gameId, questionId, until }) => {
    const written = rows.filter((row) => row.gameId === gameId && row.version <= until);
    const contents = written.flatMap(({ event }) => contentOf(event as GameEvent, questionId));
    return contents.slice(-1).map((content) => ({ gameId, questionId, content }));
  });

function contentOf(event: GameEvent, questionId: string) {
  if (event.type === 'gameCreated')
    return event.categories.flatMap(({ questions }) =>
      questions.filter(({ id }) => id === questionId).map(({ id: _, ...content }) => content),
    );
  const isChange = event.type === 'questionAdded' || event.type === 'questionUpdated';
  return isChange && event.questionId === questionId ? [event.content] : [];
}
