import { textsOf } from '../../platform/i18n/texts.js';

const t = textsOf('fault', {
  script: 'YouTube cannot be reached from this network.',
  link: 'This video does not exist on YouTube.',
  gone: 'This video was removed or is private.',
  embedding: 'This video can only be played on YouTube itself.',
  identity: 'YouTube blocked playback on this site (missing referrer).',
  player: 'The YouTube player stopped working.',
  stalled: 'The song is not loading. The connection is too slow or was lost.',
  clip: 'This audio clip could not be loaded.',
  blocked: 'The browser blocked the sound.',
});

type Fault = Parameters<typeof t>[0];

/** Why a song does not play. */
export const faultText = (fault: Fault | null) => t(fault ?? 'player');
