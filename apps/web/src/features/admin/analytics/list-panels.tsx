import type { RouteReply } from '@earworm/contracts';
import { Panel } from './panel.js';
import { t } from './texts.js';
import { duration } from './words.js';

type Figures = RouteReply<'analytics'>;

export function VisitPanels({ figures }: { figures: Figures }) {
  const { users, paths, feedback } = figures;
  const visits = users.filter(({ sessions }) => sessions > 0);
  return (
    <>
      <Panel
        title={t('byType')}
        columns={[t('userType'), t('users'), t('visits'), t('average')]}
        rows={visits.map(({ userType, users: people, sessions, seconds }) => [
          t(userType),
          people,
          sessions,
          duration(seconds / sessions),
        ])}
      />
      <Panel
        title={t('paths')}
        columns={[t('path'), t('views')]}
        rows={paths.map(({ path, views }) => [path, views])}
      />
      <Panel
        title={t('feedback')}
        columns={[t('type'), t('count')]}
        rows={
          feedback === null ? [] : (['bug', 'feature', 'general'] as const).map((type) => [t(type), feedback[type]])
        }
        {...(feedback === null ? { away: t('feedbackAway') } : {})}
      />
    </>
  );
}

export const MissedPanel = ({ figures: { missed } }: { figures: Figures }) => (
  <Panel
    wide
    title={t('missed')}
    columns={[t('answer'), t('song'), t('asked'), t('right'), t('wrong'), t('nobody')]}
    rows={missed.map(({ answer, song, asked, right, wrong, nobody }) => [answer, song, asked, right, wrong, nobody])}
  />
);
