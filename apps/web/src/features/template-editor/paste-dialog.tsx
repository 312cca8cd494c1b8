import { Button, Modal, Textarea } from '@mantine/core';
import { memo, useDeferredValue, useMemo, useState } from 'react';
import { t as shared } from '../../i18n/t.js';
import { useTranslator } from '../../i18n/texts.js';
import { blankQuestion, withCategory, withQuestions } from './draft.js';
import type { Editor } from './editor.js';
import styles from './editor.module.css';
import { LINES_AT_ONCE, readPasted } from './pasted.js';
import { t } from './texts.js';

interface Props {
  readonly categoryId: string;
  /** How many questions the category can still take. */
  readonly room: number;
  readonly opened: boolean;
  readonly edit: Editor['edit'];
  readonly onClose: () => void;
}

/** More is no list of questions, and would only make the page stand still. */
const LONGEST = 100_000;
const UNKNOWN_SHOWN = 20;

/** Many questions at once. Lines that are none are not thrown away: they stay to be mended. */
export const PasteDialog = memo(function PasteDialog({ categoryId, room, opened, edit, onClose }: Props) {
  useTranslator();
  const [typed, setTyped] = useState('');
  const read = useDeferredValue(typed);
  const { lines, unread } = useMemo(() => readPasted(read), [read]);
  const found = lines.filter(({ question }) => question !== null);
  const unknown = lines.filter(({ question }) => question === null);
  const taken = found.slice(0, room);

  const add = () => {
    edit((draft) =>
      withCategory(draft, categoryId, (category) =>
        taken.reduce((grown, { question }) => {
          if (question === null) return grown;
          const { points, ...rest } = question;
          return withQuestions(blankQuestion(grown.questions, points === null ? rest : { ...rest, points }))(grown);
        }, category),
      ),
    );
    const left = lines.filter((line) => !taken.includes(line)).map(({ text }) => text);
    const rest = unread === '' ? left : [...left, unread];
    setTyped(rest.join('\n'));
    if (rest.length === 0) onClose();
  };

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('pasteTitle')}
      size="lg"
      closeButtonProps={{ 'aria-label': shared('close') }}
    >
      <div className={styles.stack}>
        <p className={styles.hint}>{t('pasteLead')}</p>
        <Textarea
          label={t('pasteLabel')}
          placeholder={t('pastePlaceholder')}
          data-autofocus
          autosize
          minRows={6}
          maxRows={14}
          maxLength={LONGEST}
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <p className={styles.hint} role="status">
          {lines.length > 0 && t('pasteFound', { count: found.length })}
          {found.length > room && ` ${t('pasteRest', { count: room })}`}
          {unread !== '' && ` ${t('pasteUnread', { n: LINES_AT_ONCE })}`}
          {typed.length >= LONGEST && ` ${t('pasteCut', { n: LONGEST })}`}
        </p>
        {unknown.length > 0 && (
          <div>
            <p className={styles.hint}>{t('pasteUnknown', { count: unknown.length })}</p>
            <ul className={styles.unknown}>
              {unknown.slice(0, UNKNOWN_SHOWN).map(({ line, text }) => (
                <li key={line} dir="auto">
                  {t('pasteLine', { n: line, text: text.slice(0, 120) })}
                </li>
              ))}
            </ul>
          </div>
        )}
        <Button disabled={taken.length === 0} onClick={add}>
          {t('pasteYes', { count: taken.length })}
        </Button>
      </div>
    </Modal>
  );
});
