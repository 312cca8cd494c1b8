export * from './types.js';
export { afterFrame, type EventNow, NOTHING } from './after-show-frame.js';
export {
  createArrival,
  type Arrival,
  type ArrivalState,
  type Entered,
  type TakeSeat,
  type WantedGame,
} from './arrival.js';
export { createGameClient } from './game-client.js';
export { createHttp, type Http, type HttpOptions } from './http.js';
export { watchOperations, type OperationsClientOptions } from './operations-client.js';
export { backOff, newId, newUuid } from './random.js';
export type { Reading } from './reading.js';
export { watchShow, type ShowClientOptions } from './show-client.js';
export type { EnteredSocket, SocketClass, SocketLike } from './socket.js';
