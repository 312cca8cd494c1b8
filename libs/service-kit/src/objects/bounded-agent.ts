import http from 'node:http';
import https from 'node:https';
import { Socket } from 'node:net';

const MOST_SOCKETS = 32;

/** An agent whose lines are cut when nothing moved on them for so long: the client waits for ever by itself. */
export function boundedAgent(useSSL: boolean, silentMs: number): http.Agent {
  const options = { keepAlive: true, maxSockets: MOST_SOCKETS };
  const agent = useSSL ? new https.Agent(options) : new http.Agent(options);
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (...given) => {
    const socket = connect(...given);
    if (socket instanceof Socket) socket.setTimeout(silentMs, () => socket.destroy(new Error('no answer')));
    return socket;
  };
  return agent;
}
