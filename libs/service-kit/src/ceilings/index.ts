export { addressKey, addressRule, canTrust, trustRule } from './address.js';
export { Ceilings } from './ceilings.js';
export { trustedProxies } from './trusted-proxies.js';
