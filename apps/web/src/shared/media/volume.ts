const KEY = 'earworm.volume';

/** 0 to 1. */
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
    // For this page only.
  }
}
