import { z } from 'zod'
import { editingAccount, reading } from '../call-scope.ts'
import { list } from '../list.ts'
import { uuid as id } from '../text.ts'
import { withIdempotencyKey } from '../with-idempotency-key.ts'
import { changeWordListBody, createWordListBody, wordListShape } from './word-list.ts'

/** The calls for lists of words; importing one is a file route. */
export const wordListCalls = {
  list: reading
    .route({ method: 'GET', path: '/word-lists', summary: 'All your word lists with their words, by name' })
    .output(z.strictObject(list(wordListShape))),
  create: editingAccount
    .route({
      method: 'POST',
      path: '/word-lists',
      successStatus: 201,
      summary: 'Create a word list',
      spec: withIdempotencyKey,
    })
    .input(createWordListBody)
    .output(wordListShape),
  change: editingAccount
    .route({ method: 'PUT', path: '/word-lists/{id}', summary: 'Replace the name and the words of a word list' })
    .input(changeWordListBody)
    .output(wordListShape),
  remove: editingAccount
    .route({ method: 'DELETE', path: '/word-lists/{id}', summary: 'Delete a word list' })
    .input(z.strictObject({ id }))
    .output(z.strictObject({ deleted: z.int(), ids: z.array(id) })),
}
