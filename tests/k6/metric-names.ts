/** Named as the servers' own where one of them measures the same. All times in seconds. */
export const TRENDS = {
  /** From sending a buzz until the last socket of its game has received it. */
  buzz: 'gateway_buzz_seconds',
  /** From arriving, through sign-in and socket, to a seat. */
  join: 'join_seconds',
  /** Requests, by route and status. */
  http: 'gateway_http_seconds',
  /** From the end of a socket until its successor is online. */
  reconnect: 'reconnect_seconds',
  /** How late this machine was with what was due: it needs more cores, or less to do. */
  lateness: 'generator_late_seconds',
} as const;

export const COUNTERS = {
  /** Commands refused, by code. */
  refusals: 'gateway_refusals_total',
  /** Sockets that the server or the network closed, by reason. */
  closings: 'gateway_closings_total',
  accepted: 'accepted',
  /** Acknowledged buzzes that no socket received. */
  lost: 'lost',
  /** Buzzes that were shown without having been acknowledged. */
  doubled: 'doubled',
  /** Events on a socket that belong to another game. */
  foreign: 'foreign',
  /** Accepted buzzes that some socket of the game never showed. */
  unseen: 'unseen',
  /** Games whose moderator could not go on. */
  stuck: 'stuck',
  /** Players who could not join, by reason. */
  turnedAway: 'turned_away',
  /** What ended a VU's work before its time. */
  failed: 'failed',
} as const;
