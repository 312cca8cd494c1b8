import { newId } from '@earworm/client';
import { type ImportProblem, TEMPLATE_LIMITS } from '@earworm/contracts';
import { useState } from 'react';
import { http } from '../../app/http.js';
import { sayError } from '../../app/notify.js';
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

/** The file's bytes as they are: the library finds out their encoding. */
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
  const take = async (file: File) => {
    const { name, size } = file;
    if (size > TEMPLATE_LIMITS.importBytes) {
      const text = t('importTooLarge', { name, size: (size / MEGABYTE).toFixed(1) });
      return setState({ kind: 'failed', text });
    }
    setState({ kind: 'busy' });
    try {
      const body = { templateId: newId(), fileName: name.slice(0, 255), base64: await base64Of(file) };
      const reply = await http.call('importTemplate', { body });
      setState({ ...reply, name });
      await reread();
    } catch (error) {
      setState({ kind: 'failed', text: sayError(error) });
    }
  };
  return { state, take, again: () => setState({ kind: 'empty' }) };
}
