import { z } from 'zod'
import { bySession } from '../call-scope.ts'
import { list } from '../list.ts'
import { withIdempotencyKey } from '../with-idempotency-key.ts'
import {
  addConnectionBody,
  changeConnectionBody,
  chooseConnectionModelsBody,
  connectionInput,
  connectionShape,
  lookAtProviderBody,
  lookedAtProvider,
  removedConnection,
} from './model-connection.ts'

/** The calls about providers that are added in the app: by the operator for everybody, by a person for themselves. */
export const modelConnectionCalls = {
  list: bySession
    .route({ method: 'GET', path: '/model-connections', summary: 'Added providers: your own, and those for everybody' })
    .output(z.strictObject({ ...list(connectionShape), canAddForEveryone: z.boolean() })),
  look: bySession
    .meta({ caller: 'account' })
    .route({
      method: 'POST',
      path: '/model-connections/look',
      summary: 'Ask a provider for its models before it is added',
      description: 'Makes no picture, costs nothing and stores nothing.',
    })
    .input(lookAtProviderBody)
    .output(lookedAtProvider),
  add: bySession
    .meta({ caller: 'account' })
    .route({
      method: 'POST',
      path: '/model-connections',
      successStatus: 201,
      summary: 'Add a provider',
      spec: withIdempotencyKey,
    })
    .input(addConnectionBody)
    .output(connectionShape),
  change: bySession
    .meta({ caller: 'account' })
    .route({
      method: 'PATCH',
      path: '/model-connections/{id}',
      summary: 'Rename an added provider, replace its key, or say who may use it',
    })
    .input(changeConnectionBody)
    .output(connectionShape),
  test: bySession
    .route({
      method: 'POST',
      path: '/model-connections/{id}/test',
      summary: 'Test the connection to an added provider, by a call that costs nothing',
    })
    .input(connectionInput)
    .output(connectionShape),
  refresh: bySession
    .meta({ caller: 'account' })
    .route({
      method: 'POST',
      path: '/model-connections/{id}/refresh',
      summary: 'Ask an added provider for its models again',
    })
    .input(connectionInput)
    .output(connectionShape),
  choose: bySession
    .meta({ caller: 'account' })
    .route({
      method: 'POST',
      path: '/model-connections/{id}/models',
      summary: 'Say which of its models can be chosen, and what they cost',
    })
    .input(chooseConnectionModelsBody)
    .output(connectionShape),
  remove: bySession
    .route({
      method: 'DELETE',
      path: '/model-connections/{id}',
      summary: 'Remove an added provider with its key; cards keep the names of its models',
    })
    .input(connectionInput)
    .output(removedConnection),
}
