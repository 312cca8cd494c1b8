import { Button, SegmentedControl, Skeleton, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { TEMPLATE_LIMITS, type TemplateSummary } from '@earworm/contracts';
import { CATEGORIES_MAX } from '@earworm/rules';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { http } from '../../platform/http/http.js';
import { errorText } from '../../platform/notifications/notify.js';
import { queries } from '../../platform/http/queries.js';
import { useSession } from '../../platform/session/session.js';
import { Pager } from '../ui/pager.js';
import { type BoardCategory } from '../live/board.js';
import { WhenLate } from '../late/late-notice.js';
import styles from './board-editor.module.css';
import { t } from './texts.js';
import { Dialog } from '../ui/dialog.js';
import { FormError } from '../ui/form.js';
import { TextField } from '../ui/text-fields.js';
import { AddTemplate, titleOf } from './add-template.js';

interface Props {
  readonly opened: boolean;
  readonly categories: readonly BoardCategory[];
  readonly exceptId: string | undefined;
  readonly onClose: () => void;
}

/** Appends the categories of a template to this board. */
export function LoadDialog({ opened, categories, exceptId, onClose }: Props) {
  const [picked, setPicked] = useState<TemplateSummary | null>(null);
  return (
    <Dialog opened={opened} onClose={onClose} title={t('load')} size="lg">
      {/* The setup of a game has no query client of its own. */}
      <QueryClientProvider client={queries}>
        {picked === null ? (
          <TemplateChoice exceptId={exceptId} onPick={setPicked} />
        ) : (
          <AddTemplate
            key={picked.templateId}
            template={picked}
            room={CATEGORIES_MAX - categories.length}
            onBack={() => setPicked(null)}
            onDone={() => {
              setPicked(null);
              onClose();
            }}
          />
        )}
      </QueryClientProvider>
    </Dialog>
  );
}

/** For pages without a query client of their own. */
export function TemplatePicker({ onPick }: { onPick: (template: TemplateSummary) => void }) {
  return (
    <QueryClientProvider client={queries}>
      <TemplateChoice exceptId={undefined} onPick={onPick} />
    </QueryClientProvider>
  );
}

type Shelf = 'mine' | 'library';
const PAUSE_MS = 300;

function TemplateChoice({
  exceptId,
  onPick,
}: {
  exceptId: string | undefined;
  onPick: (template: TemplateSummary) => void;
}) {
  const me = useSession((session) => session.user?.id ?? '');
  const [shelf, setShelf] = useState<Shelf>('mine');
  const [page, setPage] = useState(1);
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, PAUSE_MS);
  const { data, error, refetch } = useQuery({
    queryKey: ['templates', me, 'load', shelf, page, shelf === 'mine' ? '' : q],
    queryFn: () =>
      shelf === 'mine'
        ? http.call('myTemplates', { query: { page } })
        : http.call('browseTemplates', { query: { q, page } }),
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
  const templates = data?.templates.filter(({ templateId }) => templateId !== exceptId) ?? [];
  return (
    <div className={styles.stack}>
      <SegmentedControl<Shelf>
        aria-label={t('loadFrom')}
        fullWidth
        value={shelf}
        data={[
          { value: 'mine', label: t('loadMine') },
          { value: 'library', label: t('loadLibrary') },
        ]}
        onChange={(next) => {
          setShelf(next);
          setPage(1);
        }}
      />
      {shelf === 'library' && (
        <TextField
          label={t('loadSearch')}
          maxLength={100}
          autoComplete="off"
          value={typed}
          onChange={(value) => {
            setTyped(value);
            setPage(1);
          }}
        />
      )}
      {error && (
        <div className={styles.stack}>
          <FormError>{errorText(error)}</FormError>
          <Button variant="default" onClick={() => void refetch()}>
            {t('loadAgain')}
          </Button>
        </div>
      )}
      {!data && !error && (
        <>
          <div role="status" aria-label={t('loadReads')}>
            <Skeleton height={64} mb="sm" />
            <Skeleton height={64} />
          </div>
          <WhenLate />
        </>
      )}
      {data && !error && templates.length === 0 && (
        <p className={styles.hint} role="status">
          {t(shelf === 'mine' ? 'loadNoneMine' : 'loadNoneFound')}
        </p>
      )}
      {!error && templates.length > 0 && (
        <ul className={styles.templates}>
          {templates.map((template) => (
            <li key={template.templateId}>
              <UnstyledButton className={styles.template} onClick={() => onPick(template)}>
                <b dir="auto">{titleOf(template)}</b>
                <span className={styles.hint}>
                  {`${t('categoriesCount', { count: template.categoryCount })} · ${t('questions', { count: template.questionCount })}`}
                </span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      {data && data.total > TEMPLATE_LIMITS.pageSize && (
        <Pager page={page} pages={Math.ceil(data.total / TEMPLATE_LIMITS.pageSize)} onPage={setPage} />
      )}
    </div>
  );
}
