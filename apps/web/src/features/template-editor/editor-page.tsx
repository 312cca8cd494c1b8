import { Button, Skeleton } from '@mantine/core';
import { RefusedError, type TemplateContent } from '@earworm/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { http } from '../../platform/http/http.js';
import { errorText } from '../../platform/notifications/notify.js';
import { useSession } from '../../platform/session/session.js';
import { EmptyState } from '../../shared/ui/empty-state.js';
import { PageTitle } from '../../shared/ui/page.js';
import { createEditor } from './editor.js';
import { EditorDesk } from './editor-desk.js';
import { WhenLate } from '../../shared/late/late-notice.js';
import styles from './editor.module.css';
import { type DraftStore, draftStoreFor } from './stored-drafts.js';
import { t } from './texts.js';

const NOTHING_KEPT: DraftStore = { left: [], write: () => false, forget: () => undefined, close: () => undefined };

interface Opened {
  readonly content: TemplateContent;
  readonly keeper: DraftStore;
}

async function openEditor(templateId: string): Promise<Opened> {
  const content = await http.call('readTemplateContent', { params: { templateId } });
  return { content, keeper: content.mine ? await draftStoreFor(templateId) : NOTHING_KEPT };
}

function Editing({ content, keeper }: Opened) {
  const { templateId } = content;
  const editor = useMemo(() => {
    const params = { templateId };
    return createEditor(content, {
      load: () => http.call('readTemplateContent', { params }),
      save: (body) => http.call('saveTemplate', { params, body }),
      keeper,
    });
  }, [content, keeper, templateId]);
  useEffect(() => {
    const flush = () => void editor.getState().flush();
    const hidden = () => document.visibilityState === 'hidden' && flush();
    addEventListener('online', flush);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      removeEventListener('online', flush);
      document.removeEventListener('visibilitychange', hidden);
      editor.getState().stop();
    };
  }, [editor]);
  return <EditorDesk editor={editor} content={content} />;
}

export function EditorPage() {
  const { templateId = '' } = useParams();
  const me = useSession((session) => session.user?.id ?? '');
  // Read once per visit: from then on the editor knows what is saved.
  const [visit] = useState(Date.now);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['template-content', me, templateId, visit],
    queryFn: () => openEditor(templateId),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (data) return <Editing key={data.content.templateId} {...data} />;
  const isGone =
    error instanceof RefusedError && ['template-not-found', 'template-not-yours', 'bad-request'].includes(error.code);
  return (
    <div className={styles.page}>
      <PageTitle text={t('page')} />
      <h1 className="sr-only">{t('page')}</h1>
      {isPending ? (
        <>
          <div role="status" aria-label={t('loading')}>
            <Skeleton height={60} mb="lg" />
            <Skeleton height={420} radius="lg" />
          </div>
          <WhenLate />
        </>
      ) : (
        <EmptyState
          title={
            error instanceof RefusedError && error.code === 'bad-request'
              ? errorText(new RefusedError('template-not-found'))
              : errorText(error)
          }
          hint={isGone ? t('notFoundHint') : t('failedHint')}
          action={
            isGone ? (
              <Button component={Link} to="/my-templates">
                {t('toMine')}
              </Button>
            ) : (
              <Button onClick={() => void refetch()}>{t('tryAgain')}</Button>
            )
          }
        />
      )}
    </div>
  );
}
