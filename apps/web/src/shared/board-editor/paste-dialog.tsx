import { Button, Textarea } from '@mantine/core';
import { nextPointValue, type QuestionId } from '@earworm/rules';
import { useDeferredValue, useMemo, useState } from 'react';
import { newQuestionId } from '../live/stored-question.js';
import { readStored, useStored } from '../live/stored.js';
import type { TypedQuestion } from '../live/typed-question.js';
import type { BoardCategory, BoardEdit, BoardPort, BoardQuestion } from '../live/board.js';
import styles from './board-editor.module.css';
import { useBoardEditor } from './editor-context.js';
import { LINES_AT_ONCE, type PastedLine, readPasted } from './pasted.js';
import { t } from './texts.js';
import { Dialog } from '../ui/dialog.js';

interface Props {
  readonly category: BoardCategory;
  readonly room: number;
  readonly opened: boolean;
  readonly giveAll: BoardPort['giveAll'];
  /** Opened in forms, because this board accepts them only with an answer. */
  readonly onIncomplete: (typed: readonly TypedQuestion[]) => void;
  readonly onClose: () => void;
}

/** Longer text would block the page. */
const LONGEST = 100_000;
const UNKNOWN_SHOWN = 20;

interface TypedList {
  readonly text: string;
}

export function PasteDialog(props: Props) {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={t('pasteTitle')} size="lg">
      <PasteForm {...props} />
    </Dialog>
  );
}

/** Lines without a question stay for correction. */
function PasteForm({ category, room, giveAll, onIncomplete, onClose }: Props) {
  const { port } = useBoardEditor();
  const key = `paste.${category.id}`;
  const [typed, setTyped] = useState<TypedList>(() => readStored<TypedList>(key) ?? { text: '' });
  const forget = useStored(key, typed);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // By text: a line sent again after a lost answer is one question.
  const [ids] = useState(() => new Map<string, QuestionId>());
  const read = useDeferredValue(typed.text);
  const { lines, unread } = useMemo(() => readPasted(read), [read]);
  const found = lines.filter(({ question }) => question !== null);
  const unknown = lines.filter(({ question }) => question === null);
  const taken = useMemo(() => found.slice(0, room), [found, room]);
  const isIncomplete = ({ question }: PastedLine) => question?.answer === '' && !port.takesIncomplete;
  const incomplete = taken.filter(isIncomplete);

  const write = (text: string) => {
    setTyped({ text });
    setRefusal(null);
  };
  const add = async () => {
    const whole = taken.filter((line) => !isIncomplete(line));
    const questions = asQuestions(category.questions, taken, ids);
    const edits = whole.flatMap((line): BoardEdit[] => {
      const question = questions.get(line);
      return question
        ? [{ type: 'addQuestion', categoryId: category.id, questionId: question.id, question: fieldsOf(question) }]
        : [];
    });
    setBusy(true);
    let done = 0;
    const refused = await giveAll(edits, (count) => void (done = count));
    setBusy(false);
    const added = new Set(refused ? whole.slice(0, done) : taken);
    if (!refused && incomplete.length > 0) {
      onIncomplete(incomplete.flatMap((line) => questions.get(line) ?? []).map(fieldsOf));
    }
    const left = lines.filter((line) => !added.has(line)).map(({ text }) => text);
    const rest = (unread === '' ? left : [...left, unread]).join('\n');
    setTyped({ text: rest });
    setRefusal(refused?.text ?? null);
    if (rest !== '') return;
    ids.clear();
    forget();
    onClose();
  };

  return (
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
        readOnly={busy}
        value={typed.text}
        error={refusal}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <p className={styles.hint} role="status">
        {[
          lines.length > 0 && t('pasteFound', { count: found.length }),
          incomplete.length > 0 && t('pasteIncomplete', { count: incomplete.length }),
          found.length > room && t('pasteRest', { count: room }),
          unread !== '' && t('pasteUnread', { n: LINES_AT_ONCE }),
          typed.text.length >= LONGEST && t('pasteCut', { n: LONGEST }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {unknown.length > 0 && (
        <div>
          <p className={styles.hint}>{t('pasteUnknown', { count: unknown.length })}</p>
          <ul className={styles.unknown}>
            {unknown.slice(0, UNKNOWN_SHOWN).map(({ line, text }, place) => (
              <li key={place} dir="auto">
                {t('pasteLine', { n: line, text: text.slice(0, 120) })}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Button disabled={taken.length === 0} loading={busy} onClick={() => void add()}>
        {t('pasteYes', { count: taken.length })}
      </Button>
    </div>
  );
}

/** Lines without points get the next free value. */
function asQuestions(
  beside: readonly BoardQuestion[],
  lines: readonly PastedLine[],
  ids: Map<string, QuestionId>,
): ReadonlyMap<PastedLine, BoardQuestion> {
  const taken = beside.map(({ points }) => points);
  const questions = new Map<PastedLine, BoardQuestion>();
  lines.forEach(({ text, question }, place) => {
    const line = lines[place];
    if (question === null || line === undefined) return;
    const points = question.points ?? nextPointValue(taken);
    taken.push(points);
    const same = lines.slice(0, place).filter((other) => other.text === text).length;
    const key = `${same} ${text}`;
    const id = ids.get(key) ?? newQuestionId();
    ids.set(key, id);
    questions.set(line, { ...question, id, clipId: null, points });
  });
  return questions;
}

const fieldsOf = ({ id: _id, ...fields }: BoardQuestion) => fields;
