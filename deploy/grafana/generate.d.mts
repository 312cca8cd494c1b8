export const DASHBOARDS: Readonly<Record<string, { readonly uid: string }>>;
export const textOf: (board: { readonly uid: string }) => string;
