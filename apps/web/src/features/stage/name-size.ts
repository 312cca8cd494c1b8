/** A font size at which a name fills the stage's left side on one line, and no more. */
export const sizeOf = (name: string) => `min(16vh, ${(74 / Math.max(8, [...name].length)).toFixed(2)}vw)`;
