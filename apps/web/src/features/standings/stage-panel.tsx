import { Alert, Button, Checkbox, Select } from '@mantine/core';
import { COUNTINGS } from '@earworm/rules';
import { IconEye, IconLink, IconPresentation } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ordinal } from '../../platform/i18n/numbers.js';
import { t as shared } from '../../platform/i18n/t.js';
import { errorText, notify } from '../../platform/notifications/notify.js';
import { SecretLink } from '../../shared/crew/secret-link.js';
import { useJoinOrigin } from '../../shared/invite/join-link.js';
import { copyText } from '../../shared/ui/copy-text.js';
import { Confirm, Dialog } from '../../shared/ui/dialog.js';
import { eventStageLink, publicLink } from './stage-facts.js';
import styles from './stage-panel.module.css';
import { t } from './texts.js';
import type { Standings } from './use-standings.js';
import { type StageState, useStage, useStageActs } from './use-stage.js';

const HOW_MANY = ['3', '5', '10', '12'];

interface PartProps {
  readonly showId: string;
  readonly state: StageState;
  readonly acts: ReturnType<typeof useStageActs>;
}

interface PanelProps {
  readonly showId: string;
  readonly found: Pick<Standings, 'frozenAt' | 'hasTeams'>;
}

/** What operators show to others, and when. */
export function StagePanel({ showId, found: { frozenAt, hasTeams } }: PanelProps) {
  const { data: state, error } = useStage(showId);
  const acts = useStageActs(showId);
  if (state === undefined) return null;
  const parts = { showId, state, acts };
  return (
    // Needed once the standings are frozen; before, the ranking is what the page is for.
    <details className={styles.panel} open={frozenAt !== null || undefined}>
      <summary>{t('panel')}</summary>
      {error !== null && (
        <Alert color="red" role="status">
          {t('late', { reason: errorText(error) })}
        </Alert>
      )}
      <Shown {...parts} hasTeams={hasTeams} />
      <PublicPage {...parts} />
      <RevealPart {...parts} isFrozen={frozenAt !== null} />
    </details>
  );
}

const Part = ({ title, hint, children }: { title: string; hint: string; children: ReactNode }) => (
  <div className={styles.part} role="group" aria-label={title}>
    <h2>{title}</h2>
    <p>{hint}</p>
    <div className={styles.acts}>{children}</div>
  </div>
);

function Shown({ showId, state: { settings, isLinked }, acts, hasTeams }: PartProps & { hasTeams: boolean }) {
  const origin = useJoinOrigin();
  const [key, setKey] = useState<string | null>(null);
  const [isAsked, ask] = useState(false);
  return (
    <Part title={t('stage')} hint={t(isLinked ? 'stageLinked' : 'stageHint')}>
      <Button
        component="a"
        href={`/events/${showId}/stage`}
        target="_blank"
        leftSection={<IconPresentation size={20} aria-hidden />}
      >
        {t('openStage')}
      </Button>
      {(hasTeams || settings.kind === 'teams') && (
        <Select
          label={t('who')}
          allowDeselect={false}
          value={settings.kind}
          disabled={acts.isBusy}
          onChange={(kind) => void acts.save({ kind: kind === 'teams' ? 'teams' : 'players' })}
          data={(['players', 'teams'] as const).map((value) => ({ value, label: t(value) }))}
        />
      )}
      <Select
        label={t('stageBy')}
        allowDeselect={false}
        value={settings.counting}
        disabled={acts.isBusy}
        onChange={(value) => void acts.save({ counting: COUNTINGS.find((one) => one === value) ?? 'points' })}
        data={COUNTINGS.map((value) => ({ value, label: t(`by_${value}`) }))}
      />
      <Button
        variant="default"
        loading={acts.isBusy}
        leftSection={<IconLink size={20} aria-hidden />}
        onClick={() => (isLinked ? ask(true) : void acts.makeLink().then(setKey))}
      >
        {t(isLinked ? 'newLink' : 'makeLink')}
      </Button>
      {isLinked && (
        <Button variant="default" loading={acts.isBusy} onClick={() => void acts.revokeLink()}>
          {t('revokeLink')}
        </Button>
      )}
      <Confirm
        opened={isAsked}
        title={t('newLinkTitle')}
        text={t('newLinkText')}
        yes={t('newLink')}
        onClose={() => ask(false)}
        onYes={() => void acts.makeLink().then(setKey)}
      />
      <Dialog opened={key !== null} onClose={() => setKey(null)} title={t('linkTitle')}>
        {key !== null && (
          <SecretLink link={eventStageLink(origin, showId, key)} qrName={t('linkQr')} note={t('linkNote')} />
        )}
      </Dialog>
    </Part>
  );
}

const OFF = 'off';

function PublicPage({ showId, state: { settings, stage }, acts }: PartProps) {
  const origin = useJoinOrigin();
  const { publicKey } = stage;
  const [isAsked, ask] = useState(false);
  const choose = (value: string | null) => {
    if (value === OFF) ask(true);
    else void acts.save({ publicNames: value === 'full' ? 'full' : 'short' });
  };
  const copy = async (link: string) => {
    if (await copyText(link)) await notify(shared('copied'), 'success');
    else await notify(shared('copyFailed', { link }));
  };
  return (
    <Part title={t('public')} hint={t(publicKey === null ? 'publicOff' : `public_${settings.publicNames ?? 'short'}`)}>
      <Select
        aria-label={t('publicNames')}
        allowDeselect={false}
        value={settings.publicNames ?? OFF}
        disabled={acts.isBusy}
        onChange={choose}
        data={[
          { value: OFF, label: t('names_off') },
          { value: 'short', label: t('names_short') },
          { value: 'full', label: t('names_full') },
        ]}
      />
      {publicKey !== null && (
        <Button
          variant="default"
          leftSection={<IconLink size={20} aria-hidden />}
          onClick={() => void copy(publicLink(origin, showId, publicKey))}
        >
          {shared('copyLink')}
        </Button>
      )}
      <Confirm
        opened={isAsked}
        title={t('publicEndTitle')}
        text={t('publicEndText')}
        yes={t('publicEndYes')}
        onClose={() => ask(false)}
        onYes={() => void acts.save({ publicNames: null })}
      />
    </Part>
  );
}

function RevealPart({ state, acts, isFrozen }: PartProps & { isFrozen: boolean }) {
  const { reveal } = state.stage;
  if (reveal !== null) return <Progress reveal={reveal} acts={acts} />;
  if (!isFrozen)
    return (
      <Part title={t('reveal')} hint={t('revealFrozen')}>
        {null}
      </Part>
    );
  return <Start acts={acts} />;
}

function Start({ acts }: Pick<PartProps, 'acts'>) {
  const [entries, setEntries] = useState('10');
  const [isFresh, setFresh] = useState(true);
  return (
    <Part title={t('reveal')} hint={t('revealHint')}>
      <Select
        label={t('howMany')}
        allowDeselect={false}
        value={entries}
        onChange={(value) => setEntries(value ?? entries)}
        data={HOW_MANY.map((value) => ({ value, label: t('best', { n: value }) }))}
      />
      <Checkbox
        label={t('fresh')}
        checked={isFresh}
        onChange={({ currentTarget }) => setFresh(currentTarget.checked)}
      />
      <Button
        loading={acts.isBusy}
        leftSection={<IconEye size={20} aria-hidden />}
        onClick={() => void acts.reveal({ act: 'start', entries: Number(entries), isFresh })}
      >
        {t('startReveal')}
      </Button>
    </Part>
  );
}

interface ProgressProps extends Pick<PartProps, 'acts'> {
  readonly reveal: NonNullable<StageState['stage']['reveal']>;
}

function Progress({ reveal: { best, next }, acts }: ProgressProps) {
  const [asked, ask] = useState<'all' | 'end' | null>(null);
  const shown = best === null ? t('revealNone') : t('revealedTo', { place: ordinal(best) });
  return (
    <Part title={t('reveal')} hint={next === null ? t('revealDone') : shown}>
      {next !== null && (
        <>
          <Button
            loading={acts.isBusy}
            leftSection={<IconEye size={20} aria-hidden />}
            onClick={() => void acts.reveal({ act: 'next', from: best })}
          >
            {t('revealNext', { place: ordinal(next) })}
          </Button>
          <Button variant="default" disabled={acts.isBusy} onClick={() => ask('all')}>
            {t('revealAll')}
          </Button>
        </>
      )}
      <Button
        variant="default"
        disabled={acts.isBusy}
        onClick={() => (next === null ? void acts.reveal({ act: 'end' }) : ask('end'))}
      >
        {t('revealEnd')}
      </Button>
      <Confirm
        opened={asked !== null}
        title={t(asked === 'end' ? 'endTitle' : 'allTitle')}
        text={t(asked === 'end' ? 'endText' : 'allText')}
        yes={t(asked === 'end' ? 'revealEnd' : 'revealAll')}
        onClose={() => ask(null)}
        onYes={() => asked !== null && void acts.reveal({ act: asked })}
      />
    </Part>
  );
}
