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

/** Throws for a handler without an access rule, and for a price that is no price. */
export function checkRoutes(
  controllers: readonly Type[],
  open: readonly string[],
  routes: Readonly<Record<string, Pick<Route, 'method' | 'path' | 'access' | 'price'>>> = ROUTES,
): void {
  for (const { method, path, price = 1 } of Object.values(routes)) {
    if (!Number.isInteger(price) || price < 1) throw new Error(`the price of ${method} ${path} is ${price}`);
  }
  const ruled = Object.values(routes).filter(({ access }) => ['public', 'signed-in', 'admin'].includes(access));
  const known = new Set([...ruled.map(({ method, path }) => `${method} ${path}`), ...open]);
  const without = handled(controllers).filter((each) => !known.has(each));
  if (without.length > 0) throw new Error(`no access rule for ${without.join(', ')}`);
}

const all = Object.entries(ROUTES) as [RouteName, Route][];
const keyOf = (method: string, path: string) => `${method} ${path}`;
const fixed = new Map(
  all.filter(([, { path }]) => !path.includes(':')).map(([name, { method, path }]) => [keyOf(method, path), name]),
);
const patterns = all.map(
  ([name, { method, path }]) => [name, method, new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}/?$`, 'i')] as const,
);

/** Like Express, ignores case and a trailing slash, and answers HEAD as GET. */
export function routeAt(given: string, path: string): RouteName | null {
  const method = given === 'HEAD' ? 'GET' : given;
  const known = fixed.get(keyOf(method, path));
  if (known !== undefined) return known;
  return patterns.find(([, own, pattern]) => own === method && pattern.test(path))?.[0] ?? null;
}
