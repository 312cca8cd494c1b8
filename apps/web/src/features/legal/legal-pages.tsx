import { textsOf } from '../../platform/i18n/texts.js';
import type { ReactNode } from 'react';
import { PageTitle } from '../../shared/ui/page.js';
import styles from './legal-pages.module.css';

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
  privacy: 'Privacy',
  privacyKept: 'What is stored',
  privacyKeptText:
    'If you are a guest: a random ID, the name you entered and what happened in your games, such as when you joined, when you buzzed and your score. If you have an account: also your email address and your password in hashed form, which nobody can read. If you are a moderator: also the games, questions and audio files you created. For everyone: which pages you opened and for how long, errors together with the name of your browser so that they can be fixed, and the feedback you send, with its screenshot, the page and game it is about and the name of your browser.',
  privacyDevice: 'On your device',
  privacyDeviceText:
    'Your browser stores your sign-in, the name you used last, the games you play or moderate so that you can return to them, a random number for your current visit and the theme you chose. A cookie holds a random number for this device, so that the server can tell phones apart when it limits requests. It does not contain anything about you. There are no advertising cookies and no trackers. Sign out and clear the data of this site to remove all of it.',
  privacySeen: 'Who can see it',
  privacySeenText:
    'Everyone in your game sees your name and your score. The moderator also sees when you buzzed. The operator of this server can read what is stored on it. Your data is not sold or passed on.',
  privacyYoutube: 'YouTube',
  privacyYoutubeText:
    'When a video is played, normally only on the moderator’s device, YouTube’s player is loaded from Google. Google then learns the network address of that device and may set its own cookies. Google’s privacy policy applies. Phones that are only used to buzz load nothing from Google, unless the moderator plays the music on the players’ phones.',
  privacyAsk: 'Access and deletion',
  privacyAskText:
    'Ask the operator of this server what is stored about you, or ask for it to be deleted. Guests are deleted automatically after some time.',
  youtubeTerms: 'YouTube Terms of Service',
  googlePrivacy: 'Google Privacy Policy',
});

export function PrivacyPage() {
  return (
    <LegalPage title={t('privacy')} updated={t('updated')}>
      <h2>{t('privacyKept')}</h2>
      <p>{t('privacyKeptText')}</p>
      <h2>{t('privacyDevice')}</h2>
      <p>{t('privacyDeviceText')}</p>
      <h2>{t('privacySeen')}</h2>
      <p>{t('privacySeenText')}</p>
      <h2>{t('privacyYoutube')}</h2>
      <p>{t('privacyYoutubeText')}</p>
      <p>
        <a href="https://policies.google.com/privacy" target="_blank" rel="noopener">
          {t('googlePrivacy')}
        </a>
      </p>
      <h2>{t('privacyAsk')}</h2>
      <p>{t('privacyAskText')}</p>
    </LegalPage>
  );
}

export function TermsPage() {
  return (
    <LegalPage title={t('terms')} updated={t('updated')}>
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

function LegalPage({ title, updated, children }: { title: string; updated: string; children: ReactNode }) {
  return (
    <article className={styles.page}>
      <PageTitle text={title} />
      <h1>{title}</h1>
      <p className={styles.updated}>{updated}</p>
      {children}
    </article>
  );
}
