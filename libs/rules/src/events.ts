import { z } from 'zod';
import { eventSchema } from './definition.js';
import { EVENTS } from './slices.js';

type Definition = (typeof EVENTS)[keyof typeof EVENTS];
type Schemas = { [D in Definition as D['type']]: ReturnType<typeof eventSchema<D['type'], ReturnType<D['fields']>>> };
type Schema = Schemas[keyof Schemas];

/** An event as stored in the log. `at`: server time in ms since the epoch; never decreases within a game. */
export const GameEvent = z.discriminatedUnion('type', Object.values(EVENTS).map(eventSchema) as [Schema, ...Schema[]]);
export type GameEvent = z.infer<typeof GameEvent>;
export type GameEventType = GameEvent['type'];
