import { textsOf } from '../../platform/i18n/texts.js';

export const t = textsOf('late', {
  offline: 'You are offline',
  offlineText: 'This device has no network connection. Turn on Wi-Fi or mobile data.',
  unreachable: 'The server does not answer',
  unreachableText: 'Your device is online, but Earworm cannot be reached.',
  unreachablePlayer: 'Check that you are in the Wi-Fi that the moderator uses. If others can play, ask them.',
  unreachableHost: 'Check that the computer that runs Earworm is on and in the same network.',
  blocked: 'No live connection',
  blockedText:
    'Earworm answers, but the live connection of the game does not get through. This network blocks it or is very slow.',
  blockedPlayer:
    'Switch to mobile data or to another Wi-Fi, or turn off your VPN or data saver. If that does not help, tell the moderator.',
  blockedHost:
    'Try another network, such as your phone’s hotspot, or turn off your VPN. If the server is behind a proxy, it has to let WebSocket connections through, and PUBLIC_URL has to be the address of this page.',
  slow: 'This is taking longer than usual',
  slowText: 'The server answers, but this is not ready yet. Wait a moment, or try again.',
  again: 'Try again',
  home: 'Back to Home',
});
