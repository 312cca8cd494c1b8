import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '../../platform/session/session.js';
import { PageFrame } from '../../shared/ui/page-frame.js';
import { GameList } from './game-list.js';
import styles from './history-page.module.css';
import { ResultDialog } from '../../shared/game-result/result-dialog.js';
import { Tabs } from '../../shared/ui/tabs.js';
import { t } from './texts.js';

export function HistoryPage() {
  const userId = useSession((session) => session.user?.id ?? '');
  const [params, setParams] = useSearchParams();
  const [now] = useState(Date.now);
  const gameId = params.get('game');
  const open = (id: string) => setParams({ game: id });
  return (
    <PageFrame title={t('title')} lead={t('lead')}>
      <Tabs
        className={styles.tabs}
        keepsPanels={false}
        tabs={[
          {
            value: 'own',
            title: t('own'),
            panel: <GameList userId={userId} list="own" now={now} onOpen={open} />,
          },
          {
            value: 'moderated',
            title: t('moderated'),
            panel: <GameList userId={userId} list="moderated" now={now} onOpen={open} />,
          },
        ]}
      />
      <ResultDialog gameId={gameId} userId={userId} onClose={() => setParams({})} />
    </PageFrame>
  );
}
