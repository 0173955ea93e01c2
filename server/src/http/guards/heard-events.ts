import type { CallMeta } from '#contract/call-scope.ts'
import { contract } from '#contract/contract.ts'
import { type EventName, eventSchemas } from '#contract/events.ts'
import type { TokenCaller } from '#server/auth/known-tokens.ts'
import type { SentEvent } from '../../events/followers.ts'
import { previewRoute } from '../routes/preview-routes.ts'
import { scopeRefusal } from './token-scopes.ts'

type ContractCall = { readonly '~orpc': { readonly meta: CallMeta } }
const metaOf = (call: ContractCall): CallMeta => call['~orpc'].meta

const { assistant, credits, images, projects, purses, references, series } = contract
/** The call that reads what each event says, by its rights: who may not make it does not hear the event either. */
const rightsOfEvents: { readonly [Name in EventName]: CallMeta } = {
  'generation-created': metaOf(projects.generations),
  'generation-changed': metaOf(projects.generations),
  'generation-deleted': metaOf(projects.generations),
  'generation-restored': metaOf(projects.generations),
  'image-changed': metaOf(projects.generations),
  'image-progress': previewRoute.needs,
  'project-changed': metaOf(projects.get),
  'frame-changed': metaOf(projects.history),
  'note-changed': metaOf(projects.history),
  'purse-changed': metaOf(purses.list),
  'review-changed': metaOf(projects.review),
  'series-changed': metaOf(series.get),
  'assistant-changed': metaOf(assistant.run),
  'assistant-text': metaOf(assistant.run),
  'descriptions-changed': metaOf(images.description),
  // The strictest of the three lists: saved prompts and word lists are open to tokens of one project too, references are not.
  'words-changed': metaOf(references.list),
  'credits-changed': metaOf(credits.get),
  // Names nothing but a number of the stream.
  reset: { scope: 'any' },
}

const isEventName = (name: string): name is EventName => Object.hasOwn(eventSchemas, name)

/** Whether a caller hears an event: a session all of them, a token what it may read, of one project those of that project. */
export function isHeardBy(token: TokenCaller | undefined, { name, data }: SentEvent): boolean {
  if (!token) return true
  if (!isEventName(name) || scopeRefusal(token, rightsOfEvents[name]) !== null) return false
  const isOfProject = 'projectId' in eventSchemas[name].shape
  return token.projectId === null || !isOfProject || data.projectId === token.projectId
}
