export { newest } from './followed.js';
export { frameOf, RawLine } from './raw-line.js';
export { RawSocket } from './raw-socket.js';
export { runGateway, type RunningGateway } from './running-gateway.js';
export { ScriptedOwner } from './scripted-owner.js';
