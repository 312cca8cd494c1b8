import { databaseVariables, loadConfig, poolVariables, type Env } from '@earworm/service-kit/config';
import { objectsVariables, requireObjectKeys } from '@earworm/service-kit/objects';
import { z } from 'zod';

export const variables = z.object({
  ...databaseVariables,
  ...objectsVariables,
  ...poolVariables({ min: 2, default: 5 }),
});

const schema = variables.superRefine(requireObjectKeys);

/** No variables: an operator has no reason to change them. Specs override them. Times in ms. */
const FIXED = {
  /** Rooms of events that a replica prepares: 500 in 14 s, with CPU to spare for the games that are played meanwhile. */
  roomsPerSecond: 30,
  roomsAtOnce: 4,
  /** In how many rooms a replica acts at once: it claims more once a quarter is free, so up to three quarters that do not answer hold up no other. */
  actsAtOnce: 250,
  /** In how many of them it begins the next round: a game for each is created while others are played. */
  roundsAtOnce: 40,
  /** An act that could not be done for so long is refused: by then the operator has given up. */
  actWithinMs: 60_000,
  /** After which another replica takes the rooms of one that died. Claims of what is in work are renewed. */
  claimMs: 10_000,
  /** How long rooms wait while the game service is busy. */
  busyPauseMs: 1_000,
  /** How often it is looked up who has arrived in the rooms of the next round. */
  lookForArrivalMs: 2_000,
  /** And how often each player's former seat is checked for a new user id. */
  lookForMovedMs: 10_000,
  /** A step of sending players there that fails for so long is given up. */
  advanceWithinMs: 600_000,
  /** How often a replica looks for rooms that another one was asked for. */
  pollMs: 1_000,
  /** How often it is found out what rooms need, the plan of a watched event is read again, and running events are looked up. */
  attentionMs: 1_000,
  planMs: 5_000,
  runningMs: 10_000,
};

export type ShowsConfig = z.output<typeof schema> & typeof FIXED;

export const loadShowsConfig = (env: Env): ShowsConfig => ({ ...FIXED, ...loadConfig(schema, env) });
