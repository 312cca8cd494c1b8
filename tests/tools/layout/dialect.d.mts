export function dialectIn(path: string, text: string): { path: string; line: number; word: string }[];
