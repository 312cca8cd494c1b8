import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { publicHttp } from '../../platform/http/http.js';
import { Failed } from '../../shared/ui/empty-state.js';
import { Skeletons } from '../../shared/ui/skeletons.js';
import { Kept } from './kept.js';
import { LegalPage } from './legal-page.js';
import { OperatorText } from './operator-text.js';
import { OtherHosts } from './other-hosts.js';
import { t } from './privacy-texts.js';

/** From the configuration of the server that the browser talks to, so that it says what that server does. */
export function PrivacyPage() {
  const query = useQuery({ queryKey: ['privacy'], queryFn: () => publicHttp.call('privacy', {}) });
  const { data } = query;
  return (
    <LegalPage title={t('title')} lead={t('lead')}>
      {data && <OperatorText text={data.operatorText} />}
      <h2>{t('kept')}</h2>
      <p>{t('keptText')}</p>
      {query.isPending && <Skeletons label={t('loading')} count={6} height={56} radius="md" />}
      {query.isError && <Failed title={t('failed')} hint={t('failedHint')} query={query} />}
      {data && <Kept facts={data} />}
      <h2>{t('device')}</h2>
      <p>{t('deviceText')}</p>
      <h2>{t('seen')}</h2>
      <p>{t('seenText')}</p>
      <h2>{t('others')}</h2>
      <OtherHosts facts={data} />
      <h2>{t('ask')}</h2>
      <p>{t(data?.operatorText == null ? 'askText' : 'askOperatorText')}</p>
      <p>
        <Link to="/account">{t('toAccount')}</Link>
      </p>
    </LegalPage>
  );
}
