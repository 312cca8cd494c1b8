import { type Route, type RouteName, ROUTES } from '@earworm/contracts';

const posts = (Object.entries(ROUTES) as [RouteName, Route][]).filter(([, { method }]) => method === 'POST');
const fixed = new Map(posts.filter(([, { path }]) => !path.includes(':')).map(([name, { path }]) => [path, name]));
const patterns = posts.map(
  ([name, { path }]) => [name, new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}/?$`, 'i')] as const,
);

/** The POST route at a path. As for Express, neither case nor a slash at the end matters. */
export const postRouteAt = (path: string): RouteName | null =>
  fixed.get(path) ?? patterns.find(([, pattern]) => pattern.test(path))?.[0] ?? null;
