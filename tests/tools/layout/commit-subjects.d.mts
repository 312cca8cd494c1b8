export declare const LONGEST_SUBJECT: number;
export function longSubjects(cwd: string, base?: string): string[] | null;
