import { useState } from 'react';
import type { GameView, TeamView } from '@earworm/rules';
import { messageOf } from '../../platform/i18n/t.js';
import { textsOf, useTranslator } from '../../platform/i18n/texts.js';
import { Button } from '../../shared/controls/button.js';
import type { LiveGame } from '../../shared/live/use-game.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Form } from '../../shared/ui/form.js';
import { NameField } from '../../shared/ui/name-field.js';
import styles from './captain-strip.module.css';

const t = textsOf('captain', {
  captain: 'Captain',
  youAre: 'You are the captain',
  youPick: 'When it is your team’s turn, you pick.',
  rename: 'Rename team',
  name: 'Name of your team',
  save: 'Save',
});

interface Props {
  readonly view: Pick<GameView, 'status' | 'settings' | 'current'>;
  readonly team: TeamView;
  readonly send: LiveGame['send'];
}

/** On the captain's phone. Where new names are checked, the moderator names teams, and of an event its organisers may. */
export function CaptainStrip({ view, team, send }: Props) {
  useTranslator();
  const [isNaming, setNaming] = useState(false);
  // The buzzer is below.
  const question = view.current?.questionId ?? null;
  const [before, setBefore] = useState(question);
  if (question !== before) {
    setBefore(question);
    setNaming(false);
  }
  return (
    <section className={styles.strip} aria-label={t('captain')} data-playing={view.status === 'playing' || undefined}>
      <p className={styles.text}>
        <b>{t('youAre')}</b> {view.status === 'setup' && <span>{t('youPick')}</span>}
      </p>
      {view.settings.nameReview !== 'on' && !team.fixed && (
        <Button size="sm" variant="default" onClick={() => setNaming(true)}>
          {t('rename')}
        </Button>
      )}
      <Dialog opened={isNaming} onClose={() => setNaming(false)} title={t('rename')} size="sm">
        <Naming team={team} send={send} onDone={() => setNaming(false)} />
      </Dialog>
    </section>
  );
}

function Naming({ team, send, onDone }: Pick<Props, 'team' | 'send'> & { onDone: () => void }) {
  const [name, setName] = useState(team.name);
  const [refusal, setRefusal] = useState<string | null>(null);
  const save = async () => {
    const answer = await send({ type: 'nameOwnTeam', name });
    if (answer.ok) onDone();
    else setRefusal(messageOf(answer.code, answer.params));
  };
  return (
    <Form onSubmit={save}>
      <NameField
        label={t('name')}
        value={name}
        error={refusal}
        autoComplete="off"
        data-autofocus
        onChange={(typed) => {
          setName(typed);
          setRefusal(null);
        }}
      />
      <Button type="submit" fullWidth className={styles.save} disabled={name.trim() === ''}>
        {t('save')}
      </Button>
    </Form>
  );
}
