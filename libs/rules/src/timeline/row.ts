import { z } from 'zod';
import type { GameEvent } from '../events.js';
import { doubtField } from '../fairness/timing.js';
import { CategoryId, QuestionId, UserId } from '../ids.js';

/** Members of events that a timeline tells. What is not named here, such as answers and secrets of seats, is left out. */
const Told = z
  .strictObject({
    playerId: UserId.nullable(),
    userId: UserId,
    userIds: z.array(UserId),
    holderId: UserId,
    from: UserId,
    to: UserId,
    by: UserId,
    moderatorId: UserId,
    moderatorName: z.string(),
    byName: z.string(),
    name: z.string(),
    questionId: QuestionId,
    categoryId: CategoryId,
    toCategoryId: CategoryId,
    correct: z.boolean(),
    gain: z.number(),
    elapsedSeconds: z.number().nullable(),
    reason: z.string(),
    category: z.string(),
    text: z.string(),
    doubt: doubtField(),
    ...{ locked: z.boolean(), paused: z.boolean(), running: z.boolean(), sounding: z.boolean() },
    ...{ team: z.number().int().nullable(), into: z.number().int(), kept: z.boolean() },
    ...{ seed: z.number().int(), verdict: z.number().int(), forgivenFrom: z.number() },
    ...{ creditMs: z.number().int(), errorMs: z.number().nullable(), mode: z.enum(['corrected', 'level']) },
    ...{ on: z.boolean(), absent: z.boolean(), answered: z.boolean(), solved: z.boolean(), lapsed: z.boolean() },
  })
  .partial();

/** What a timeline tells of an event of the log. */
export const TimelineRow = z.strictObject({
  version: z.number().int(),
  type: z.string(),
  /** Server time in ms since the epoch; of a buzz, when it arrived. */
  at: z.number(),
  /** Whose act it was; null: the server's, or not told. */
  user: UserId.nullable(),
  ...Told.shape,
  /** Of buzzes whose order was settled: the players in that order, and how much later than the first each counts, ms. */
  order: z.array(z.strictObject({ playerId: UserId, behindMs: z.number().int() })).optional(),
  /** Of a question that was added or changed. */
  points: z.number().optional(),
  /** Of `gameCreated`. */
  board: z
    .array(
      z.strictObject({
        id: CategoryId,
        name: z.string(),
        questions: z.array(z.strictObject({ id: QuestionId, points: z.number() })),
      }),
    )
    .optional(),
});
export type TimelineRow = z.infer<typeof TimelineRow>;

export function timelineRow(version: number, user: UserId | null, event: GameEvent): TimelineRow {
  // Reports are anonymous.
  const isReport = event.type === 'nameReported';
  const told: Partial<TimelineRow> = Object.fromEntries(
    Object.entries(event).filter(([name]) => name in Told.shape && !(isReport && name === 'by')),
  );
  return {
    ...told,
    ...{ version, type: event.type, at: event.at, user: isReport ? null : user },
    ...('content' in event && { points: event.content.points }),
    ...(event.type === 'buzzesOrdered' && { order: behind(event.order) }),
    ...(event.type === 'gameCreated' && { board: event.categories.map(outlined) }),
  };
}

type Order = Extract<GameEvent, { type: 'buzzesOrdered' }>['order'];

function behind(order: Order): NonNullable<TimelineRow['order']> {
  const times = order.map(({ arrivedAt, creditMs, shiftMs = 0 }) => arrivedAt - creditMs - shiftMs);
  return order.map(({ playerId }, at) => ({ playerId, behindMs: (times[at] ?? 0) - (times[0] ?? 0) }));
}

type Category = Extract<GameEvent, { type: 'gameCreated' }>['categories'][number];

const outlined = ({ id, name, questions }: Category) => ({
  ...{ id, name },
  questions: questions.map((question) => ({ id: question.id, points: question.points })),
});
