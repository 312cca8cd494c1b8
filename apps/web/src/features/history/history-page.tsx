import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '../../platform/session/session.js';
import { PageFrame } from '../../shared/ui/page-frame.js';
import { GameList } from './game-list.js';
import styles from './history-page.module.css';
import { ResultDialog } from '../../shared/game-result/result-dialog.js';
import { t } from './texts.js';

export function HistoryPage() {
  const userId = useSession((session) => session.user?.id ?? '');
  const [params, setParams] = useSearchParams();
  const [now] = useState(Date.now);
  const gameId = params.get('game');
  const open = (id: string) => setParams({ game: id });
  return (
    <PageFrame title={t('title')} lead={t('lead')}>
      <Tabs defaultValue="own" variant="none" keepMounted={false}>
        <Tabs.List className={styles.tabs}>
          <Tabs.Tab value="own">{t('own')}</Tabs.Tab>
          <Tabs.Tab value="moderated">{t('moderated')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="own">
          <GameList userId={userId} list="own" now={now} onOpen={open} />
        </Tabs.Panel>
        <Tabs.Panel value="moderated">
          <GameList userId={userId} list="moderated" now={now} onOpen={open} />
        </Tabs.Panel>
      </Tabs>
      <ResultDialog gameId={gameId} userId={userId} onClose={() => setParams({})} />
    </PageFrame>
  );
}
