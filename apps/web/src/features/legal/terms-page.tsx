import { textsOf } from '../../platform/i18n/texts.js';
import { LegalPage } from './legal-page.js';

const t = textsOf('legal', {
  updated: 'Last changed on 22 November 2026',
  terms: 'Terms',
  termsPlay: 'Playing',
  termsPlayText:
    'Earworm is a music quiz for people who play together, in one room or in a call. The person who creates a game is its moderator: they choose the songs, judge the answers and decide when the game ends. You do not need an account to play. Be kind when you choose a name or write questions. Everyone in your game can read them.',
  termsMusic: 'The music',
  termsMusicText:
    'Earworm comes without songs, except for the melodies of the starter quiz, which are in the public domain. YouTube videos are played in YouTube’s own player, as YouTube’s terms require: visible, uncovered and with its own controls. By playing a YouTube video you accept the YouTube Terms of Service. Audio files you upload are stored on this server and played in your games. Only upload what you are allowed to play.',
  termsYours: 'Your content',
  termsYoursText:
    'The categories, questions, answers and audio files you add belong to you. You allow the operator of this server to store them and to show them to the people in your games and, if you publish a template, to everyone who uses this server. They are not used for anything else. Do not add anything that is illegal or that you have no right to share.',
  termsPromise: 'Availability',
  termsPromiseText:
    'The operator runs this server with care, but cannot guarantee that it is always available, that every video can be played or that every buzz arrives in time. Games may be deleted after some time. Accounts that harm others or the service may be disabled.',
  youtubeTerms: 'YouTube Terms of Service',
});

export function TermsPage() {
  return (
    <LegalPage title={t('terms')} lead={t('updated')}>
      <h2>{t('termsPlay')}</h2>
      <p>{t('termsPlayText')}</p>
      <h2>{t('termsMusic')}</h2>
      <p>{t('termsMusicText')}</p>
      <p>
        <a href="https://www.youtube.com/t/terms" target="_blank" rel="noopener">
          {t('youtubeTerms')}
        </a>
      </p>
      <h2>{t('termsYours')}</h2>
      <p>{t('termsYoursText')}</p>
      <h2>{t('termsPromise')}</h2>
      <p>{t('termsPromiseText')}</p>
    </LegalPage>
  );
}
