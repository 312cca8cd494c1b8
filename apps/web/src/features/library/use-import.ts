import { newId } from '@earworm/client';
import { type ImportProblem, TEMPLATE_LIMITS } from '@earworm/contracts';
import { useRef, useState } from 'react';
import { http } from '../../platform/http/http.js';
import { tenths } from '../../platform/i18n/numbers.js';
import { errorText } from '../../platform/notifications/notify.js';
import { useReread } from './template-query.js';
import { t } from './texts.js';

export type ImportState =
  | { readonly kind: 'empty' | 'busy' }
  | { readonly kind: 'failed'; readonly text: string }
  | {
      readonly kind: 'refused';
      readonly name: string;
      readonly problems: readonly ImportProblem[];
      readonly total: number;
    }
  | {
      readonly kind: 'imported';
      readonly name: string;
      readonly templateId: string;
      readonly categoryCount: number;
      readonly questionCount: number;
      readonly warnings: readonly ImportProblem[];
      readonly total: number;
    };

const MEGABYTE = 1_000_000;

/** Raw bytes: the library detects the encoding. */
const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsDataURL(file);
  });

export function useImport() {
  const [state, setState] = useState<ImportState>({ kind: 'empty' });
  const reread = useReread();
  // The same file chosen again after a lost answer is one template.
  const unanswered = useRef<{ readonly file: string; readonly templateId: string } | null>(null);
  const take = async (file: File) => {
    const { name, size, lastModified } = file;
    if (size > TEMPLATE_LIMITS.importBytes) {
      const text = t('importTooLarge', { name, size: tenths(size / MEGABYTE) });
      return setState({ kind: 'failed', text });
    }
    setState({ kind: 'busy' });
    const base64 = await base64Of(file).catch(() => null);
    if (base64 === null) return setState({ kind: 'failed', text: t('importUnreadable', { name }) });
    const mark = `${name} ${size} ${lastModified}`;
    if (unanswered.current?.file !== mark) unanswered.current = { file: mark, templateId: newId() };
    try {
      const body = { templateId: unanswered.current.templateId, fileName: name.slice(0, 255), base64 };
      const reply = await http.call('importTemplate', { body });
      unanswered.current = null;
      setState({ ...reply, name });
      await reread();
    } catch (error) {
      setState({ kind: 'failed', text: errorText(error) });
    }
  };
  return { state, take, again: () => setState({ kind: 'empty' }) };
}
