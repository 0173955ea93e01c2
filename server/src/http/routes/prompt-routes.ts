import {
  changeSavedPrompt,
  createSavedPrompt,
  deleteSavedPrompt,
  useSavedPrompt,
} from '../../features/prompts/change-saved-prompts.ts'
import { changeWordList, createWordList, deleteWordList } from '../../features/prompts/change-word-lists.ts'
import { listSavedPrompts } from '../../features/prompts/saved-prompt-rows.ts'
import { listWordLists } from '../../features/prompts/word-list-rows.ts'
import { idempotencyOfId, rpc, unwrap } from '../rpc-context.ts'

const { savedPrompts, wordLists } = rpc

export const savedPromptRoutes = {
  list: savedPrompts.list.handler(async ({ context: { deps, userId }, input: query }) =>
    unwrap(await listSavedPrompts(deps.db, { userId, query })),
  ),
  create: savedPrompts.create.handler(async ({ context, input }) => {
    const { deps, userId } = context
    const { id, ...body } = input
    const idempotency = idempotencyOfId(context, 'POST /api/saved-prompts', input, id)
    return unwrap(await createSavedPrompt(deps, { userId, id, body, idempotency }))
  }),
  change: savedPrompts.change.handler(async ({ context: { deps, userId }, input: { id, ...change } }) =>
    unwrap(await changeSavedPrompt(deps.db, { userId, id, change })),
  ),
  remove: savedPrompts.remove.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await deleteSavedPrompt(deps.db, userId, input.id)),
  ),
  use: savedPrompts.use.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await useSavedPrompt(deps.db, userId, input.id)),
  ),
}

export const wordListRoutes = {
  list: wordLists.list.handler(async ({ context: { deps, userId } }) => ({
    items: await listWordLists(deps.db, userId),
    nextCursor: null,
  })),
  create: wordLists.create.handler(async ({ context, input }) => {
    const { deps, userId } = context
    const { id, ...body } = input
    const idempotency = idempotencyOfId(context, 'POST /api/word-lists', input, id)
    return unwrap(await createWordList(deps, { userId, id, body, idempotency }))
  }),
  change: wordLists.change.handler(async ({ context: { deps, userId }, input: { id, ...body } }) =>
    unwrap(await changeWordList(deps.db, { userId, id, body })),
  ),
  remove: wordLists.remove.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await deleteWordList(deps.db, userId, input.id)),
  ),
}
