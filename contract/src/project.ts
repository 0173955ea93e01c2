import { z } from 'zod'
import { text, time } from './text.ts'

export const projectShape = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  createdAt: time,
  updatedAt: time,
  /** The title of the first generation; null while there is none. */
  firstPrompt: z.string().nullable(),
  /** The first image of the first generation; null while there is none. */
  thumbnailImageId: z.uuid().nullable(),
  generationCount: z.int(),
})
export type ProjectShape = z.infer<typeof projectShape>

export const projectTitle = text({ minimum: 1, maximum: 120 })

const side = z.number().positive().max(100_000).nullish()

/** The size of the window that a view was saved in, in CSS pixels; null: unknown. With it a view has a center, in a window of any size. */
export const savedWindow = { viewWidth: side, viewHeight: side }

export const canvasStateShape = z.strictObject({
  projectId: z.uuid(),
  zoomLevel: z.number(),
  panX: z.number(),
  panY: z.number(),
  ...savedWindow,
  lastViewedGenerationId: z.uuid().nullable(),
  updatedAt: time,
})
export type CanvasStateShape = z.infer<typeof canvasStateShape>
