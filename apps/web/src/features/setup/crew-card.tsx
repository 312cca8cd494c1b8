import { Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { type Command, type GameView, membersOf } from '@earworm/rules';
import { useState } from 'react';
import { CrewDialog } from '../../shared/crew/crew-parts.js';
import type { LiveGame } from '../../shared/live/use-game.js';
import { namesOf } from '../../shared/crew/texts.js';
import styles from './setup-desk.module.css';
import { t } from './texts.js';

interface CrewCardProps {
  readonly game: LiveGame;
  readonly view: GameView;
  give(command: Command): Promise<boolean>;
}

export function CrewCard({ game, view, give }: CrewCardProps) {
  const [opened, setOpened] = useState(false);
  const others = membersOf(view).slice(1);
  return (
    <section className={styles.card}>
      <h2 className={styles.cardTitle}>{t('crew')}</h2>
      <p className={styles.hint}>
        {others.length === 0 ? t('crewAlone') : t('crewOf', { names: namesOf(membersOf(view)) })}
      </p>
      <Button variant="default" leftSection={<IconUsersGroup size={20} aria-hidden />} onClick={() => setOpened(true)}>
        {t('crewOpen')}
      </Button>
      <CrewDialog game={game} view={view} give={give} opened={opened} onClose={() => setOpened(false)} />
    </section>
  );
}
