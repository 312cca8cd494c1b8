const KEY = 'earworm.volume';

/** How loud this device plays, 0 to 1: full until somebody changed it. */
export function volumeMark(): number {
  try {
    const kept = Number(localStorage.getItem(KEY) ?? 1);
    return kept >= 0 && kept <= 1 ? kept : 1;
  } catch {
    return 1;
  }
}

export function keepVolume(share: number): void {
  try {
    localStorage.setItem(KEY, String(share));
  } catch {
    // Storage is switched off or full: it stays as loud for as long as the page does.
  }
}
