import { readShowLogo, type RequestOf, setShowLogo } from '@earworm/contracts';
import { Handles } from '@earworm/service-kit/bootstrap';
import { Injectable } from '@nestjs/common';
import { Logos } from '../logos/logos.js';

@Injectable()
export class LogosHandler {
  constructor(private readonly logos: Logos) {}

  @Handles(setShowLogo)
  set(request: RequestOf<typeof setShowLogo>) {
    return this.logos.set(request);
  }

  @Handles(readShowLogo)
  read(request: RequestOf<typeof readShowLogo>) {
    return this.logos.read(request);
  }
}
