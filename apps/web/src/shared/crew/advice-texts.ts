import { textsOf } from '../../platform/i18n/texts.js';

export const t = textsOf('crewAdvice', {
  wrongTitle: 'When something is wrong',
  wrongHelp: 'Anything at all',
  wrongHelpText: 'Call an operator. “Call for help” in the menu of your desk tells the administrators.',
  wrongDevice: 'Your device fails',
  wrongDeviceText: 'Get a new link from an operator and open it on any other device. No point is lost.',
  wrongSong: 'A song does not play',
  wrongSongText: 'Press “Replay” once, then “Nobody got it”. It costs nobody anything.',
  wrongVerdict: 'A wrong verdict',
  wrongVerdictText: 'Press “Undo”, or change it later in the “Score sheet”.',
  wrongCard: 'This card is lost',
  wrongCardText: 'Tell an operator at once. You get a new link.',
});

type Problem = 'Help' | 'Device' | 'Song' | 'Verdict' | 'Card';

/** What crews do about each problem, on cards and on the page of their rooms. */
export const adviceAbout = (problems: readonly Problem[]) =>
  problems.map((what) => ({ what, title: t(`wrong${what}`), text: t(`wrong${what}Text`) }));
