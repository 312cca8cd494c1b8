import { lazy, Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { afterFirstPaint } from '../../platform/after-first-paint.js';
import { AdminsOnly } from './notices.js';
import { codeIn, isWholeCode } from './game-code.js';
import { Hero, Steps } from './hero.js';
import { signatureIn } from '../../shared/invite/join-link.js';
import styles from './home-page.module.css';
import { JoinForm } from './join-form.js';
import { ScanForm } from './scan-form.js';
import { Tabs } from '../../shared/ui/tabs.js';
import { t } from './texts.js';
import { useArrival } from './use-arrival.js';

// A phone that joins waits for neither, and joins without them when the network fails.
const loadCreateForm = () => import('./create-form.js');
const CreateForm = lazy(async () => ({ default: (await loadCreateForm()).CreateForm }));
const loadOpenGames = async () => ({ default: (await import('./own-games.js')).OpenGames });
const OpenGames = lazy(() => loadOpenGames().catch(() => ({ default: () => [] })));

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
        <ScanForm key={code} code={code} signature={signatureIn(params)} onFound={onGameFound} />
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
  const [createOpened, setCreateOpened] = useState(isCreating);
  // A failure is reported when the form is opened.
  useEffect(() => void afterFirstPaint(() => void loadCreateForm().catch(() => undefined)), []);
  return (
    <div className={styles.page}>
      {adminPage && <AdminsOnly wanted={adminPage} />}
      <Hero />
      <div>
        <Suspense>
          <OpenGames />
        </Suspense>
        <section className={styles.card} aria-label={t('joinOrCreate')}>
          <Tabs
            initial={isCreating ? 'create' : 'join'}
            onChange={(tab) => setCreateOpened((opened) => opened || tab === 'create')}
            tabs={[
              {
                value: 'join',
                title: t('joinGame'),
                panel: <JoinForm initialCode={initialCode} onFound={onGameFound} />,
              },
              {
                value: 'create',
                title: t('createGame'),
                panel: createOpened && (
                  <Suspense>
                    <CreateForm />
                  </Suspense>
                ),
              },
            ]}
          />
        </section>
      </div>
      <Steps />
    </div>
  );
}
