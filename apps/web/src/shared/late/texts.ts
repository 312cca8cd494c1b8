import { textsOf } from '../../platform/i18n/texts.js';

export const t = textsOf('late', {
  offline: 'You are offline',
  offlineText: 'This device has no network connection. Turn on Wi-Fi or mobile data.',
  unreachable: 'The server does not answer',
  unreachableText: 'Your device is online, but Earworm cannot be reached.',
  unreachablePlayer: 'Check that you are in the Wi-Fi that the moderator uses. If others can play, ask them.',
  busy: 'The server is busy',
  busyText: 'It answers, but has more to do than it can at the moment. Wait a moment.',
  slow: 'This is taking longer than usual',
  slowText: 'The server answers, but this is not ready yet. Wait a moment, or try again.',
  again: 'Try again',
  home: 'Back to Home',
});
