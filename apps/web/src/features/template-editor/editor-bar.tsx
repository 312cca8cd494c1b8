import { ActionIcon, Button, Loader, Tooltip } from '@mantine/core';
import { TEMPLATE_LIMITS, type TemplateContent } from '@earworm/contracts';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCircleCheck,
  IconCloudOff,
  IconPencil,
} from '@tabler/icons-react';
import { memo, useState } from 'react';
import { Link } from 'react-router-dom';
import type { StoreApi } from 'zustand';
import { useStore } from 'zustand';
import { messageOf } from '../../platform/i18n/t.js';
import { useTranslator } from '../../platform/i18n/texts.js';
import { notify } from '../../platform/notifications/notify.js';
import { StartDialog } from '../../shared/templates/start-dialog.js';
import { withFacts } from './draft.js';
import type { SaveState } from './autosave.js';
import type { Editor } from './editor.js';
import styles from './editor.module.css';
import { t } from './texts.js';
import { TextField } from '../../shared/ui/text-fields.js';

const ICONS: Record<SaveState, React.ReactNode> = {
  saved: <IconCircleCheck size={20} aria-hidden />,
  waiting: <IconPencil size={20} aria-hidden />,
  saving: <Loader size={18} aria-hidden />,
  offline: <IconCloudOff size={20} aria-hidden />,
  conflict: <IconAlertTriangle size={20} aria-hidden />,
  refused: <IconAlertTriangle size={20} aria-hidden />,
};

function SaveNotice({ editor }: { editor: StoreApi<Editor> }) {
  const state = useStore(editor, (each) => each.state);
  const refusal = useStore(editor, (each) => each.refusal);
  const text = refusal ? t('refused', { why: messageOf(refusal.code, refusal.params) }) : t(state);
  // Only states that need attention are announced.
  const isNews = state === 'offline' || state === 'conflict' || state === 'refused';
  return (
    <span className={styles.state} data-state={state} data-testid="save-state">
      {ICONS[state]}
      {text}
      <span className="sr-only" role="status">
        {isNews && text}
      </span>
    </span>
  );
}

interface Props {
  readonly editor: StoreApi<Editor>;
  readonly content: TemplateContent;
  readonly open: number;
}

/** Memoized: typing in a question does not render it. */
export const EditorBar = memo(function EditorBar({ editor, content, open }: Props) {
  useTranslator();
  const title = useStore(editor, ({ timeline }) => timeline.present.facts.title);
  const canUndo = useStore(editor, ({ timeline }) => timeline.past.length > 0);
  const canRedo = useStore(editor, ({ timeline }) => timeline.future.length > 0);
  const isEmpty = useStore(editor, ({ timeline }) =>
    timeline.present.categories.every(({ questions }) => questions.length === 0),
  );
  const { edit, undo, redo } = editor.getState();
  const [starting, setStarting] = useState(false);
  const [saving, setSaving] = useState(false);
  /** A game is created from the saved version. */
  const start = async () => {
    setSaving(true);
    await editor.getState().flush();
    setSaving(false);
    if (content.mine && editor.getState().state !== 'saved') return notify(t('notSaved'), 'error');
    setStarting(true);
  };
  return (
    <header className={styles.bar}>
      <TextField
        className={styles.titleField}
        aria-label={t('title')}
        placeholder={t('titlePlaceholder')}
        maxLength={TEMPLATE_LIMITS.titleLength}
        disabled={!content.mine}
        dir="auto"
        autoComplete="off"
        value={title}
        onChange={(value) => {
          const typed = value;
          edit((draft) => withFacts(draft, { title: typed }), 'title');
        }}
      />
      <div className={styles.tools}>
        <Tooltip label={`${t('undo')} (Ctrl+Z)`}>
          <ActionIcon aria-label={t('undo')} disabled={!canUndo} onClick={undo}>
            <IconArrowBackUp size={22} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={`${t('redo')} (Ctrl+Shift+Z)`}>
          <ActionIcon aria-label={t('redo')} disabled={!canRedo} onClick={redo}>
            <IconArrowForwardUp size={22} />
          </ActionIcon>
        </Tooltip>
        <Button disabled={isEmpty} loading={saving} onClick={() => void start()}>
          {t('startGame')}
        </Button>
        <Button variant="default" component={Link} to={`/library/template/${content.templateId}`}>
          {t('view')}
        </Button>
      </div>
      <div className={styles.states}>
        {content.mine && <SaveNotice editor={editor} />}
        {!(open === 0 && isEmpty) && (
          <span className={styles.open} data-good={open === 0 || undefined}>
            {open === 0 ? t('allGood') : t('toFix', { count: open })}
          </span>
        )}
      </div>
      <StartDialog
        templateId={content.templateId}
        isPublic={content.publishedAt !== null}
        opened={starting}
        onClose={() => setStarting(false)}
      />
    </header>
  );
});
