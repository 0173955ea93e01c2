import type { GenerationShape } from '#contract/generation.ts'
import type { ImageShape } from '#contract/image.ts'

const createdAt = '2026-11-20T12:00:00.000Z'

/** An image with defaults: queued, 2:3 at 1K. */
export const imageWith = (over: Partial<ImageShape> = {}): ImageShape => ({
  id: 'i',
  generationId: 'g1',
  orderNum: 0,
  status: 'queued',
  imageUrl: null,
  width: 832,
  height: 1248,
  averageColor: null,
  seed: 1,
  attempt: 1,
  error: null,
  feedback: [],
  warnings: [],
  createdAt,
  ...over,
})

/** A generation with defaults: four queued images named after it, `g1-0` to `g1-3`. */
export function generationWith(over: Partial<GenerationShape> = {}): GenerationShape {
  const id = over.id ?? 'g1'
  return {
    id,
    projectId: 'p',
    parentGenerationId: null,
    parentImageId: null,
    branchKind: null,
    prompt: 'A pear',
    model: 'Sketch',
    settings: { style: null, aspectRatio: '2:3', resolution: '1K', rawMode: false, seed: 1 },
    status: 'queued',
    canvasX: 10_000,
    canvasY: 10_000,
    isCollapsed: false,
    price: 0,
    createdAt,
    images: [0, 1, 2, 3].map((orderNum) => imageWith({ id: `${id}-${orderNum}`, generationId: id, orderNum })),
    ...over,
  }
}
