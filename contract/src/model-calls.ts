import { oc } from '@orpc/contract'
import { z } from 'zod'
import { list } from './list.ts'
import { modelShape } from './model.ts'
import { keyedProvider, modelKeyShape, saveModelKeyBody } from './model-key.ts'

/** The calls about models. */
export const modelCalls = {
  list: oc
    .route({
      method: 'GET',
      path: '/models',
      summary: 'The models, with their availability',
      // Merged into the generated document: an object here would replace the generated one.
      spec: (generated) => ({ ...generated, security: [] }),
    })
    .output(z.strictObject(list(modelShape))),
}

/** The calls about users' own provider keys. */
export const modelKeyCalls = {
  list: oc
    .route({
      method: 'GET',
      path: '/model-keys',
      summary: 'Your own keys of the models’ providers, without the keys',
    })
    .output(z.strictObject(list(modelKeyShape))),
  get: oc
    .route({ method: 'GET', path: '/model-keys/{provider}', summary: 'One of your own keys' })
    .input(z.strictObject({ provider: keyedProvider }))
    .output(modelKeyShape),
  save: oc
    .route({
      method: 'PUT',
      path: '/model-keys/{provider}',
      summary: 'Save a key of your own after the provider has accepted it',
    })
    .input(saveModelKeyBody)
    .output(modelKeyShape),
  remove: oc
    .route({ method: 'DELETE', path: '/model-keys/{provider}', summary: 'Delete a key of your own' })
    .input(z.strictObject({ provider: keyedProvider }))
    .output(modelKeyShape),
}
