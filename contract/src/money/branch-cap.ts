import { z } from 'zod'
import { maxCap } from '#domain/credits/largest-cap.ts'
import { bySession, reading } from '../call-scope.ts'
import { list } from '../list.ts'
import { hundredths, uuid } from '../text.ts'

/**
 * The most capped branches of one project: each Go in a branch adds up the costs of the capped branches above its card.
 */
export const maxCapsOfProject = 100

/** The spending limit of a branch: a card and everything below it, including what is in the trash. */
export const branchCapShape = z.strictObject({
  /** The first card of the branch. */
  generationId: z.uuid(),
  most: hundredths,
  /** Paid, or held for images that are pending; null while a race hides a model of the branch. */
  spent: hundredths.nullable(),
})
export type BranchCapShape = z.infer<typeof branchCapShape>

const id = uuid

/** The calls about caps. Go and Retry respect caps themselves. */
export const branchCapCalls = {
  list: reading
    .route({ method: 'GET', path: '/projects/{id}/branch-caps', summary: 'The capped branches of a project' })
    .input(z.strictObject({ id }))
    .output(z.strictObject(list(branchCapShape))),
  set: bySession
    .route({ method: 'PUT', path: '/generations/{id}/cap', summary: 'Set the spending cap of a branch' })
    .input(z.strictObject({ id, most: hundredths.min(0).max(maxCap) }))
    .output(branchCapShape),
  remove: bySession
    .route({ method: 'DELETE', path: '/generations/{id}/cap', summary: 'Remove the cap of a branch' })
    .input(z.strictObject({ id }))
    .output(z.strictObject({ removed: z.int() })),
}
