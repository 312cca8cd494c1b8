import { Controller, Inject, Req } from '@nestjs/common';
import type { RouteName } from '@earworm/contracts';
import type { Request } from 'express';
import { Api, type RouteInput } from './api.js';
import { FORWARDED } from './forwarded-routes.js';
import { RouteHandler } from './route-table.js';

type Forward = (call: Api['call'], input: RouteInput<RouteName>, request: Request) => Promise<never>;

@Controller()
export class ForwardController {
  constructor(@Inject(Api) readonly api: Api) {}
}

const { prototype } = ForwardController;
for (const [key, forward] of Object.entries(FORWARDED)) {
  const name = key as keyof typeof FORWARDED;
  const handle = function (this: ForwardController, request: Request) {
    return this.api.serve(name, request, (input) => (forward as Forward)(this.api.call, input, request));
  };
  Object.defineProperty(prototype, name, { value: handle });
  const descriptor: TypedPropertyDescriptor<typeof handle> = { value: handle };
  RouteHandler(name)(prototype, name, descriptor);
  Req()(prototype, name, 0);
}
