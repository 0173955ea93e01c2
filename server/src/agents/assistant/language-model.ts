import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, type LanguageModel } from 'ai'
import { z } from 'zod'
import { type LanguageProvider, languageProviderLabel } from '#domain/agents/assistant-run.ts'
import { failure, type Result, success } from '#domain/result.ts'
import type { Admit } from '../../operations/admission.ts'
import { answerLimits, type LimitedFetch } from '../../operations/bounded-fetch.ts'
import { listUpTo } from '../../operations/outside-list.ts'

// Its warnings would go to the console; the log of this server is JSON.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

/** Where a language model is, with its key in the clear. */
export type LanguagePlace = {
  readonly provider: LanguageProvider
  /** Null: the provider's own. */
  readonly baseUrl: string | null
  /** Empty: the server needs none. */
  readonly key: string
  /** The way in which it is reached: guarded where a person chose the address. */
  readonly fetch: LimitedFetch
}

/** A model that can be asked. */
export type OpenModel = {
  readonly model: LanguageModel
  /** For people: 'claude-sonnet-5 (Anthropic)'. */
  readonly label: string
  readonly provider: LanguageProvider
  /** Whether answers of tools may hold pictures: servers with OpenAI's chat calls take text alone there. */
  readonly seesPictures: boolean
}

const defaultAddress: Readonly<Record<Exclude<LanguageProvider, 'compatible'>, string>> = {
  anthropic: 'https://api.anthropic.com/v1',
  openai: 'https://api.openai.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
}

const addressOf = ({ provider, baseUrl }: Pick<LanguagePlace, 'provider' | 'baseUrl'>): string =>
  (baseUrl ?? (provider === 'compatible' ? '' : defaultAddress[provider])).replace(/\/+$/, '')

function modelAt(place: LanguagePlace, name: string): LanguageModel {
  const { provider, key: apiKey } = place
  const fetch = place.fetch(answerLimits.turn)
  const baseURL = addressOf(place)
  if (provider === 'anthropic') return createAnthropic({ baseURL, apiKey, fetch })(name)
  if (provider === 'openai') return createOpenAI({ baseURL, apiKey, fetch })(name)
  if (provider === 'google') return createGoogleGenerativeAI({ baseURL, apiKey, fetch })(name)
  // A local server may need no key, and none is sent.
  const settings = { name: 'compatible', baseURL, fetch, includeUsage: true }
  return createOpenAICompatible(apiKey === '' ? settings : { ...settings, apiKey })(name)
}

/** Opens a model by its name at its provider. Nothing is sent yet. */
export const openLanguageModel = (place: LanguagePlace, name: string): OpenModel => ({
  model: modelAt(place, name),
  label: `${name} (${languageProviderLabel[place.provider]})`,
  provider: place.provider,
  seesPictures: place.provider !== 'compatible',
})

/** A model of a list. */
export type ListedModel = { readonly id: string; readonly name: string }

/** `key`: it was refused. `away`: no answer, or one that can't be read. */
export type LookFailure = { readonly kind: 'key' | 'away'; readonly message: string }

/** A list may have thousands of models; more than this no one reads. */
const maxListed = 500
/** Models of a list that are looked at: the first ones of it need not be for conversations. */
const maxRead = 5_000
const listMs = 15_000

const openAiList = z.object({
  data: listUpTo(maxRead, z.object({ id: z.string(), display_name: z.string().optional() })),
})
const googleList = z.object({
  models: listUpTo(
    maxRead,
    z.object({
      name: z.string(),
      displayName: z.string().optional(),
      supportedGenerationMethods: listUpTo(50, z.string()).default([]),
    }),
  ),
})

/** Models of OpenAI that hold no conversation. */
const noConversation = /embedding|whisper|tts|dall-e|image|audio|realtime|moderation|transcribe|sora|babbage|davinci/

/** The request of each provider's list: https://docs.anthropic.com/en/api/models-list, …/v1/models, …/v1beta/models. */
function listRequest({ provider, key, baseUrl }: LanguagePlace): { url: string; headers: Record<string, string> } {
  const base = addressOf({ provider, baseUrl })
  if (provider === 'anthropic')
    return {
      url: `${base}/models?limit=${maxListed}`,
      headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
    }
  if (provider === 'google') return { url: `${base}/models?pageSize=${maxListed}`, headers: { 'x-goog-api-key': key } }
  return { url: `${base}/models`, headers: key === '' ? {} : { authorization: `Bearer ${key}` } }
}

function readList(provider: LanguageProvider, body: unknown): ListedModel[] {
  if (provider === 'google')
    return googleList
      .parse(body)
      .models.filter(({ supportedGenerationMethods: methods }) => methods.includes('generateContent'))
      .map(({ name, displayName }) => ({ id: name.replace(/^models\//, ''), name: displayName ?? name }))
  const models = openAiList.parse(body).data.map(({ id, display_name: name }) => ({ id, name: name ?? id }))
  return provider === 'openai' ? models.filter(({ id }) => !noConversation.test(id)) : models
}

/** Whether the guard of internal networks refused an address, perhaps as the cause of what `fetch` threw. */
const isGuarded = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotPublic' || isGuarded(error.cause))

/** Asks a provider for its models, by a call that costs nothing. @param turn A turn at looking outside. */
export const listLanguageModels = (place: LanguagePlace, turn: Admit): Promise<Result<ListedModel[], LookFailure>> =>
  turn(1, () => askForList(place))

async function askForList(place: LanguagePlace): Promise<Result<ListedModel[], LookFailure>> {
  const { provider } = place
  const name = languageProviderLabel[provider]
  const { url, headers } = listRequest(place)
  try {
    const reply = await place.fetch({ ...answerLimits.list, maxMs: listMs })(url, { headers })
    if (reply.status === 401 || reply.status === 403)
      return failure({ kind: 'key', message: `${name} doesn't accept this key. Copy it again, as a whole.` })
    // Google answers a malformed key with 400.
    if (reply.status === 400 && provider === 'google')
      return failure({ kind: 'key', message: `${name} doesn't accept this key. Copy it again, as a whole.` })
    if (!reply.ok) return failure({ kind: 'away', message: `${name} answered ${reply.status}. Check the address.` })
    const listed = readList(provider, await reply.json())
    return success(listed.slice(0, maxListed).sort((a, b) => a.id.localeCompare(b.id)))
  } catch (error) {
    const message = isGuarded(error)
      ? `${name} is in an internal network, or without https. The person who runs this server can allow its host: ALLOWED_PROVIDER_HOSTS.`
      : `${name} did not answer. Check the address, or try again in a moment.`
    return failure({ kind: 'away', message })
  }
}

/** The error of a call behind that of its repetitions; null where no reply came. */
function repliedError(error: unknown): APICallError | null {
  const cause = error instanceof Error && 'lastError' in error ? error.lastError : error
  return APICallError.isInstance(cause) ? cause : null
}

/** Whether a provider replied with a refusal: it read nothing, and nothing is charged. */
export const isRefused = (error: unknown): boolean => {
  const { statusCode = 500 } = repliedError(error) ?? {}
  return statusCode >= 400 && statusCode < 500
}

/** Whether a provider refused a conversation as too long for its model: each says so in its own words. */
export function isTooLong(error: unknown): boolean {
  const { statusCode, message = '' } = repliedError(error) ?? {}
  if (statusCode === 413) return true
  const words = message.slice(0, 2_000).toLowerCase()
  return statusCode === 400 && ['context', 'too long', 'token'].some((word) => words.includes(word))
}

/** The failure of a call of a model, as a sentence for its person. */
export function modelFailure(error: unknown, { provider }: Pick<OpenModel, 'provider'>): string {
  const name = languageProviderLabel[provider]
  const cause = repliedError(error)
  if (!cause) return `${name} did not answer. Ask again in a moment.`
  const { statusCode } = cause
  // Google answers a key that it does not know with 400.
  const isKeyOfGoogle = provider === 'google' && statusCode === 400 && /api.key/i.test(cause.message.slice(0, 2_000))
  if (statusCode === 401 || statusCode === 403 || isKeyOfGoogle)
    return `${name} doesn't accept the key any more. Replace it in the settings of the assistant.`
  if (statusCode === 402) return `${name} wants to be paid before it answers. Look at your account there.`
  if (statusCode === 404) return `${name} has no such model. Choose another one in the settings of the assistant.`
  if (statusCode === 429) return `${name} has had too many requests, or the account there is used up. Try again later.`
  if (statusCode === 400 || statusCode === 422)
    return `${name} refused the request: ${cause.message.slice(0, 200)} The model may be too small, or can't use tools.`
  return `${name} did not answer${statusCode === undefined ? '' : ` (${statusCode})`}. Ask again in a moment.`
}
