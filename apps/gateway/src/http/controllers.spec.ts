import 'reflect-metadata';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { clipPath, type Route, ROUTES } from '@earworm/contracts';
import { describe, expect, it } from '@jest/globals';
import { GatewayModule, loadGatewayConfig } from '../gateway.module.js';

type Handler = (...args: unknown[]) => unknown;

/** Method and path of each handler of the controllers, as Nest's decorators have noted them. */
function handled(): string[] {
  const { controllers = [] } = GatewayModule.register({} as never, loadGatewayConfig({}));
  return controllers.flatMap(({ prototype }) =>
    Object.getOwnPropertyNames(prototype).flatMap((name) => {
      const handler = Object.getOwnPropertyDescriptor(prototype, name)?.value as Handler | undefined;
      const method: unknown = handler && Reflect.getMetadata(METHOD_METADATA, handler);
      if (handler === undefined || typeof method !== 'number') return [];
      return [`${RequestMethod[method]} ${String(Reflect.getMetadata(PATH_METADATA, handler))}`];
    }),
  );
}

describe('the controllers of the gateway', () => {
  it('handle every route of the table once, and besides them only the built-in clips', () => {
    const routes = Object.values<Route>(ROUTES).map(({ method, path }) => `${method} ${path}`);
    expect(handled().toSorted()).toEqual([...routes, `GET ${clipPath(':clipId')}`].toSorted());
  });
});
