import type { ModelShape } from '#contract/models/model.ts'
import type { ConnectionModelShape, ConnectionShape, FoundModelShape } from '#contract/models/model-connection.ts'
import type { ModelKeyShape } from '#contract/models/model-key.ts'
import { uuid } from '#contract/testing/builders.ts'
import { keyedProviders } from '#domain/models/providers.ts'
import { listedModels } from '#web/testing/fake-catalogue.ts'
import type { Replies } from '#web/testing/fake-server.ts'

const savedAt = '2026-11-21T10:00:00.000Z'

/** A model as OpenRouter lists it. */
export const foundModel = (over: Partial<FoundModelShape> = {}): FoundModelShape => ({
  apiModel: 'black-forest-labs/flux.2-pro',
  name: 'FLUX.2 pro',
  description: 'Photographs and designs.',
  does: ['words', 'edit'],
  mostImagePrompts: 8,
  resolutions: ['1K', '2K'],
  costUsd: 0.03,
  credits: 90,
  seconds: null,
  ...over,
})

export const foundModels: readonly FoundModelShape[] = [
  foundModel(),
  foundModel({ apiModel: 'bytedance/seedream-5', name: 'Seedream 5', costUsd: 0.04, credits: 120 }),
  foundModel({
    apiModel: 'openai/gpt-image-2.6',
    name: 'GPT Image 2.6',
    does: ['words', 'edit', 'mask', 'transparent'],
    costUsd: null,
    credits: null,
  }),
  foundModel({ apiModel: 'qwen/qwen-image-edit', name: 'Qwen Image Edit', does: ['edit'], mostImagePrompts: 1 }),
]

/** A model of an added provider. */
export const connectionModel = (over: Partial<ConnectionModelShape> = {}): ConnectionModelShape => {
  const found = foundModel(over)
  return { value: `added:00000000:${found.apiModel}`, isShown: true, isGone: false, ...found, ...over }
}

/** OpenRouter, added by the user for themselves. */
export const connection = (over: Partial<ConnectionShape> = {}): ConnectionShape => ({
  id: uuid(800),
  kind: 'openrouter',
  name: 'OpenRouter',
  baseUrl: null,
  audience: 'me',
  canChange: true,
  lastFour: 'c3d8',
  check: { state: 'answers', ms: 912, reason: null, at: savedAt },
  models: foundModels.map((model, place) => connectionModel({ ...model, isShown: place < 3 })),
  ...over,
})

/** The keys of a user who has one of their own for Krea, on a server with one of Google. */
const modelKeys: readonly ModelKeyShape[] = keyedProviders.map((provider) => ({
  provider,
  lastFour: provider === 'krea' ? '91c0' : null,
  check: provider === 'krea' ? 'accepted' : null,
  savedAt: provider === 'krea' ? savedAt : null,
  onServer: provider === 'google' || provider === 'openai',
}))

const kreaAndGoogle = listedModels()
  .filter(({ provider }) => provider === 'krea' || provider === 'google' || provider === 'openai')
  .map(({ name }) => name)
const models: readonly ModelShape[] = listedModels(...kreaAndGoogle).map((model) =>
  model.provider === 'krea' ? { ...model, ownKey: true } : model,
)

type Sent = { readonly call: string; readonly input: unknown }

/** A server that keeps what the page changes, as the real one does. */
export function livingServer({
  connections = [],
  canAddForEveryone = false,
}: {
  connections?: readonly ConnectionShape[]
  canAddForEveryone?: boolean
} = {}) {
  const sent: Sent[] = []
  let added = [...connections]
  let listed = [...models]
  const change = (id: string, over: (before: ConnectionShape) => Partial<ConnectionShape>): ConnectionShape => {
    added = added.map((each) => (each.id === id ? { ...each, ...over(each) } : each))
    return added.find((each) => each.id === id) ?? connection({ id })
  }
  const replies: Replies = {
    models: {
      list: () => ({ items: listed, nextCursor: null }),
      show(input) {
        sent.push({ call: 'models.show', input })
        listed = listed.map((model) => (model.value === input.model ? { ...model, isShown: input.isShown } : model))
        return input
      },
    },
    modelKeys: {
      list: () => ({ items: [...modelKeys], nextCursor: null }),
      test(input) {
        sent.push({ call: 'modelKeys.test', input })
        const at = new Date().toISOString()
        return input.provider === 'openai'
          ? { state: 'refused', ms: null, reason: "OpenAI doesn't accept the key any more. Replace it.", at }
          : { state: 'answers', ms: 612, reason: null, at }
      },
      save(input) {
        sent.push({ call: 'modelKeys.save', input })
        return { provider: input.provider, lastFour: '1234', check: 'accepted', savedAt, onServer: false }
      },
      remove(input) {
        sent.push({ call: 'modelKeys.remove', input })
        return { provider: input.provider, lastFour: null, check: null, savedAt: null, onServer: false }
      },
    },
    modelConnections: {
      list: () => ({ items: added, nextCursor: null, canAddForEveryone }),
      look(input) {
        sent.push({ call: 'look', input })
        return {
          check: { state: 'answers', ms: 400, reason: null, at: savedAt },
          items: input.kind === 'openai-images' ? [] : [...foundModels],
        }
      },
      add(input) {
        sent.push({ call: 'add', input })
        const made = connection({ id: uuid(801), kind: input.kind, name: input.name, audience: input.audience })
        added = [...added, made]
        return made
      },
      change(input) {
        sent.push({ call: 'change', input })
        const { name, audience } = input
        return change(input.id, () => ({ ...(name !== undefined && { name }), ...(audience && { audience }) }))
      },
      test(input) {
        sent.push({ call: 'test', input })
        return change(input.id, () => ({
          check: { state: 'answers', ms: 850, reason: null, at: new Date().toISOString() },
        }))
      },
      refresh(input) {
        sent.push({ call: 'refresh', input })
        return change(input.id, () => ({}))
      },
      choose(input) {
        sent.push({ call: 'choose', input })
        return change(input.id, (before) => ({
          models: before.models.map((model) => {
            const { isShown, credits, seconds } = input.models.find(({ apiModel }) => apiModel === model.apiModel) ?? {}
            return {
              ...model,
              ...(isShown !== undefined && { isShown }),
              ...(credits !== undefined && { credits }),
              ...(seconds !== undefined && { seconds }),
            }
          }),
        }))
      },
      remove(input) {
        sent.push({ call: 'remove', input })
        added = added.filter(({ id }) => id !== input.id)
        return { id: input.id, models: 4 }
      },
    },
  }
  return { sent, replies }
}
