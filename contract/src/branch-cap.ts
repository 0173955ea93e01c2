import { oc } from '@orpc/contract'
import { z } from 'zod'
import { largestCap } from '#domain/credits/largest-cap.ts'
import { list } from './list.ts'
import { hundredths } from './text.ts'

/** Capped branches of one project: each Go in it adds up those above its card. */
export const mostCapsOfProject = 100

/** The most that a branch may cost: a card and everything below it, what lies in the trash included. */
export const branchCapShape = z.strictObject({
  /** The card that the branch begins with. */
  generationId: z.uuid(),
  most: hundredths,
  /** What was paid and what is held for images that are on their way. */
  spent: hundredths,
})
export type BranchCapShape = z.infer<typeof branchCapShape>

const id = z.uuid()

/** What is asked about caps. Go and Retry respect them by themselves. */
export const branchCapCalls = {
  list: oc
    .route({ method: 'GET', path: '/projects/{id}/branch-caps', summary: 'The capped branches of a project' })
    .input(z.strictObject({ id }))
    .output(z.strictObject(list(branchCapShape))),
  set: oc
    .route({ method: 'PUT', path: '/generations/{id}/cap', summary: 'Set the most that a branch may cost' })
    .input(z.strictObject({ id, most: hundredths.min(0).max(largestCap) }))
    .output(branchCapShape),
  remove: oc
    .route({ method: 'DELETE', path: '/generations/{id}/cap', summary: 'Take the cap off a branch' })
    .input(z.strictObject({ id }))
    .output(z.strictObject({ removed: z.int() })),
}
