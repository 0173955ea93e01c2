import { z } from 'zod'
import { assistantModes, languageProviders, runStates } from '#domain/agents/assistant-run.ts'
import { bySession } from '../call-scope.ts'
import { list } from '../list.ts'
import { baseUrl, connectionCheckShape, pastedKey } from '../models/model-connection.ts'
import { text, time, uuid } from '../text.ts'
import { tokenBudget } from './api-token.ts'

/** A language model of a person, without its key. */
const languageModelShape = z.strictObject({
  provider: z.enum(languageProviders),
  /** Of a server with OpenAI's chat calls; null: the provider's own. */
  baseUrl: z.string().nullable(),
  model: z.string(),
  /** The last characters of the key; null without one. */
  lastFour: z.string().nullable(),
  savedAt: time,
})

/** The language models that the assistant of a person can use; their own comes first. */
export const assistantSetupShape = z.strictObject({
  own: languageModelShape.nullable(),
  server: languageModelShape.pick({ provider: true, model: true }).nullable(),
})
export type AssistantSetupShape = z.infer<typeof assistantSetupShape>

const model = z
  .string()
  .trim()
  .min(1, 'Name a model.')
  .max(200)
  .regex(/^[\x21-\x7e]+$/, 'The id of a model has no spaces.')

/** Where a language model is. Without `key` the saved one is used, where provider and address are the same. */
export const languageModelPlace = z.strictObject({
  provider: z.enum(languageProviders),
  baseUrl: baseUrl.optional(),
  key: pastedKey.optional(),
})
export type LanguageModelPlace = z.infer<typeof languageModelPlace>
const saveLanguageModelBody = languageModelPlace.extend({ model })

/** A thing of the canvas that a request is about, with the words by which it was shown. */
const runSubject = z.strictObject({
  kind: z.enum(['card', 'image', 'frame']),
  id: uuid,
  label: z.string().max(160),
})
export type RunSubject = z.infer<typeof runSubject>

/** One step of a run: a call of a tool. */
const runStep = z.strictObject({
  kind: z.literal('step'),
  id: z.string(),
  tool: z.string(),
  title: z.string(),
  /** Why, in the words of the model. */
  why: z.string(),
  state: z.enum(['planned', 'running', 'done', 'refused', 'stopped']),
  /** In credits, of steps that ask for images; null: it costs nothing. */
  credits: z.number().nullable(),
  /** The result that it would make, in a line; empty where the title says it. */
  detail: z.string(),
  /** Why it was refused. */
  message: z.string().nullable(),
  /** The cards that it made. */
  cards: z.array(z.uuid()),
})
export type RunStepShape = z.infer<typeof runStep>
export const runPart = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
  runStep,
])
export type RunPartShape = z.infer<typeof runPart>

/** One request to the assistant, and what came of it. */
export const runShape = z.strictObject({
  id: z.uuid(),
  projectId: z.uuid(),
  conversationId: z.uuid(),
  mode: z.enum(assistantModes),
  /** The purse that it works in; null: the whole canvas. */
  purseId: z.uuid().nullable(),
  request: z.string(),
  subjects: z.array(runSubject),
  state: z.enum(runStates),
  /** Why it stopped or failed, as a sentence; null otherwise. */
  reason: z.string().nullable(),
  parts: z.array(runPart),
  /** The price of the steps that wait for Go, in credits; null where none waits. */
  asks: z.strictObject({ credits: z.number() }).nullable(),
  /** Credits: what it may spend, and what it has spent or holds. */
  budget: z.number().nullable(),
  spent: z.number(),
  /** Tokens of the language model, of its input and output. */
  tokens: z.int(),
  model: z.string(),
  /** The cards that it asked for, and that are on the canvas. */
  cards: z.array(z.uuid()),
  /** Whether there is something to take back. */
  canUndo: z.boolean(),
  isUndone: z.boolean(),
  createdAt: time,
  endedAt: time.nullable(),
})
export type RunShape = z.infer<typeof runShape>

/** Runs that go on with each other. */
const conversationShape = z.strictObject({
  id: z.uuid(),
  /** The beginning of its first request. */
  title: z.string(),
  runs: z.int(),
  /** When its last run began. */
  lastAt: time,
})
export type ConversationShape = z.infer<typeof conversationShape>

export const startRunBody = z.strictObject({
  /** Chosen by the sender: sent again, the same run answers. */
  runId: uuid,
  request: text({ minimum: 1, maximum: 8_000 }),
  subjects: z
    .array(runSubject.omit({ label: true }))
    .max(20)
    .default([]),
  mode: z.enum(assistantModes).default('ask'),
  /** Credits that a run in the mode 'auto' may spend. */
  budget: tokenBudget.shape.credits.or(z.literal(0)).nullable().default(null),
  /** The purse in which a run in the mode 'auto' works, and that pays for it; null: the whole canvas, with `budget`. */
  purseId: uuid.nullable().default(null),
  /** The conversation that it goes on with; null: a new one. */
  conversationId: uuid.nullable().default(null),
})
export type StartRunBody = z.infer<typeof startRunBody>

const byId = z.strictObject({ id: uuid })

/** The calls of the assistant: for sessions alone, a program has its own model. */
export const assistantCalls = {
  setup: bySession
    .route({ method: 'GET', path: '/assistant', summary: 'The language models of your assistant, without their keys' })
    .output(assistantSetupShape),
  saveModel: bySession
    .meta({ caller: 'account', activity: 'key-saved' })
    .route({
      method: 'PUT',
      path: '/assistant/model',
      summary: 'Save a language model of your own, after its provider has answered',
    })
    .input(saveLanguageModelBody)
    .output(assistantSetupShape),
  removeModel: bySession
    .meta({ activity: 'key-removed' })
    .route({ method: 'DELETE', path: '/assistant/model', summary: 'Remove your own language model with its key' })
    .output(assistantSetupShape),
  models: bySession
    .meta({ caller: 'account' })
    .route({
      method: 'POST',
      path: '/assistant/models',
      summary: 'Ask a provider which language models it has; nothing is saved',
    })
    .input(languageModelPlace)
    .output(z.strictObject(list(z.strictObject({ id: z.string(), name: z.string() })))),
  test: bySession
    .meta({ caller: 'account' })
    .route({
      method: 'POST',
      path: '/assistant/test',
      summary: 'Test the language model that the assistant uses, by a call that costs nothing',
    })
    .output(connectionCheckShape),
  run: bySession
    .route({ method: 'GET', path: '/assistant/runs/{id}', summary: 'One run of the assistant' })
    .input(byId)
    .output(runShape),
  go: bySession
    .route({
      method: 'POST',
      path: '/assistant/runs/{id}/go',
      summary: 'Let the steps run that wait, as they and their price were shown; once',
    })
    .input(byId.extend({ credits: z.number().min(0), steps: z.array(z.string().max(200)).max(50) }))
    .output(runShape),
  stop: bySession
    .route({
      method: 'POST',
      path: '/assistant/runs/{id}/stop',
      summary: 'Stop a run: its model is not asked again. Images go on, unless they are cancelled as well',
    })
    .input(byId.extend({ images: z.enum(['keep', 'cancel']).default('keep') }))
    .output(runShape),
  undo: bySession
    .route({
      method: 'POST',
      path: '/assistant/runs/{id}/undo',
      summary:
        'Take back all that a run did: its cards go to the trash, moves and marks are restored where they still stand',
    })
    .input(byId)
    .output(runShape),
}

/** The same below a project. */
export const projectAssistantCalls = {
  assistantRuns: bySession
    .route({
      method: 'GET',
      path: '/projects/{id}/assistant',
      summary: 'The last 50 runs of the assistant in a project, or in one conversation, newest first',
    })
    .input(byId.extend({ conversationId: uuid.optional() }))
    .output(z.strictObject(list(runShape))),
  assistantConversations: bySession
    .route({
      method: 'GET',
      path: '/projects/{id}/assistant/conversations',
      summary: 'The last 100 conversations with the assistant in a project, newest first',
    })
    .input(byId)
    .output(z.strictObject(list(conversationShape))),
  askAssistant: bySession
    .meta({ caller: 'account' })
    .route({
      method: 'POST',
      path: '/projects/{id}/assistant',
      successStatus: 201,
      summary: 'Ask the assistant for something; an id that was used already answers with its run',
    })
    .input(startRunBody.extend(byId.shape))
    .output(runShape),
}
