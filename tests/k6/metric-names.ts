/** Named as the servers' own where one of them measures the same. All times in seconds. */
export const TRENDS = {
  /** From sending a buzz until the last socket of its game has received it. */
  buzz: 'gateway_buzz_seconds',
  /** From arriving, through sign-in and socket, to a seat. */
  join: 'join_seconds',
  /** From asking for the page until the files that it names are loaded. */
  page: 'page_seconds',
  /** Requests, by route and status. */
  http: 'gateway_http_seconds',
  /** From the end of a socket until its successor is online. */
  reconnect: 'reconnect_seconds',
  /** How late this machine was with what was due: it needs more cores, or less to do. */
  lateness: 'generator_late_seconds',
} as const;

export const COUNTERS = {
  refusals: 'gateway_refusals_total',
  closings: 'gateway_closings_total',
  accepted: 'accepted',
  lost: 'lost',
  doubled: 'doubled',
  foreign: 'foreign',
  unseen: 'unseen',
  stuck: 'stuck',
  turnedAway: 'turned_away',
  failed: 'failed',
} as const;

/** For operators, in the summary. */
export const COUNTER_MEANINGS: Readonly<Record<(typeof COUNTERS)[keyof typeof COUNTERS], string>> = {
  gateway_refusals_total: 'commands that the server refused, such as a buzz after the end of a round',
  gateway_closings_total: 'sockets that the server or the network closed',
  accepted: 'buzzes that the server confirmed',
  lost: 'confirmed buzzes that no device was shown',
  doubled: 'buzzes that were shown although the server had not confirmed them',
  foreign: 'events that reached a device of another game',
  unseen: 'confirmed buzzes that at least one device of the game was not shown',
  stuck: 'games in which the moderator could not go on',
  turned_away: 'players who could not join',
  failed: 'parts of the test that ended before their time',
};
