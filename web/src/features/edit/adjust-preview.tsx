import { useEffect, useRef, useState } from 'react'
import type { Adjustments } from '#domain/edit/operation.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { createWorkerClient, type WorkerClient } from '#web/canvas/painter/worker-client.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import type { AdjustAnswer, AdjustMessage } from './adjust-worker.ts'

/** The longest side of the preview: a worker adjusts it within a frame or two, by the server's own formulas. */
const maxPreviewLength = 900

/** Adjusts the pixels of a preview in a worker; while it is busy only the newest request waits. */
function startAdjusting({ data, width, height }: ImageData, show: (adjusted: ImageData) => void) {
  let isBusy = false
  let wanted: Adjustments | null = null
  const next = () => {
    if (isBusy || !wanted) return
    client.send({ adjustments: wanted })
    wanted = null
    isBusy = true
  }
  const begin = () => client.send({ pixels: data, width, height })
  const client: WorkerClient<AdjustMessage> = createWorkerClient<AdjustMessage, AdjustAnswer>({
    start: () => new Worker(new URL('./adjust-worker.ts', import.meta.url), { type: 'module' }),
    onMessage({ pixels }) {
      isBusy = false
      show(new ImageData(pixels, width, height))
      next()
    },
    onRestart() {
      isBusy = false
      begin()
    },
    // The picture itself stays visible.
    onGiveUp() {},
  })
  begin()
  return {
    adjust(adjustments: Adjustments) {
      wanted = adjustments
      next()
    },
    stop: client.stop,
  }
}

type AdjustPreviewProps = { image: PixelSize & { readonly id: string }; adjustments: Adjustments }

/** The adjusted picture over the picture itself. What the worker has not answered yet shows the adjustment before. */
export function AdjustPreview({ image: { id, width, height }, adjustments }: AdjustPreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [adjusting, setAdjusting] = useState<ReturnType<typeof startAdjusting> | null>(null)
  useEffect(() => {
    let isGone = false
    let started: ReturnType<typeof startAdjusting> | null = null
    const begin = (pixels: ImageData) => {
      if (isGone || !canvas.current) return
      canvas.current.width = pixels.width
      canvas.current.height = pixels.height
      started = startAdjusting(pixels, (adjusted) => canvas.current?.getContext('2d')?.putImageData(adjusted, 0, 0))
      setAdjusting(started)
    }
    readPixels(imageAddress(id, 'original'), { width, height }, maxPreviewLength).then(begin, () => {})
    return () => {
      isGone = true
      started?.stop()
    }
  }, [id, width, height])
  useEffect(() => adjusting?.adjust(adjustments), [adjusting, adjustments])

  return <canvas ref={canvas} className="edit-adjusted" hidden={Object.keys(adjustments).length === 0} />
}

/**
 * The pixels of a picture, scaled down where a side is longer than `longest`. @param address Of the picture, of this server.
 * @param size Its own size. @throws DOMException where it can't be loaded.
 */
export async function readPixels(address: string, { width, height }: PixelSize, longest: number): Promise<ImageData> {
  const image = new Image()
  image.src = address
  await image.decode()
  const scale = Math.min(1, longest / Math.max(width, height))
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  const context = new OffscreenCanvas(size.width, size.height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('The browser gave no canvas.')
  context.drawImage(image, 0, 0, size.width, size.height)
  return context.getImageData(0, 0, size.width, size.height)
}
