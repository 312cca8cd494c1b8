import { LegalPage, t } from './legal-page.js';

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
