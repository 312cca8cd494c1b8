import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { clipPath, readClip, RefusedError } from '@earworm/contracts';
import type { Request as HttpRequest, Response as HttpResponse } from 'express';
import { LRUCache } from 'lru-cache';
import { sendBytes } from './send-bytes.js';
import { Api } from './api.js';

const CLIPS_BYTES = 16 * 1024 * 1024;

@Controller()
export class ClipsController {
  readonly #clips = new LRUCache<string, { readonly type: string; readonly bytes: Buffer }>({
    maxSize: CLIPS_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length || 1,
  });

  constructor(@Inject(Api) private readonly api: Api) {}

  @Get(clipPath(':clipId'))
  async clip(
    @Param('clipId') clipId: string,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ): Promise<void> {
    const clip = this.#clips.get(clipId) ?? (await this.#fetch(clipId));
    const cacheControl = 'public, max-age=31536000, immutable';
    sendBytes(request, response, { ...clip, etag: `"${clipId}"`, cacheControl });
  }

  async #fetch(clipId: string) {
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(clipId)) throw new RefusedError('not-found');
    const { contentType, base64 } = await this.api.call(readClip, { clipId });
    const isAudio = /^audio\/[\w.+-]+$/.test(contentType);
    const clip = { type: isAudio ? contentType : 'application/octet-stream', bytes: Buffer.from(base64, 'base64') };
    this.#clips.set(clipId, clip);
    return clip;
  }
}
