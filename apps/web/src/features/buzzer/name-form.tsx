import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ErrorCode, Refusal } from '@earworm/contracts';
import { messageOf } from '../../platform/i18n/t.js';
import { textsOf } from '../../platform/i18n/texts.js';
import { SpelledCode } from '../../shared/invite/code-badge.js';
import { Mark } from '../../shared/ui/mark.js';
import { PageTitle } from '../../shared/ui/page.js';
import styles from './name-form.module.css';
import { t as gameText } from '../../shared/game/texts.js';
import { Form } from '../../shared/ui/form.js';
import { NameField } from '../../shared/ui/name-field.js';
import { StorageNote } from '../../shared/ui/storage-note.js';
import { Button } from '../../shared/controls/button.js';

const t = textsOf('nameForm', {
  nameTitle: 'Join the game',
  nameLabel: 'Your name',
  namePlaceholder: 'Shown to everyone in the game',
  join: 'Join',
  joinAs: 'Join as {{name}}',
  playOnAs: 'Continue as {{name}}',
  askToComeBack: 'Ask {{moderator}} to let you back in',
  askForSeat: 'That’s my seat: ask {{moderator}}',
});

interface NameFormProps {
  readonly gameCode: string;
  readonly name: string;
  readonly refusal: Refusal | null;
  /** The player's current seat, which the refusal did not change. */
  readonly seatedAs: string | null;
  readonly moderatorName: string;
  /** By the moderator, who can take the player back while joining is locked. */
  readonly wasRemoved: boolean;
  onJoin(name: string): void;
  onAsk(name: string): void;
  onKeep(): void;
}

/** Refusals of a name that has a seat, or may have one: a locked game is asked for it from a new phone. */
const HELD: readonly ErrorCode[] = [
  'joining-locked',
  'name-taken',
  'name-reserved',
  'seat-not-answered',
  'too-many-seat-requests',
  'limit-seat-requests',
];

export function NameForm(props: NameFormProps) {
  const { gameCode, moderatorName, name, refusal, seatedAs, wasRemoved, onJoin, onAsk, onKeep } = props;
  const [typed, setTyped] = useState(name);
  const [missing, setMissing] = useState(false);
  const error = missing ? messageOf('name-required') : refusal ? messageOf(refusal.code, refusal.params) : null;

  const isModerators = name.toLowerCase() === moderatorName.toLowerCase();
  const isHeld = refusal !== null && HELD.includes(refusal.code) && typed === name;

  const proposal = refusal?.params?.['proposal'];

  const submit = () => {
    const wanted = typed.trim();
    setMissing(wanted === '');
    if (wanted !== '') onJoin(wanted);
  };

  return (
    <main className={styles.page}>
      <PageTitle text={t('nameTitle')} />
      <Form className={styles.form} onSubmit={submit}>
        <Mark className={styles.mark} />
        <h1 className={styles.title}>{t('nameTitle')}</h1>
        <p className={styles.code}>
          <SpelledCode code={gameCode} />
        </p>
        <NameField
          label={t('nameLabel')}
          placeholder={t('namePlaceholder')}
          value={typed}
          autoFocus
          error={error}
          onChange={setTyped}
        />
        <StorageNote audience="player" />
        {isHeld && typeof proposal === 'string' && (
          <Button variant="light" fullWidth size="lg" onClick={() => onJoin(proposal)}>
            {t('joinAs', { name: proposal })}
          </Button>
        )}
        <Button type="submit" fullWidth size="lg">
          {t('join')}
        </Button>
        {/* Perhaps the same person on another device. The moderator's name has no seat. */}
        {isHeld && !isModerators && (
          <Button variant="default" fullWidth onClick={() => onAsk(name)}>
            {t(wasRemoved ? 'askToComeBack' : 'askForSeat', { moderator: moderatorName })}
          </Button>
        )}
        {seatedAs !== null && (
          <Button variant="default" fullWidth onClick={onKeep}>
            {t('playOnAs', { name: seatedAs })}
          </Button>
        )}
        <Button component={Link} to="/" variant="subtle" fullWidth>
          {gameText('home')}
        </Button>
      </Form>
    </main>
  );
}
