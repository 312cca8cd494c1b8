import type { RouteReply } from '@earworm/contracts';
import { COLOURS } from './charts.js';
import { Panel } from './panel.js';
import type { Unit } from './selection.js';
import { StepPanel } from './step-panels.js';
import type { Step } from './steps.js';
import { t } from './texts.js';

interface Props {
  readonly figures: RouteReply<'analytics'>;
  readonly unit: Unit;
  readonly steps: readonly Step[];
}

export function TemplatePanels({ figures: { templateUse }, unit, steps }: Props) {
  const away = templateUse === null ? { away: t('templatesAway') } : {};
  return (
    <>
      <StepPanel
        title={t(unit === 'day' ? 'templateDays' : 'templateHours')}
        unit={unit}
        steps={steps}
        columns={[{ name: 'fromTemplates', label: t('gamesColumn'), color: COLOURS.you }]}
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
