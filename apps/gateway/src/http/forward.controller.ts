import { Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { type RouteName, ROUTES } from '@earworm/contracts';
import type { Request } from 'express';
import { Api, type Asked } from './api.js';
import { FORWARDED } from './forwarded-routes.js';

type Forward = (ask: Api['ask'], asked: Asked<RouteName>, request: Request) => Promise<never>;

/** One handler for each forwarded route, at the path that the table of routes has. */
@Controller()
export class ForwardController {
  constructor(@Inject(Api) readonly api: Api) {}
}

const { prototype } = ForwardController;
for (const [key, forward] of Object.entries(FORWARDED)) {
  const name = key as keyof typeof FORWARDED;
  const { method, path } = ROUTES[name];
  const handle = function (this: ForwardController, request: Request) {
    return this.api.serve(name, request, (asked) => (forward as Forward)(this.api.ask, asked, request));
  };
  Object.defineProperty(prototype, name, { value: handle });
  const descriptor: TypedPropertyDescriptor<typeof handle> = { value: handle };
  (method === 'GET' ? Get : Post)(path)(prototype, name, descriptor);
  HttpCode(200)(prototype, name, descriptor);
  Req()(prototype, name, 0);
}
