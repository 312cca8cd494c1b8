export { rotateAssertionKey } from '../providers/keycloak/assertion-keys.js';
export { connectToKeycloak, deleteOldGuestsOf } from './keycloak-parts.js';
export { runIdentity } from './running-identity.js';
