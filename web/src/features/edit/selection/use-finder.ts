import { useEffect, useMemo } from 'react'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { createWorkerClient, type WorkerClient } from '#web/canvas/painter/worker-client.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { readPixels } from '../adjust-preview.tsx'
import type { Similarity } from './similar-pixels.ts'
import type { SimilarAnswer, SimilarMessage } from './similar-worker.ts'

/** The edge of what was found: rings in pixels of the picture. */
export type Rings = SimilarAnswer['rings']

/** The longest side of the copy in which colors are compared: an edge is followed to about a pixel of what a screen shows. */
const longestSeen = 1_536

type Picture = PixelSize & { readonly id: string }

/** Finds things in a picture in a worker, which starts with the first. */
function createFinder({ id: imageId, width, height }: Picture) {
  const waiting = new Map<number, { resolve(rings: Rings): void; reject(reason: Error): void }>()
  let last = 0
  let client: WorkerClient<SimilarMessage> | null = null
  let copy: Promise<ImageData> | null = null
  const failAll = () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser could not look at the picture.'))
    waiting.clear()
  }
  const start = () => {
    client ??= createWorkerClient<SimilarMessage, SimilarAnswer>({
      start: () => new Worker(new URL('./similar-worker.ts', import.meta.url), { type: 'module' }),
      onMessage({ id, rings }) {
        waiting.get(id)?.resolve(rings)
        waiting.delete(id)
      },
      onRestart: failAll,
      onGiveUp: failAll,
    })
    return client
  }
  const ask = (message: (id: number) => SimilarMessage): Promise<Rings> =>
    new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      start().send(message(last))
    })

  return {
    /** The area that looks like the pixel at a place of the picture. */
    async similar({ at, ...wanted }: Similarity): Promise<Rings> {
      copy ??= readPixels(imageAddress(imageId, 'original'), { width, height }, longestSeen)
      const seen = await copy.catch((error: unknown) => {
        copy = null
        throw error
      })
      const place = { x: (at.x * seen.width) / width, y: (at.y * seen.height) / height }
      const { data } = seen
      const similarity = { ...wanted, at: place }
      return ask((id) => ({
        seen: { data, width: seen.width, height: seen.height },
        picture: { width, height },
        similarity,
        id,
      }))
    },
    /** The white of a mask of the picture, which may be smaller than it. */
    async masked(mask: Blob): Promise<Rings> {
      const address = URL.createObjectURL(mask)
      const read = readPixels(address, { width, height }, longestSeen)
      const { data, width: across, height: down } = await read.finally(() => URL.revokeObjectURL(address))
      const selected = Uint8Array.from({ length: across * down }, (_, pixel) => Number((data[pixel * 4] ?? 0) >= 128))
      return ask((id) => ({ selected, size: { width: across, height: down }, picture: { width, height }, id }))
    },
    stop() {
      client?.stop()
      failAll()
    },
  }
}

export type Finder = ReturnType<typeof createFinder>

/** Finds things in a picture, as long as the component is there. */
export function useFinder({ id, width, height }: Picture): Finder {
  const finder = useMemo(() => createFinder({ id, width, height }), [id, width, height])
  useEffect(() => finder.stop, [finder])
  return finder
}
