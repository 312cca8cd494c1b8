import { LegalPage, t } from './legal-page.js';

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
