import type { CancelledRequest, ImageAnswer, ImageCall, ImageRequest } from '../provider.ts'

/** How one kind of engine makes pictures. */
export type LocalMaker = {
  generate(request: ImageRequest, call: ImageCall): Promise<ImageAnswer>
}

/** How an engine that gives its requests an id is told that one isn't wanted any more. */
export type CancelLocal = (requestId: string, signal: AbortSignal) => Promise<CancelledRequest>
