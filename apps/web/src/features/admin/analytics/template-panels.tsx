import type { RouteReply } from '@earworm/contracts';
import { Bars, COLOURS } from './charts.js';
import { Panel } from './panel.js';
import { t } from './texts.js';
import { dayLabel } from './words.js';

/** Games that were started from templates, by day and by template. */
export function TemplatePanels({ figures: { days, templateUse } }: { figures: RouteReply<'analytics'> }) {
  const away = templateUse === null ? { away: t('templatesAway') } : {};
  const gamesOn = new Map(templateUse?.days.map(({ day, games }) => [day, games]));
  const all = days.map(({ day }) => ({ day, games: gamesOn.get(day) ?? 0 }));
  return (
    <>
      <Panel
        wide
        title={t('templateDays')}
        columns={[t('day'), t('gamesColumn')]}
        rows={gamesOn.size === 0 ? [] : all.toReversed().map(({ day, games }) => [day, games])}
        chart={
          <Bars
            data={all.map(({ day, games }) => ({ day: dayLabel(day), games }))}
            by="day"
            series={[{ name: 'games', label: t('gamesColumn'), color: COLOURS.you }]}
          />
        }
        {...away}
      />
      <Panel
        wide
        title={t('templates')}
        hint={t('templatesHint')}
        columns={[t('template'), t('gamesColumn')]}
        rows={(templateUse?.templates ?? []).map(({ title, games }) => [title ?? t('notPublished'), games])}
        {...away}
      />
    </>
  );
}
