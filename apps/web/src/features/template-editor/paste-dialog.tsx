import { Button, Modal, Textarea } from '@mantine/core';
import { QUESTIONS_PER_CATEGORY_MAX } from '@earworm/rules';
import { useDeferredValue, useMemo, useState } from 'react';
import { t as shared } from '../../i18n/t.js';
import { blankQuestion, type Category, withCategory, withQuestions } from './draft.js';
import type { Editor } from './editor.js';
import styles from './editor.module.css';
import { readPasted } from './pasted.js';
import { t } from './texts.js';

interface Props {
  readonly category: Category;
  readonly opened: boolean;
  readonly edit: Editor['edit'];
  readonly onClose: () => void;
}

/** More is no list of questions, and would only make the page stand still. */
const LONGEST = 100_000;
const UNKNOWN_SHOWN = 20;

/** Many questions at once. Lines that are none are not thrown away: they stay to be mended. */
export function PasteDialog({ category, opened, edit, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const read = useDeferredValue(typed);
  const lines = useMemo(() => readPasted(read), [read]);
  const found = lines.filter(({ question }) => question !== null);
  const unknown = lines.filter(({ question }) => question === null);
  const room = QUESTIONS_PER_CATEGORY_MAX - category.questions.length;
  const taken = found.slice(0, room);

  const add = () => {
    const questions = [...category.questions];
    for (const { question } of taken) {
      if (question === null) continue;
      const { points, ...rest } = question;
      questions.push(blankQuestion(questions, points === null ? rest : { ...rest, points }));
    }
    const added = questions.slice(category.questions.length);
    edit((draft) => withCategory(draft, category.categoryId, withQuestions(...added)));
    const left = lines.filter((line) => !taken.includes(line));
    setTyped(left.map(({ text }) => text).join('\n'));
    if (left.length === 0) onClose();
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
          {found.length > room && ` ${t('pasteRest', { n: room })}`}
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
}
