import { Button, SegmentedControl, Skeleton, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { newId } from '@earworm/client';
import { TEMPLATE_LIMITS, type TemplateContent, type TemplateId, type TemplateSummary } from '@earworm/contracts';
import { CATEGORIES_MAX, type CategoryId, type QuestionId } from '@earworm/rules';
import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { http } from '../../platform/http/http.js';
import { notify, sayError } from '../../platform/notifications/notify.js';
import { queries } from '../../platform/http/queries.js';
import { useSession } from '../../platform/session/session.js';
import { Pager } from '../ui/pager.js';
import { type BoardCategory, type BoardEdit, isComplete } from '../live/board.js';
import styles from './board-editor.module.css';
import { nameOf } from './board-cards.js';
import { useBoardEditor } from './editor-context.js';
import { t } from './texts.js';
import { Dialog } from '../ui/dialog.js';
import { FormError, TextField } from '../ui/form.js';

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
          <Choice exceptId={exceptId} onPick={setPicked} />
        ) : (
          <Loading
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

type Shelf = 'mine' | 'library';
const titleOf = ({ title }: Pick<TemplateSummary, 'title'>) => title || t('untitled');
const PAUSE_MS = 300;

function Choice({ exceptId, onPick }: { exceptId: string | undefined; onPick: (template: TemplateSummary) => void }) {
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
          <FormError>{sayError(error)}</FormError>
          <Button variant="default" onClick={() => void refetch()}>
            {t('loadAgain')}
          </Button>
        </div>
      )}
      {!data && !error && (
        <div role="status" aria-label={t('loadReads')}>
          <Skeleton height={64} mb="sm" />
          <Skeleton height={64} />
        </div>
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

interface LoadingProps {
  readonly template: TemplateSummary;
  readonly room: number;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** With new ids: sent twice after a lost answer, everything is added once. */
interface Plan {
  readonly edits: readonly BoardEdit[];
  readonly categories: number;
  readonly questions: number;
  readonly left: number;
}

function planOf({ categories }: TemplateContent, takesIncomplete: boolean): Plan {
  const taken = categories.map((category, index) => ({
    id: newId() as CategoryId,
    name: nameOf(category, index),
    questions: category.questions.filter((question) => takesIncomplete || isComplete(question)),
  }));
  const edits = taken.flatMap(({ id: categoryId, name, questions }): BoardEdit[] => [
    { type: 'addCategory', categoryId, name },
    ...questions.map(({ questionId: _questionId, ...question }): BoardEdit => ({
      type: 'addQuestion',
      categoryId,
      questionId: newId() as QuestionId,
      question,
    })),
  ]);
  const all = categories.reduce((sum, { questions }) => sum + questions.length, 0);
  const count = edits.length - taken.length;
  return { edits, categories: taken.length, questions: count, left: all - count };
}

function Loading({ template, room, onBack, onDone }: LoadingProps) {
  const { port } = useBoardEditor();
  const queries = useQueryClient();
  const { templateId, mine } = template;
  const title = titleOf(template);
  const [plan, setPlan] = useState<Plan | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(0);
  // The answers of another user's template are visible only in a copy. The same id creates one copy.
  const [copyId] = useState(() => newId() as TemplateId);

  const read = async (): Promise<Plan> => {
    if (!mine) {
      await http.call('copyTemplate', { params: { templateId }, body: { copyId } });
      await queries.invalidateQueries({ queryKey: ['templates'] });
    }
    const params = { templateId: mine ? templateId : copyId };
    return planOf(await http.call('readTemplateContent', { params }), port.takesIncomplete);
  };
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setRefusal(null);
    try {
      await work();
    } catch (error) {
      setRefusal(sayError(error));
    }
    setBusy(false);
  };
  const check = (wanted: Plan): string | null => {
    if (wanted.categories === 0) return t('loadEmpty');
    return wanted.categories > room ? t('loadFull', { n: CATEGORIES_MAX }) : null;
  };
  const load = () =>
    attempt(async () => {
      const wanted = plan ?? (await read());
      setPlan(wanted);
      // Categories added before a refusal count already.
      const problem = done === 0 ? check(wanted) : null;
      if (problem !== null) return setRefusal(problem);
      const refused = await port.giveAll(wanted.edits.slice(done), (count) => setDone(done + count));
      if (refused) return setRefusal(refused.text);
      await notify(t('loaded', { title, count: wanted.questions }), 'success');
      onDone();
    });
  // Shows what will be added.
  useEffect(() => {
    if (!mine) return;
    let gone = false;
    http.call('readTemplateContent', { params: { templateId } }).then(
      (content) => !gone && setPlan(planOf(content, port.takesIncomplete)),
      (error: unknown) => !gone && setRefusal(sayError(error)),
    );
    return () => void (gone = true);
  }, [mine, templateId, port]);

  return (
    <div className={styles.stack}>
      <h3 className={styles.templateTitle} dir="auto">
        {title}
      </h3>
      <p className={styles.hint}>
        {t('loadAdds', {
          categories: t('categoriesCount', { count: plan?.categories ?? template.categoryCount }),
          questions: t('questions', { count: plan?.questions ?? template.questionCount }),
        })}
        {plan !== null && plan.left > 0 && ` ${t('loadLeaves', { count: plan.left })}`}
        {!mine && ` ${t('loadCopies')}`}
      </p>
      <p className={styles.hint} role="status">
        {plan !== null && done > 0 && t('loadAt', { done, total: plan.edits.length })}
      </p>
      <FormError>{refusal}</FormError>
      <div className={styles.actions}>
        <Button variant="default" disabled={busy} onClick={onBack}>
          {t('loadBack')}
        </Button>
        <Button data-autofocus loading={busy} onClick={() => void load()}>
          {t(done > 0 ? 'loadRest' : 'loadYes')}
        </Button>
      </div>
    </div>
  );
}
