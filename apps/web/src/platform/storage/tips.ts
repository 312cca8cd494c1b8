import { create } from 'zustand';
import { keysAfter, read, remove, write } from './local.js';

/** Off by default. `data-tip="id"` marks the element that a tip is about. */
export const useTips = create<{ wanted: boolean }>(() => ({ wanted: read('tips') !== null }));

export function toggleTips(): void {
  const wanted = !useTips.getState().wanted;
  for (const id of keysAfter('tip-seen.')) remove(`tip-seen.${id}`);
  if (wanted) write('tips', 'on');
  else remove('tips');
  useTips.setState({ wanted });
}

export const tipSeen = (id: string) => read(`tip-seen.${id}`) !== null;
export const keepTipSeen = (id: string) => write(`tip-seen.${id}`, 'yes');
