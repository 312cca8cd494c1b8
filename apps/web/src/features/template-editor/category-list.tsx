import { Button, UnstyledButton } from '@mantine/core';
import { CATEGORIES_MAX } from '@earworm/rules';
import { IconPlus } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useRef } from 'react';
import { useTranslator } from '../../i18n/texts.js';
import { addCategory, blankCategory, type Category, moveCategory } from './draft.js';
import type { Editor } from './editor.js';
import styles from './editor.module.css';
import { openIn } from './problems.js';
import { Sorting, useGrip } from './sorting.js';
import { t } from './texts.js';

const ROW_PX = 58;

export const nameOf = ({ name }: Pick<Category, 'name'>, index: number) =>
  name.trim() || t('unnamed', { n: index + 1 });

interface RowProps {
  readonly category: Category;
  readonly index: number;
  readonly picked: boolean;
  readonly top: number;
  readonly onPick: (categoryId: string) => void;
  readonly edit: Editor['edit'];
}

const Row = memo(function Row({ category, index, picked, top, onPick, edit }: RowProps) {
  useTranslator();
  const { categoryId, questions } = category;
  const name = nameOf(category, index);
  const open = openIn(category);
  const { place, style, handle } = useGrip(categoryId, t('dragCategory', { name }), (by) =>
    edit((draft) => moveCategory(draft, categoryId, index + by)),
  );
  return (
    <li ref={place} className={styles.row} style={{ ...style, top, height: ROW_PX }} data-picked={picked || undefined}>
      {handle}
      <UnstyledButton
        className={styles.rowButton}
        aria-current={picked || undefined}
        onClick={() => onPick(categoryId)}
      >
        <span className={styles.rowName} dir="auto">
          {name}
        </span>
        <span className={styles.rowCount}>
          {t('questionsCount', { count: questions.length })}
          {open > 0 && <b>{` · ${t('toFix', { count: open })}`}</b>}
        </span>
      </UnstyledButton>
    </li>
  );
});

interface Props {
  readonly categories: readonly Category[];
  readonly picked: string | null;
  readonly onPick: (categoryId: string) => void;
  readonly edit: Editor['edit'];
}

/** The board's columns. Only those in sight are drawn: two hundred scroll like ten. */
export const CategoryList = memo(function CategoryList({ categories, picked, onPick, edit }: Props) {
  useTranslator();
  const frame = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: categories.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => categories[index]?.categoryId ?? index,
    overscan: 8,
  });
  const index = categories.findIndex(({ categoryId }) => categoryId === picked);
  useEffect(() => {
    if (index >= 0) rows.scrollToIndex(index, { align: 'auto' });
  }, [index, rows]);
  const isFull = categories.length >= CATEGORIES_MAX;
  const add = () => {
    const category = blankCategory();
    edit((draft) => addCategory(draft, category));
    onPick(category.categoryId);
  };
  const ids = categories.map(({ categoryId }) => categoryId as string);
  return (
    <section className={styles.list} aria-label={t('categories')}>
      <div className={styles.listHead}>
        <h2>{t('categories')}</h2>
        <span className={styles.hint}>{t('categoriesCount', { count: categories.length })}</span>
      </div>
      {categories.length === 0 ? (
        <p className={styles.hint}>{t('noCategoriesHint')}</p>
      ) : (
        <div ref={frame} className={styles.frame} tabIndex={-1}>
          <Sorting
            ids={ids}
            nameOf={(id) => {
              const at = ids.indexOf(id);
              const category = categories[at];
              return category ? nameOf(category, at) : '';
            }}
            onMove={(id, to) => edit((draft) => moveCategory(draft, id, to))}
          >
            <ul className={styles.rows} style={{ height: rows.getTotalSize() }}>
              {rows.getVirtualItems().map(({ index: at, start }) => {
                const category = categories[at];
                return (
                  category && (
                    <Row
                      key={category.categoryId}
                      category={category}
                      index={at}
                      top={start}
                      picked={category.categoryId === picked}
                      onPick={onPick}
                      edit={edit}
                    />
                  )
                );
              })}
            </ul>
          </Sorting>
        </div>
      )}
      <Button variant="light" leftSection={<IconPlus size={20} aria-hidden />} disabled={isFull} onClick={add}>
        {t('addCategory')}
      </Button>
      {isFull && <p className={styles.hint}>{t('full', { n: CATEGORIES_MAX })}</p>}
    </section>
  );
});
