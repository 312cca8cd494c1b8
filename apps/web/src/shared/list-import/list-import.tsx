import { Button, FileButton, NativeSelect, Textarea } from '@mantine/core';
import type { TemplateFacts } from '@earworm/contracts';
import type { CategoryDraft, CategoryId } from '@earworm/rules';
import { type DragEvent, useMemo, useRef, useState } from 'react';
import type { Refusal } from '../live/board.js';
import { FormError } from '../ui/form.js';
import { ColumnsChoice } from './columns-choice.js';
import { type Encoding, ENCODINGS } from './encodings.js';
import styles from './list-import.module.css';
import { ListNotes, ListProblem } from './list-notes.js';
import { ListPreview } from './list-preview.js';
import { t } from './texts.js';
import { TEXT_MAX, useList } from './use-list.js';
import { useRows } from './use-rows.js';

export interface ConfirmedList {
  readonly categories: readonly CategoryDraft[];
  readonly questions: number;
  /** Of the file, empty for a pasted list. */
  readonly name: string;
  /** Of a JSON file. */
  readonly facts: TemplateFacts | null;
}

interface Props {
  readonly storageKey: string;
  readonly takesIncomplete: boolean;
  /** The category that the list is for; otherwise it says itself, or the file's name does. */
  readonly into?: { readonly categoryId: CategoryId; readonly name: string; readonly points: readonly number[] };
  /** The refusal, or null when all of it was added. */
  readonly onConfirm: (list: ConfirmedList) => Promise<Refusal | null>;
  readonly onDone: () => void;
}

const FILES = '.csv,.tsv,.txt,.json,text/csv,text/plain,application/json';

/** One importer for every list: pasted, CSV or JSON. Nothing is added before it is confirmed. */
export function ListImport({ storageKey, takesIncomplete, into, onConfirm, onDone }: Props) {
  const source = useList(storageKey);
  const { reading } = source;
  const own = source.name || t('songs');
  const target = useMemo(() => ({ category: into?.name ?? own, into }), [into, own]);
  const isText = reading?.kind === 'read' && reading.table === null && reading.facts === null;
  const list = useRows({ rows: source.rows, target, takesIncomplete, isText });
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [over, setOver] = useState(false);
  const read = reading?.kind === 'read' ? reading : null;
  const questions = list.placed.places.size;
  const rows = list.rows.filter(({ categoryOnly }) => !categoryOnly);
  const refused = refusal === null ? undefined : list.rows.find(({ id }) => id === refusal.id);

  const confirm = async () => {
    setBusy(true);
    const categories = list.placed.lists;
    const answer = await onConfirm({ categories, questions, name: source.name, facts: read?.facts ?? null });
    setBusy(false);
    setRefusal(answer);
    if (answer !== null) return;
    source.forget();
    onDone();
  };
  // Browsers do not report the same file chosen twice, which may have been fixed in between.
  const forgetChoice = useRef<() => void>(null);
  const take = (file: File | null | undefined) => {
    if (!file) return;
    setRefusal(null);
    void source.take(file);
    forgetChoice.current?.();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };

  return (
    <div
      className={styles.import}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {read === null && <p className={styles.hint}>{t('lead')}</p>}
      {source.file === null ? (
        <Textarea
          label={t('paste')}
          placeholder={t('placeholder')}
          data-autofocus
          autosize
          minRows={read === null ? 5 : 2}
          maxRows={read === null ? 8 : 2}
          maxLength={TEXT_MAX}
          spellCheck={false}
          dir="auto"
          wrap="off"
          readOnly={busy}
          value={source.text}
          description={source.text.length >= TEXT_MAX ? t('cut', { n: TEXT_MAX }) : undefined}
          onChange={(event) => {
            setRefusal(null);
            source.type(event.currentTarget.value);
          }}
        />
      ) : (
        <p className={styles.file} dir="auto">
          {source.file.name}
        </p>
      )}
      <div className={styles.pick}>
        <FileButton resetRef={forgetChoice} accept={FILES} onChange={take}>
          {(props) => (
            <Button variant="default" {...props}>
              {t(source.file === null ? 'pick' : 'pickOther')}
            </Button>
          )}
        </FileButton>
        {source.file === null ? (
          <span className={styles.hint}>{t('drop')}</span>
        ) : (
          <Button variant="subtle" onClick={source.dropFile}>
            {t('removeFile')}
          </Button>
        )}
      </div>
      <FormError>{source.problem}</FormError>
      <ListProblem reading={reading} />
      {read !== null && (
        <>
          <ListNotes notes={read.notes} />
          {read.encoding !== null && (
            <NativeSelect
              label={t('encoding')}
              description={t('encodingHint')}
              data={ENCODINGS.map((value) => ({ value, label: t(`e_${value}`) }))}
              value={read.encoding}
              onChange={(event) => source.chooseEncoding(event.currentTarget.value as Encoding)}
            />
          )}
          {read.table !== null && source.columns !== null && (
            <ColumnsChoice
              key={read.table.columns.map(({ heading, role }) => heading + role).join('\t')}
              columns={source.columns}
              rows={read.table.rows}
              onChoose={source.chooseColumns}
            />
          )}
        </>
      )}
      <p className={styles.found} role="status">
        {source.isReading && t('reading')}
        {read !== null &&
          [t('found', { count: rows.length }), rows.length > questions && t('left', { count: rows.length - questions })]
            .filter(Boolean)
            .join(' · ')}
      </p>
      {read !== null && (
        <>
          <ListPreview list={list} refusal={refusal} hasCategories={into === undefined} />
          <div className={styles.confirm}>
            <FormError>
              {refusal &&
                (refused === undefined ? refusal.text : t('refusedRow', { n: refused.line, text: refusal.text }))}
            </FormError>
            {questions === 0 && rows.length > 0 && <p className={styles.hint}>{t('noneFound')}</p>}
            <Button fullWidth disabled={list.placed.lists.length === 0} loading={busy} onClick={() => void confirm()}>
              {t('yes', { count: questions })}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
