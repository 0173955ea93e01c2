import type { Context, Hono, MiddlewareHandler } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { z } from 'zod'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ImageShape } from '#contract/cards/image.ts'
import { providerFacts } from '#domain/models/providers.ts'
import { failure, type Result, success } from '#domain/result.ts'
import { isUuid } from '#domain/text/is-uuid.ts'
import type { AsyncResult, Refusal } from '#server/db/refusal.ts'
import { ownKeysOf } from '#server/models/model-key-rows.ts'
import type { AgentCall } from '../../agents/agent-tool.ts'
import { editStart } from '../../agents/openai/edit-start.ts'
import { imagesProject } from '../../agents/openai/images-project.ts'
import { type ImagesRequest, imagesBody, readRequest } from '../../agents/openai/images-request.ts'
import {
  findEarlierCard,
  type ImagesStart,
  keyOfUnkeyed,
  requestImages,
  waitForImages,
} from '../../agents/openai/make-images.ts'
import { pictureFile } from '../../agents/openai/picture-answer.ts'
import { linkRoute, linkTo, openLink } from '../../agents/openai/picture-links.ts'
import { isOpenToken } from '../../features/api-tokens/api-tokens.ts'
import type { IdempotentRequest } from '../../features/idempotency.ts'
import { isOpenProject } from '../../features/projects/project-rows.ts'
import { createAdmission } from '../../operations/admission.ts'
import { type AppDeps, type AppEnv, type CallDeps, createCallDeps } from '../app-context.ts'
import { keepOutOfCaches, readToken, requireScope } from '../guards/guards.ts'
import { readIdempotencyKey } from '../guards/idempotency-key.ts'
import type { RequestLimits } from '../guards/request-limits.ts'
import { type DataPictures, withDataPictures } from '../receive/receive-data-pictures.ts'
import { type PictureForm, withReceivedPictures } from '../receive/receive-pictures.ts'
import { endingStream } from '../replies/ending-stream.ts'
import { errorBodyOf, errorReply } from '../replies/error-reply.ts'
import { inOpenAiShape, openAiErrorOf } from '../replies/openai-errors.ts'
import { addressOf } from './mcp-route.ts'

type Call = AgentCall & { readonly deps: CallDeps }
type Reply = (c: Context<AppEnv>, call: Call) => Promise<Response>

/** Names the project that images land in, in place of the token's own. */
const projectHeader = 'x-espalier-project'
/** A library of OpenAI repeats a request with a number above 0 here, and without a key of its own. */
const repeatHeader = 'x-stainless-retry-count'

/** The pictures of a request, of a form or of JSON, and the fields beside them. */
type Received = DataPictures<z.output<typeof imagesBody>>

const isJson = (c: Context<AppEnv>) => /^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')

const edited: PictureForm = { parts: ['image', 'image[]', 'mask'], maxFiles: 17, maxFieldBytes: 16_000 }

const requireToken: MiddlewareHandler<AppEnv> = (c, next) =>
  c.get('token')
    ? next()
    : Promise.resolve(
        errorReply({
          code: 'unauthenticated',
          message: 'Send a token of Espalier as the API key. Make one in Manage account, API & agents.',
        }),
      )

/** Requests that wait for their images, for up to ten minutes: they hold no place of those that are answered at once. */
const waiting = { total: 1_000, ofToken: 16, ofUser: 64 }

/** Holds a place for a request until its reply has ended, that of a stream included. */
function holdWait(): MiddlewareHandler<AppEnv> {
  const byUser = createAdmission({ total: waiting.total, perOwner: waiting.ofUser })
  const byToken = createAdmission({ total: waiting.total, perOwner: waiting.ofToken })
  return async (c, next) => {
    const ofUser = byUser.tryTake({ owner: c.get('userId'), weight: 1 })
    const ofToken = ofUser && byToken.tryTake({ owner: c.get('token').id, weight: 1 })
    const release = () => {
      ofUser?.release()
      ofToken?.release()
    }
    if (!ofUser || !ofToken) {
      release()
      return errorReply({ code: 'rate-limited', message: 'Too many requests of this token wait for their images.' })
    }
    let isStreaming = false
    try {
      await next()
      const { body, headers } = c.res
      isStreaming = body !== null && headers.get('content-type')?.startsWith('text/event-stream') === true
      if (isStreaming && body) c.res = new Response(endingStream(body, release), c.res)
    } finally {
      if (!isStreaming) release()
    }
    return undefined
  }
}

/** Images by the interface of OpenAI, at `/v1`: by a token alone, with refusals in the shape of OpenAI. */
export function addOpenAiRoutes(app: Hono<AppEnv>, deps: AppDeps, limits: RequestLimits): void {
  const callDeps = createCallDeps(deps)
  const callOf = (c: Context<AppEnv>): Call => {
    const ofCall = callDeps(c.var)
    const { req } = c
    return {
      deps: ofCall,
      userId: c.get('userId'),
      token: c.get('token'),
      address: addressOf(ofCall, c),
      signal: req.raw.signal,
      progress: () => Promise.resolve(),
    }
  }
  const answer = (reply: Reply) => (c: Context<AppEnv>) =>
    deps.isDraining() ? errorReply({ code: 'unavailable' }) : reply(c, callOf(c))

  app.use('/v1/*', inOpenAiShape, limits.byAddress, keepOutOfCaches)
  app.get(linkRoute, (c) => sendLinked(c, deps))
  app.use('/v1/*', readToken(deps), requireToken, limits.byPerson)
  app.get('/v1/models', requireScope({ scope: 'read' }), answer(listModels))
  app.get('/v1/models/:id{.+}', requireScope({ scope: 'read' }), answer(readModel))
  const waits = holdWait()
  app.post('/v1/images/generations', requireScope({ scope: 'generate' }), limits.body, waits, answer(generate))
  app.post('/v1/images/edits', requireScope({ scope: 'generate' }), waits, answer(edit))
  app.all('/v1/*', ({ req }) =>
    errorReply({ code: 'not-found', message: `There is no ${req.method} ${req.path} here.` }),
  )
}

const unknown = (what: string): Refusal => ({
  code: 'not-found',
  message: `There is no model ${what} here.`,
  data: { missing: 'model' },
})

async function usableModels({ deps: { db, registry }, userId }: Call) {
  const own = await ownKeysOf(db, userId)
  return registry.modelsFor(userId).filter((model) => registry.missing(model, own) === null)
}
const modelShape = ({ value, provider, connection }: Awaited<ReturnType<typeof usableModels>>[number]) => ({
  id: value,
  object: 'model',
  created: 0,
  owned_by: connection?.name ?? providerFacts[provider].label,
})

const listModels: Reply = async (c, call) =>
  c.json({ object: 'list', data: (await usableModels(call)).map(modelShape) })

const readModel: Reply = async (c, call) => {
  const id = c.req.param('id') ?? ''
  const model = (await usableModels(call)).find(({ value, name }) => value === id || name === id)
  return model ? c.json(modelShape(model)) : errorReply(unknown(JSON.stringify(id)))
}

const linkEnded = 'This link is wrong, older than an hour, or its token has ended. Ask for the image again.'

/** Sends the image of a link, which needs no token. */
async function sendLinked(c: Context<AppEnv>, deps: AppDeps): Promise<Response> {
  const linked = openLink(deps.keySeal, c.req.param('owner') ?? '', c.req.param('sealed') ?? '')
  if (!linked) return errorReply({ code: 'not-found', message: linkEnded })
  const { userId, imageId, format, tokenId } = linked
  const ofOwner = createCallDeps(deps)({ userId, token: undefined })
  if (!(await isOpenToken(ofOwner.db, { userId, tokenId })))
    return errorReply({ code: 'not-found', message: linkEnded })
  const file = await pictureFile({ deps: ofOwner, userId, signal: c.req.raw.signal }, imageId, { format, quality: 90 })
  if (!file.ok) return errorReply(file.error)
  return c.body(new Uint8Array(file.value), 200, {
    'content-type': `image/${format}`,
    'cache-control': 'private, max-age=3600',
    'x-content-type-options': 'nosniff',
  })
}

/** The project of the request: that of its header, else the token's own. */
async function projectOf(c: Context<AppEnv>, call: Call): AsyncResult<string> {
  const named = c.req.header(projectHeader)
  if (named === undefined) return imagesProject(call)
  const isOpen = isUuid(named) && (await isOpenProject(call.deps.db, call.userId, named))
  return isOpen
    ? success(named)
    : failure({ code: 'not-found', message: `There is no project ${JSON.stringify(named)}.` })
}

/** The key of a request: its own, which decides alone, else one by which a repetition of the same request is known. */
async function keyOf(c: Context<AppEnv>, call: Call, about: object): AsyncResult<IdempotentRequest> {
  const name = `POST ${c.req.path}`
  // Everything that was asked for.
  const body = { ...about, project: c.req.header(projectHeader) ?? null }
  const own = readIdempotencyKey({ key: c.req.header('idempotency-key'), token: call.token }, name, body)
  if (!own.ok) return own
  const isRepeated = Number(c.req.header(repeatHeader) ?? 0) > 0
  return success(own.value ?? (await keyOfUnkeyed(call, { call: name, body, isRepeated })))
}

const generate: Reply = async (c, call) => {
  // Half a megabyte at most.
  const body = imagesBody.safeParse(await c.req.json().catch(() => null))
  if (!body.success) return errorReply({ code: 'invalid', data: { issues: body.error.issues } })
  const asked = readRequest(body.data)
  const idempotency = await keyOf(c, call, { fields: body.data })
  if (!idempotency.ok) return errorReply(idempotency.error)
  const earlier = await findEarlierCard(call, idempotency.value)
  if (!earlier.ok) return errorReply(earlier.error)
  if (earlier.value) return answerWith(c, call, { asked, card: earlier.value, event: 'image_generation' })
  const projectId = await projectOf(c, call)
  if (!projectId.ok) return errorReply(projectId.error)
  const start: ImagesStart = { projectId: projectId.value }
  const made = await requestImages(call, asked, { start, idempotency: idempotency.value })
  return made.ok ? answerWith(c, call, { asked, card: made.value, event: 'image_generation' }) : errorReply(made.error)
}

const edit: Reply = async (c, call) => {
  const work = call.deps.work.of(call.userId, call.signal)
  const input = {
    request: c.req.raw,
    form: edited,
    temporaryFiles: work.temporaryFiles,
    graceSeconds: call.deps.requestSeconds,
  }
  const take = async ({
    fields,
    files,
  }: Received): Promise<Result<{ asked: ImagesRequest; card: GenerationShape }, Refusal>> => {
    const asked = readRequest(fields)
    const about = { fields, files: files.map(({ part, sha256 }) => [part, sha256]) }
    const idempotency = await keyOf(c, call, about)
    if (!idempotency.ok) return idempotency
    const earlier = await findEarlierCard(call, idempotency.value)
    if (!earlier.ok) return earlier
    if (earlier.value) return success({ asked, card: earlier.value })
    const projectId = await projectOf(c, call)
    if (!projectId.ok) return projectId
    const pictures = files.filter(({ part }) => part !== 'mask')
    const mask = files.find(({ part }) => part === 'mask') ?? null
    const start = await editStart(call, { pictures, mask }, projectId.value)
    if (!start.ok) return start
    const card = await requestImages(call, asked, { ...start.value, idempotency: idempotency.value })
    return card.ok ? success({ asked, card: card.value }) : card
  }
  const made = isJson(c)
    ? await withDataPictures({ ...input, fields: imagesBody }, take)
    : await withReceivedPictures(input, async ({ fields, files }) => {
        const body = imagesBody.safeParse(fields)
        if (!body.success) return failure({ code: 'invalid', data: { issues: body.error.issues } })
        return take({ fields: body.data, files })
      })
  return made.ok ? answerWith(c, call, { ...made.value, event: 'image_edit' }) : errorReply(made.error)
}

type Made = {
  readonly asked: ImagesRequest
  readonly card: GenerationShape
  readonly event: 'image_generation' | 'image_edit'
}

/** Credits are charged here, and no tokens; clients read these fields. */
const usage = {
  input_tokens: 0,
  output_tokens: 0,
  total_tokens: 0,
  input_tokens_details: { image_tokens: 0, text_tokens: 0 },
}
const about = ({ format }: ImagesRequest, { width, height }: Pick<ImageShape, 'width' | 'height'>) => ({
  output_format: format,
  size: `${width}x${height}`,
})
/** Events of a stream name quality and background, where `auto` is allowed; a reply in JSON allows no `auto` and names neither. */
const unstated = { quality: 'auto', background: 'auto' } as const
const secondsOf = (time: string) => Math.floor(Date.parse(time) / 1_000)

/** One image as the request wants it: its bytes, or a link. */
async function dataOf(call: Call, made: Made, image: ImageShape): AsyncResult<{ url: string } | { b64_json: string }> {
  const { format } = made.asked
  if (made.asked.answersWith !== 'url') return bytesOf(call, made, image)
  const { address, userId } = call
  return success({
    url: linkTo({ address, seal: call.deps.keySeal, userId }, { imageId: image.id, format, tokenId: call.token.id }),
  })
}

async function bytesOf(call: Call, { asked }: Made, { id }: ImageShape): AsyncResult<{ b64_json: string }> {
  const file = await pictureFile(call, id, asked)
  return file.ok ? success({ b64_json: Buffer.from(file.value).toString('base64') }) : file
}

async function answerWith(c: Context<AppEnv>, call: Call, made: Made): Promise<Response> {
  if (made.asked.stream) return streamImages(c, call, { ...made, partialImages: made.asked.stream.partialImages })
  const ended = await waitForImages(call, made.card, null)
  if (!ended.ok) return errorReply(ended.error)
  const data: object[] = []
  for (const image of ended.value.images) {
    const one = await dataOf(call, made, image)
    if (!one.ok) return errorReply(one.error)
    data.push(one.value)
  }
  const [first] = ended.value.images
  return c.json({
    created: secondsOf(ended.value.card.createdAt),
    data,
    ...(first && about(made.asked, first)),
    usage,
  })
}

/** A comment, before a proxy closes a stream that is quiet. */
const keepAliveMs = 15_000

/** Streams previews of the images as partial ones, then each image. */
const streamImages = (c: Context<AppEnv>, call: Call, made: Made & { readonly partialImages: number }) =>
  streamSSE(c, async (stream) => {
    const { asked, card, event } = made
    const created_at = secondsOf(card.createdAt)
    const send = (type: string, fields: object) =>
      stream.writeSSE({ event: type, data: JSON.stringify({ type, created_at, ...fields }) })
    const timer = setInterval(() => void stream.write(': keep-alive\n\n'), keepAliveMs)
    let partials = 0
    const reportPartial = async (preview: Buffer) => {
      if (partials >= made.partialImages) return
      const image = { b64_json: preview.toString('base64'), partial_image_index: partials++ }
      await send(`${event}.partial_image`, {
        ...image,
        output_format: 'webp',
        size: 'auto',
        ...unstated,
      })
    }
    try {
      const ended = await waitForImages(call, card, made.partialImages > 0 ? reportPartial : null)
      if (!ended.ok) {
        await send('error', openAiErrorOf(errorBodyOf(ended.error), 400))
        return
      }
      for (const image of ended.value.images) {
        // An event has the bytes, whatever a reply would have.
        const one = await bytesOf(call, made, image)
        if (one.ok) await send(`${event}.completed`, { ...one.value, ...about(asked, image), ...unstated, usage })
        else await send('error', openAiErrorOf(errorBodyOf(one.error), 400))
      }
    } finally {
      clearInterval(timer)
    }
  })
