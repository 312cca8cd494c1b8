import { useState } from 'react';
import { Button, TextInput } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { ErrorCode, Refusal } from '@earworm/contracts';
import { messageOf } from '../../platform/i18n/message.js';
import { NAME_MAX_LENGTH } from '@earworm/rules';
import { Mark } from '../../shared/ui/mark.js';
import { PageTitle } from '../../shared/ui/page-title.js';
import styles from './name-form.module.css';
import { t } from '../../shared/game/texts.js';

interface NameFormProps {
  readonly gameCode: string;
  readonly name: string;
  readonly refusal: Refusal | null;
  /** The name of the seat that they have, which the refusal left as it was. */
  readonly seatedAs: string | null;
  readonly moderatorName: string;
  onJoin(name: string): void;
  /** Asks for the seat that has the name. */
  onAsk(name: string): void;
  onKeep(): void;
}

const HELD: ReadonlySet<ErrorCode> = new Set([
  ...(['name-taken', 'name-reserved', 'seat-not-answered', 'too-many-seat-requests', 'limit-seat-requests'] as const),
]);

/** Asks for the one thing a player needs: a name. */
export function NameForm({ gameCode, moderatorName, name, refusal, seatedAs, onJoin, onAsk, onKeep }: NameFormProps) {
  const [typed, setTyped] = useState(name);
  const [missing, setMissing] = useState(false);
  const told = missing ? messageOf('name-required') : refusal ? messageOf(refusal.code, refusal.params) : null;

  // Somebody has the name: perhaps the same person, on another device. Nobody sits in the moderator's.
  const isHeld = refusal !== null && HELD.has(refusal.code) && typed === name && name !== moderatorName;

  return (
    <main className={styles.page}>
      <PageTitle text={t('nameTitle')} />
      <form
        className={styles.form}
        onSubmit={(submit) => {
          submit.preventDefault();
          const said = typed.trim();
          setMissing(said === '');
          if (said !== '') onJoin(said);
        }}
      >
        <Mark className={styles.mark} />
        <h1 className={styles.title}>{t('nameTitle')}</h1>
        <p className={styles.code} aria-label={t('code', { code: gameCode })}>
          {gameCode}
        </p>
        <TextInput
          label={t('nameLabel')}
          placeholder={t('namePlaceholder')}
          value={typed}
          maxLength={NAME_MAX_LENGTH}
          autoComplete="nickname"
          autoFocus
          error={told}
          onChange={(change) => setTyped(change.currentTarget.value)}
        />
        <Button type="submit" fullWidth size="lg">
          {t('join')}
        </Button>
        {isHeld && (
          <Button variant="default" fullWidth onClick={() => onAsk(name)}>
            {t('askForSeat', { moderator: moderatorName })}
          </Button>
        )}
        {seatedAs !== null && (
          <Button variant="default" fullWidth onClick={onKeep}>
            {t('playOnAs', { name: seatedAs })}
          </Button>
        )}
        <Button component={Link} to="/" variant="subtle" fullWidth>
          {t('home')}
        </Button>
      </form>
    </main>
  );
}
