import { type Route, ROUTES, type RouteName } from '@earworm/contracts';
import { applyDecorators, Get, HttpCode, Post, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';

/** Mounts a handler at a route of the table. */
export function RouteHandler(name: RouteName): MethodDecorator {
  const { method, path } = ROUTES[name];
  return method === 'GET' ? Get(path) : applyDecorators(Post(path), HttpCode(200));
}

export function handled(controllers: readonly Type[]): string[] {
  return controllers.flatMap(({ prototype }) =>
    Object.values(Object.getOwnPropertyDescriptors(prototype as object)).flatMap(({ value }: PropertyDescriptor) => {
      const method: unknown = typeof value === 'function' ? Reflect.getMetadata(METHOD_METADATA, value) : undefined;
      return typeof method === 'number'
        ? [`${RequestMethod[method]} ${String(Reflect.getMetadata(PATH_METADATA, value as object))}`]
        : [];
    }),
  );
}

/** Throws for a handler without an access rule. */
export function requireAccess(
  controllers: readonly Type[],
  open: readonly string[],
  routes: Readonly<Record<string, Pick<Route, 'method' | 'path' | 'access'>>> = ROUTES,
): void {
  const ruled = Object.values(routes).filter(({ access }) => ['public', 'signed-in', 'admin'].includes(access));
  const known = new Set([...ruled.map(({ method, path }) => `${method} ${path}`), ...open]);
  const without = handled(controllers).filter((each) => !known.has(each));
  if (without.length > 0) throw new Error(`no access rule for ${without.join(', ')}`);
}

const posts = (Object.entries(ROUTES) as [RouteName, Route][]).filter(([, { method }]) => method === 'POST');
const fixed = new Map(posts.filter(([, { path }]) => !path.includes(':')).map(([name, { path }]) => [path, name]));
const patterns = posts.map(
  ([name, { path }]) => [name, new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}/?$`, 'i')] as const,
);

/** Like Express, ignores case and a trailing slash. */
export const postRouteAt = (path: string): RouteName | null =>
  fixed.get(path) ?? patterns.find(([, pattern]) => pattern.test(path))?.[0] ?? null;
