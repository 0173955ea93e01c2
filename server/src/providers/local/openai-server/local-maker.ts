import type { CancelledRequest, ImageAnswer, ImageCall, ImageRequest } from '#server/providers/provider.ts'

/** Generates pictures by one kind of engine. */
export type LocalMaker = {
  generate(request: ImageRequest, call: ImageCall): Promise<ImageAnswer>
}

/** Cancels a request at an engine that assigns ids. */
export type CancelLocal = (requestId: string, signal: AbortSignal) => Promise<CancelledRequest>
