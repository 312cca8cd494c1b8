import { useState } from 'react';
import { Button, TextInput } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Refusal } from '@earworm/contracts';
import { messageOf } from '../../i18n/message.js';
import { NAME_MAX_LENGTH } from '@earworm/rules';
import { Mark } from '../../ui/mark.js';
import { PageTitle } from '../../ui/page-title.js';
import styles from './name-form.module.css';
import { t } from './t.js';

interface NameFormProps {
  readonly gameCode: string;
  readonly name: string;
  readonly refusal: Refusal | null;
  /** The name of the seat that they have, which the refusal left as it was. */
  readonly seatedAs: string | null;
  onJoin(name: string): void;
  onKeep(): void;
}

/** Asks for the one thing a player needs: a name. */
export function NameForm({ gameCode, name, refusal, seatedAs, onJoin, onKeep }: NameFormProps) {
  const [typed, setTyped] = useState(name);
  const [missing, setMissing] = useState(false);
  const told = missing ? messageOf('name-required') : refusal ? messageOf(refusal.code, refusal.params) : null;

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
