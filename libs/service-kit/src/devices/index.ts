export { DeviceCookies, type NewDevice } from './device-cookies.js';
