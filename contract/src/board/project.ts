import { z } from 'zod'
import { maxProjectTitle } from '#domain/board/change.ts'
import { list } from '../list.ts'
import { text, time } from '../text.ts'

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

export const projectTitle = text({ minimum: 1, maximum: maxProjectTitle })

const side = z.number().positive().max(100_000).nullish()

/** The size of the window that a view was saved in, in CSS pixels; null: unknown. With it a view has a center, in a window of any size. */
export const savedWindow = { viewWidth: side, viewHeight: side }

/** Projects on a page of those edited last. */
export const latestProjectsPerPage = 24
/** Images on the cover of a project. */
export const maxCoverImages = 3

export const latestProjectsQuery = z.strictObject({
  /** Words or parts of words of the title, in any script; all must match. */
  q: text({ minimum: 0, maximum: maxProjectTitle }).optional(),
  /** `nextCursor` of the previous page. */
  cursor: z.string().max(200).optional(),
})
export type LatestProjectsQuery = z.infer<typeof latestProjectsQuery>

/** A project as a cover: what its newest cards show, starred images first. */
export const projectCoverShape = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  /** When a card was made, or a change applied, last. */
  editedAt: time,
  coverImageIds: z.array(z.uuid()).max(maxCoverImages),
})
export type ProjectCoverShape = z.infer<typeof projectCoverShape>

export const latestProjectsReply = z.strictObject({
  ...list(projectCoverShape),
  /** The number of projects on all pages. */
  total: z.int(),
})
export type LatestProjectsReply = z.infer<typeof latestProjectsReply>

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
