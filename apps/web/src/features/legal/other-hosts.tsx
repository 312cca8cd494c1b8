import { YoutubeSwitch } from '../../shared/media/youtube-switch.js';
import type { PrivacyFacts } from './kept.js';
import styles from './privacy-page.module.css';
import { t } from './privacy-texts.js';

/** Whom a browser contacts besides this server. YouTube can be agreed to and refused here, also before the rest is known. */
export function OtherHosts({ facts }: { facts: PrivacyFacts | undefined }) {
  return (
    <>
      <Youtube />
      {facts?.signInHost != null && <p>{t('signInText', { host: facts.signInHost })}</p>}
      {facts?.filesHost != null && <p>{t('filesText', { host: facts.filesHost })}</p>}
      {facts?.sendsMail === true && <p>{t('mailText')}</p>}
      {facts && <p>{t('noOthers')}</p>}
    </>
  );
}

const Youtube = () => (
  <section className={styles.youtube} id="youtube" aria-labelledby="youtube-title">
    <h3 id="youtube-title">{t('youtube')}</h3>
    <p>{t('youtubeText')}</p>
    <p>
      <a href="https://policies.google.com/privacy" target="_blank" rel="noopener">
        {t('googlePrivacy')}
      </a>
    </p>
    <YoutubeSwitch />
  </section>
);
