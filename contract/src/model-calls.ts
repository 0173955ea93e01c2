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
      summary: 'The catalogue, with what is available',
      // Added to what is generated: an object in its place would take its place.
      spec: (generated) => ({ ...generated, security: [] }),
    })
    .output(z.strictObject(list(modelShape))),
}

/** The calls about people's own keys of the models' providers. */
export const modelKeyCalls = {
  list: oc
    .route({
      method: 'GET',
      path: '/model-keys',
      summary: 'Your own keys of the models’ providers, without the keys',
    })
    .output(z.strictObject(list(modelKeyShape))),
  get: oc
    .route({ method: 'GET', path: '/model-keys/{provider}', summary: 'One of them' })
    .input(z.strictObject({ provider: keyedProvider }))
    .output(modelKeyShape),
  save: oc
    .route({
      method: 'PUT',
      path: '/model-keys/{provider}',
      summary: 'Keep a key of your own, once the provider has accepted it',
    })
    .input(saveModelKeyBody)
    .output(modelKeyShape),
  remove: oc
    .route({ method: 'DELETE', path: '/model-keys/{provider}', summary: 'Forget it' })
    .input(z.strictObject({ provider: keyedProvider }))
    .output(modelKeyShape),
}
