import { Anchor } from '@mantine/core';
import { newId } from '@earworm/client';
import { PATHS, RefusedError, TEMPLATE_LIMITS, type TemplateId } from '@earworm/contracts';
import type { CategoryDraft } from '@earworm/rules';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { http } from '../../platform/http/http.js';
import { errorText } from '../../platform/notifications/notify.js';
import { type ConfirmedList, ListImport } from '../../shared/list-import/list-import.js';
import { Dialog } from '../../shared/ui/dialog.js';
import styles from './library.module.css';
import { useReread } from './template-query.js';
import { t } from './texts.js';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Of the JSON of one request: at three bytes each it is within what the server accepts. */
const PAGE_CHARACTERS = 80_000;

function pagesOf(categories: readonly CategoryDraft[]): CategoryDraft[][] {
  const pages: CategoryDraft[][] = [];
  let left = 0;
  for (const category of categories) {
    const { length } = JSON.stringify(category);
    if (length > left || pages.length === 0) {
      pages.push([]);
      left = PAGE_CHARACTERS;
    }
    pages.at(-1)?.push(category);
    left -= length;
  }
  return pages;
}

/** A list as a new template, which opens in the editor. */
export function ImportDialog({ opened, onClose }: Props) {
  const navigate = useNavigate();
  const reread = useReread();
  // Sent again after a lost answer, it is one template.
  const [templateId] = useState(() => newId() as TemplateId);
  const create = async ({ categories, name, facts }: ConfirmedList) => {
    const title = (facts?.title || name || t('importedTitle')).slice(0, TEMPLATE_LIMITS.titleLength);
    const plain = { description: '', language: null, tags: [], ...facts, title };
    // Only an exported template may be larger than one that can be made.
    const [first = [], ...rest] = facts === null ? [[...categories]] : pagesOf(categories);
    try {
      let { version } = await http.call('createTemplate', {
        body: { templateId, facts: plain, categories: [...first] },
      });
      const order = first.map(({ categoryId }) => categoryId);
      for (const [n, changed] of rest.entries()) {
        order.push(...changed.map(({ categoryId }) => categoryId));
        const body = { saveId: `${templateId}-${n}`, basedOn: version, order: [...order], changed, isImport: true };
        ({ version } = await http.call('saveTemplate', { params: { templateId }, body }));
      }
      await reread();
      return null;
    } catch (error) {
      return { code: error instanceof RefusedError ? error.code : 'internal', text: errorText(error) };
    }
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={t('importTitle')} size="xl">
      <div className={styles.stack}>
        <ListImport
          storageKey="list.import"
          takesIncomplete
          onConfirm={create}
          onDone={() => void navigate(`/template/edit/${templateId}`)}
        />
        <Anchor href={PATHS.templateSchema.path} target="_blank" rel="noopener">
          {t('schema')}
        </Anchor>
      </div>
    </Dialog>
  );
}
