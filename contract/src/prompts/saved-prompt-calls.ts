import { z } from 'zod'
import { editingAccount, reading } from '../call-scope.ts'
import { list } from '../list.ts'
import { uuid as id } from '../text.ts'
import { withIdempotencyKey } from '../with-idempotency-key.ts'
import { changeSavedPromptBody, createSavedPromptBody, savedPromptShape, savedPromptsQuery } from './saved-prompt.ts'

const byId = z.strictObject({ id })

/** The calls for saved prompts; their files are file routes. */
export const savedPromptCalls = {
  list: reading
    .route({ method: 'GET', path: '/saved-prompts', summary: 'Your saved prompts, newest first, 100 a page' })
    .input(savedPromptsQuery)
    .output(z.strictObject(list(savedPromptShape))),
  create: editingAccount
    .route({
      method: 'POST',
      path: '/saved-prompts',
      successStatus: 201,
      summary: 'Save a prompt under a name',
      spec: withIdempotencyKey,
    })
    .input(createSavedPromptBody)
    .output(savedPromptShape),
  change: editingAccount
    .route({ method: 'PATCH', path: '/saved-prompts/{id}', summary: 'Change a saved prompt' })
    .input(changeSavedPromptBody)
    .output(savedPromptShape),
  remove: editingAccount
    .route({ method: 'DELETE', path: '/saved-prompts/{id}', summary: 'Delete a saved prompt' })
    .input(byId)
    .output(z.strictObject({ deleted: z.int(), ids: z.array(id) })),
  use: editingAccount
    .route({ method: 'POST', path: '/saved-prompts/{id}/use', summary: 'Count a use of a saved prompt' })
    .input(byId)
    .output(savedPromptShape),
}
