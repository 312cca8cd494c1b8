import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { AdminsOnly } from './notices.js';
import { CreateForm } from './create-form.js';
import { codeIn } from './game-code.js';
import { OpenGames } from './own-games.js';
import { Hero, Steps } from './hero.js';
import styles from './home-page.module.css';
import { JoinForm } from './join-form.js';
import { t } from './texts.js';
import { useArrival } from './use-arrival.js';

interface Props {
  readonly onGameFound?: () => void;
}

export function HomePage({ onGameFound }: Props) {
  const adminPage = useArrival();
  const [params] = useSearchParams();
  const [initialCode] = useState(() => codeIn(params.get('code') ?? ''));
  return (
    <div className={styles.page}>
      <title>{t('pageTitle')}</title>
      {adminPage && <AdminsOnly wanted={adminPage} />}
      <Hero />
      <div>
        <OpenGames />
        <section className={styles.card} aria-label={t('joinOrCreate')}>
          <Tabs defaultValue={params.has('create') ? 'create' : 'join'} variant="none">
            <Tabs.List grow>
              <Tabs.Tab value="join">{t('joinGame')}</Tabs.Tab>
              <Tabs.Tab value="create">{t('createGame')}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="join">
              <JoinForm initialCode={initialCode} onFound={onGameFound} />
            </Tabs.Panel>
            <Tabs.Panel value="create">
              <CreateForm />
            </Tabs.Panel>
          </Tabs>
        </section>
      </div>
      <Steps />
    </div>
  );
}
