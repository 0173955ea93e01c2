import { pixelSize } from '#domain/models/aspect-ratio.ts'
import type { Model } from '#domain/models/model.ts'
import type { ImageCall, ImageRequest, Progress } from '#server/providers/provider.ts'
import { unlimitedMemory } from '#server-testing/unlimited.ts'
import { fakeKey } from '#server-testing/vendors/vendor-fake.ts'

/** A request as the queue makes it: 1:1 at the model's first resolution, with no pictures. */
export function imageRequest(model: Model, over: Partial<Omit<ImageRequest, 'size' | 'model'>> = {}): ImageRequest {
  const aspectRatio = over.aspectRatio ?? '1:1'
  const resolution = over.resolution ?? model.resolutions[0] ?? '1K'
  return {
    model,
    prompt: 'a lighthouse in the fog, ink wash',
    words: 'a lighthouse in the fog',
    style: null,
    seed: 11,
    orderNum: 0,
    rawMode: false,
    edit: null,
    references: [],
    parent: null,
    conversationHistory: [],
    ...over,
    aspectRatio,
    resolution,
    size: pixelSize(aspectRatio, resolution),
  }
}

export type WatchedCall = ImageCall & { readonly remembered: string[]; readonly reports: Progress[] }

/** A call that records what the adapter reports. */
export function imageCall(over: Partial<ImageCall> = {}): WatchedCall {
  const remembered: string[] = []
  const reports: Progress[] = []
  return {
    signal: new AbortController().signal,
    key: fakeKey,
    memory: unlimitedMemory,
    tries: 0,
    requestId: null,
    async rememberRequest(requestId) {
      remembered.push(requestId)
    },
    progress(report) {
      reports.push(report)
    },
    ...over,
    remembered,
    reports,
  }
}
