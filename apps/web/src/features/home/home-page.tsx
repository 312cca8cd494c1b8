import { Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { AdminsOnly } from './notices.js';
import { CreateForm } from './create-form.js';
import { codeIn, isWholeCode } from './game-code.js';
import { OpenGames } from './own-games.js';
import { Hero, Steps } from './hero.js';
import styles from './home-page.module.css';
import { JoinForm } from './join-form.js';
import { ScanForm } from './scan-form.js';
import { t } from './texts.js';
import { useArrival } from './use-arrival.js';

interface Props {
  readonly onGameFound?: (() => void) | undefined;
}

export function HomePage({ onGameFound }: Props) {
  const adminPage = useArrival();
  const [params] = useSearchParams();
  const code = codeIn(params.get('code') ?? '');
  const isScanned = isWholeCode(code) && adminPage === null;
  return (
    <>
      <title>{t('pageTitle')}</title>
      {isScanned ? (
        <ScanForm key={code} code={code} onFound={onGameFound} />
      ) : (
        <Home adminPage={adminPage} initialCode={code} isCreating={params.has('create')} onGameFound={onGameFound} />
      )}
    </>
  );
}

interface HomeProps extends Props {
  readonly adminPage: string | null;
  readonly initialCode: string;
  readonly isCreating: boolean;
}

function Home({ adminPage, initialCode, isCreating, onGameFound }: HomeProps) {
  return (
    <div className={styles.page}>
      {adminPage && <AdminsOnly wanted={adminPage} />}
      <Hero />
      <div>
        <OpenGames />
        <section className={styles.card} aria-label={t('joinOrCreate')}>
          <Tabs defaultValue={isCreating ? 'create' : 'join'} variant="none">
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
