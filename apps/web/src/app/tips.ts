import { create } from 'zustand';
import { tipsWanted, wantTips } from '../platform/storage/browser-marks.js';

/** Whether this browser wants onboarding tips; off by default. What a tip says to is marked `data-tip="its-id"`. */
export const useTips = create<{ wanted: boolean }>(() => ({ wanted: tipsWanted() }));

export function toggleTips(): void {
  const wanted = !useTips.getState().wanted;
  wantTips(wanted);
  useTips.setState({ wanted });
}
