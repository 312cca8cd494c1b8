export { newest } from './received.js';
export { frameOf, RawConnection } from './raw-connection.js';
export { RawSocket } from './raw-socket.js';
export { runGateway, type RunningGateway } from './running-gateway.js';
export { ScriptedOwner } from './scripted-owner.js';
