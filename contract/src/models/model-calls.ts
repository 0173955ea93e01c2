import { z } from 'zod'
import { bySession, reading, readingInPurse } from '../call-scope.ts'
import { editOperationShape } from '../cards/edit.ts'
import { list } from '../list.ts'
import {
  installLocalModelBody,
  localModelId,
  localModelShape,
  localModelsShape,
  removedLocalModel,
  removeLocalModelInput,
} from './local-model.ts'
import { modelShape } from './model.ts'
import { connectionCheckShape, favouredModel, favourModelBody, showModelBody, shownModel } from './model-connection.ts'
import { keyedProvider, modelKeyShape, saveModelKeyBody } from './model-key.ts'

/** The calls about models. */
export const modelCalls = {
  list: readingInPurse
    .meta({ caller: 'anyone' })
    .route({
      method: 'GET',
      path: '/models',
      summary: 'The models, with their availability',
      // Merged into the generated document: an object here would replace the generated one.
      spec: (generated) => ({ ...generated, security: [] }),
    })
    .output(z.strictObject(list(modelShape))),
  show: bySession
    .route({
      method: 'PUT',
      path: '/models/{model}/shown',
      summary: 'Say whether a model is in your own picker',
    })
    .input(showModelBody)
    .output(shownModel),
  favour: bySession
    .route({
      method: 'PUT',
      path: '/models/{model}/favourite',
      summary: 'Say whether a model is one of your favourites',
    })
    .input(favourModelBody)
    .output(favouredModel),
}

/** The calls about edits. */
export const editOperationCalls = {
  list: reading
    .route({
      method: 'GET',
      path: '/edit-operations',
      summary: 'What can be done to an image, who would do it now, and at what price',
    })
    .output(z.strictObject(list(editOperationShape))),
}

/** The calls about users' own provider keys. */
export const modelKeyCalls = {
  list: bySession
    .route({
      method: 'GET',
      path: '/model-keys',
      summary: 'Your own keys of the models’ providers, without the keys',
    })
    .output(z.strictObject(list(modelKeyShape))),
  get: bySession
    .route({ method: 'GET', path: '/model-keys/{provider}', summary: 'One of your own keys' })
    .input(z.strictObject({ provider: keyedProvider }))
    .output(modelKeyShape),
  save: bySession
    .meta({ caller: 'account', activity: 'key-saved' })
    .route({
      method: 'PUT',
      path: '/model-keys/{provider}',
      summary: 'Save a key of your own after the provider has accepted it',
    })
    .input(saveModelKeyBody)
    .output(modelKeyShape),
  test: bySession
    .route({
      method: 'POST',
      path: '/model-keys/{provider}/test',
      summary: 'Test the key that opens a provider for you, by a call that costs nothing',
    })
    .input(z.strictObject({ provider: keyedProvider }))
    .output(connectionCheckShape),
  remove: bySession
    .meta({ activity: 'key-removed' })
    .route({ method: 'DELETE', path: '/model-keys/{provider}', summary: 'Delete a key of your own' })
    .input(z.strictObject({ provider: keyedProvider }))
    .output(modelKeyShape),
}

/** The calls about models that are installed on the server's machine. */
export const localModelCalls = {
  list: bySession
    .route({
      method: 'GET',
      path: '/local-models',
      summary: 'The models that can be installed on the server’s machine, and how far each is',
    })
    .output(localModelsShape),
  install: bySession
    .meta({ caller: 'account' })
    .route({
      method: 'PUT',
      path: '/local-models/{model}',
      summary: 'Install a model, go on with it, or fetch it again',
      description: 'For the operator of the server. The download goes on in the background, also after a restart.',
    })
    .input(installLocalModelBody)
    .output(localModelShape),
  pause: bySession
    .meta({ caller: 'account' })
    .route({ method: 'POST', path: '/local-models/{model}/pause', summary: 'Pause a download; what has come is kept' })
    .input(z.strictObject({ model: localModelId }))
    .output(localModelShape),
  verify: bySession
    .meta({ caller: 'account' })
    .route({
      method: 'POST',
      path: '/local-models/{model}/verify',
      summary: 'Check whether the files of an installed model are undamaged',
    })
    .input(z.strictObject({ model: localModelId }))
    .output(localModelShape),
  remove: bySession
    .meta({ caller: 'account' })
    .route({
      method: 'DELETE',
      path: '/local-models/{model}',
      summary: 'Remove a model, or what has come of it; files that another model uses stay',
    })
    .input(removeLocalModelInput)
    .output(removedLocalModel),
}
