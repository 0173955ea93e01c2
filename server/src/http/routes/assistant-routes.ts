import { lookForModels, readSetup, removeModel, saveModel, testModel } from '../../agents/assistant/model-settings.ts'
import { listConversations, listRuns, readRun } from '../../agents/assistant/run-rows.ts'
import { cancelImagesOf, undoRun } from '../../agents/assistant/undo-run.ts'
import type { CallDeps } from '../app-context.ts'
import { checkOpen, rpc, unwrap } from '../rpc-context.ts'

const { assistant, projects } = rpc

/** The services that the model settings of the caller work with. */
const settingsOf = ({ db, assistantModels, work }: CallDeps) => ({ ...assistantModels, db, work })

export const assistantRoutes = {
  setup: assistant.setup.handler(({ context: { deps, userId } }) => readSetup(settingsOf(deps), userId)),
  saveModel: assistant.saveModel.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await saveModel(settingsOf(deps), userId, input)),
  ),
  removeModel: assistant.removeModel.handler(({ context: { deps, userId } }) => removeModel(settingsOf(deps), userId)),
  models: assistant.models.handler(async ({ context: { deps, userId }, input }) => ({
    items: unwrap(await lookForModels(settingsOf(deps), userId, input)),
    nextCursor: null,
  })),
  test: assistant.test.handler(async ({ context: { deps, userId } }) =>
    unwrap(await testModel(settingsOf(deps), userId)),
  ),
  run: assistant.run.handler(async ({ context: { deps, userId }, input: { id } }) =>
    unwrap(await readRun(deps.db, userId, id)),
  ),
  go: assistant.go.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await deps.assistant.go(userId, input)),
  ),
  stop: assistant.stop.handler(async ({ context: { deps, userId }, input: { id, images } }) => {
    const stopped = unwrap(await deps.assistant.stop(userId, id))
    if (images === 'keep') return stopped
    await cancelImagesOf(deps, { userId, runId: id })
    return unwrap(await readRun(deps.db, userId, id))
  }),
  undo: assistant.undo.handler(async ({ context: { deps, userId }, input: { id } }) =>
    unwrap(await undoRun(deps, { userId, runId: id })),
  ),
}

export const projectAssistantRoutes = {
  assistantRuns: projects.assistantRuns.handler(async ({ context: { deps, userId }, input }) => {
    const { id: projectId, conversationId } = input
    await checkOpen(deps.db, userId, projectId)
    return { items: await listRuns(deps.db, userId, { projectId, conversationId }), nextCursor: null }
  }),
  assistantConversations: projects.assistantConversations.handler(
    async ({ context: { deps, userId }, input: { id } }) => {
      await checkOpen(deps.db, userId, id)
      return { items: await listConversations(deps.db, userId, id), nextCursor: null }
    },
  ),
  askAssistant: projects.askAssistant.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await deps.assistant.start(userId, input)),
  ),
}
