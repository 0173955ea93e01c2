import { isRingChange } from '#domain/board/change.ts'
import { listGenerations } from '#server/cards/generation-rows.ts'
import { readCardHistory } from '#server/features/replay/read-card-history.ts'
import { applyChanges } from '../../features/boards/apply-changes.ts'
import { openPlacedProject } from '../../features/boards/place-unplaced-cards.ts'
import { bringAssets } from '../../features/brought-in/bring-assets.ts'
import { readCanvasState, saveCanvasState } from '../../features/projects/canvas-state.ts'
import { removeProject, renameProject, restoreProject } from '../../features/projects/change-project.ts'
import { createProject } from '../../features/projects/create-project.ts'
import { listLatestProjects } from '../../features/projects/list-latest-projects.ts'
import { findProject, listProjects } from '../../features/projects/project-rows.ts'
import { listInPurse } from '../../features/purses/list-in-purse.ts'
import { listSeries } from '../../features/series/series-rows.ts'
import { checkFound, checkOpen, found, idempotencyOfId, rpc, toError, unwrap, workOf } from '../rpc-context.ts'
import { projectAssistantRoutes } from './assistant-routes.ts'
import { projectShareRoutes } from './share-routes.ts'

const { projects } = rpc

/** A program works inside of a purse, or beside it; where it lies is for its user to say. */
const noTokenChangesPurses = 'No token may move, rename, remove or restore a purse. Do it in the web application.'

export const projectRoutes = {
  ...projectShareRoutes,
  ...projectAssistantRoutes,
  list: projects.list.handler(async ({ context: { deps, userId } }) => ({
    items: await listProjects(deps.db, userId),
    nextCursor: null,
  })),
  latest: projects.latest.handler(async ({ context, input }) => {
    const { deps, userId } = context
    return unwrap(await listLatestProjects(deps.db, { userId, query: input, work: workOf(context) }))
  }),
  create: projects.create.handler(async ({ context, input }) => {
    const { deps, userId } = context
    const idempotency = idempotencyOfId(context, 'POST /api/projects', input, input.id)
    return unwrap(await createProject(deps, { userId, ...input, idempotency }))
  }),
  get: projects.get.handler(async ({ context: { deps, userId }, input }) =>
    found(await findProject(deps.db, userId, input.id)),
  ),
  rename: projects.rename.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await renameProject(deps.db, { userId, projectId: input.id, title: input.title })),
  ),
  remove: projects.remove.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await removeProject(deps.db, { userId, projectId: input.id })),
  ),
  restore: projects.restore.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await restoreProject(deps.db, { userId, projectId: input.id })),
  ),
  generations: projects.generations.handler(async ({ context: { deps, userId, token }, input }) => {
    checkFound(await openPlacedProject(deps.db, { userId, projectId: input.id }))
    if (token?.purseId) return { ...found(await listInPurse(deps, userId, token.purseId)), nextCursor: null }
    return { ...(await listGenerations(deps, userId, input.id)), nextCursor: null }
  }),
  history: projects.history.handler(async ({ context: { deps, userId }, input: { id, cursor } }) => {
    await checkOpen(deps.db, userId, id)
    return readCardHistory(deps, { userId, projectId: id, cursor })
  }),
  series: projects.series.handler(async ({ context: { deps, userId }, input }) => {
    await checkOpen(deps.db, userId, input.id)
    return { items: await listSeries(deps, userId, input.id), nextCursor: null }
  }),
  applyChanges: projects.applyChanges.handler(async ({ context: { deps, userId, token }, input }) => {
    const { id: projectId, changes, userId: madeBy = userId } = input
    if (madeBy !== userId) throw toError({ code: 'other-account' })
    if (token && changes.some(isRingChange)) throw toError({ code: 'forbidden', message: noTokenChangesPurses })
    const reply = unwrap(await applyChanges(deps.db, { userId, projectId, changes }))
    if (changes.some(({ kind }) => kind === 'remove-purse')) deps.tokens.forget(userId)
    return reply
  }),
  bringAssets: projects.bringAssets.handler(async ({ context, input }) => {
    const { deps, userId } = context
    const { id: projectId, imageIds, ...form } = input
    await checkOpen(deps.db, userId, projectId)
    const idempotency = idempotencyOfId(context, 'POST /api/projects/{id}/pictures/copies', input, form.cardId)
    const work = workOf(context)
    return unwrap(await bringAssets(deps, { userId, projectId, imageIds, form, idempotency, work }))
  }),
  canvasState: projects.canvasState.handler(async ({ context: { deps, userId }, input }) => {
    return found(await readCanvasState(deps.db, userId, input.id)).state
  }),
  saveCanvasState: projects.saveCanvasState.handler(async ({ context: { deps, userId }, input }) => {
    const { id: projectId, lastViewedGenerationId = null, viewWidth = null, viewHeight = null, ...view } = input
    const saved = { userId, projectId, lastViewedGenerationId, viewWidth, viewHeight, ...view }
    return found(await saveCanvasState(deps.db, saved))
  }),
}
