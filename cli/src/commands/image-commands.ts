import { randomUUID } from 'node:crypto'
import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type GenerationShape, type RequestGenerationInput, requestGenerationBody } from '#contract/cards/generation.ts'
import { cardName, imageName } from '#domain/agents/card-names.ts'
import { isPending } from '#domain/generation/status.ts'
import type { Client } from '../client.ts'
import { type Answer, type Call, type Command, clientOf, type Given, type Option } from '../command.ts'
import { cardData, cardLines, findImage, findProject, finishedIds } from '../named.ts'
import { CliFailure, usageFault } from '../terminal.ts'

const settings: readonly Option[] = [
  { name: 'model', short: 'm', value: 'name', help: "one of 'espalier models'; default: the default model" },
  { name: 'count', short: 'n', value: '1-4', help: 'how many images; each is paid; default: 4' },
  { name: 'ratio', value: 'w:h', help: 'the aspect ratio, like 16:9; default: 1:1' },
  { name: 'resolution', value: '1K|2K|4K', help: 'default: 1K' },
  { name: 'seed', value: 'number', help: 'the same seed repeats what a model made' },
  {
    name: 'ref',
    value: 'file-or-image',
    repeated: true,
    help: 'a picture that the model looks at; several times for several',
  },
  { name: 'max-price', value: 'credits', help: 'make nothing where all images together cost more' },
]
const waiting: readonly Option[] = [
  { name: 'no-wait', help: 'do not wait for the images' },
  { name: 'timeout', value: 'seconds', help: 'how long to wait; default: 600. The images go on after it' },
  { name: 'output', short: 'o', value: 'folder', help: 'store the images there' },
]

/** A number among the options; undefined where it was not given. */
function numberOf(given: Given, name: string): number | undefined {
  const written = given.text(name)
  if (written === undefined) return undefined
  const number = Number(written)
  if (written.trim() === '' || !Number.isFinite(number)) throw usageFault(`--${name} takes a number.`)
  return number
}

/** A request as the contract has it. @throws CliFailure with the field that is wrong. */
function checked(asked: object): RequestGenerationInput {
  const read = requestGenerationBody.safeParse(asked)
  if (read.success) return asked
  const [issue] = read.error.issues
  throw usageFault(`${issue?.path.join('.')}: ${issue?.message}`)
}

const settingsOf = (given: Given) => ({
  model: given.text('model'),
  count: numberOf(given, 'count'),
  aspectRatio: given.text('ratio'),
  resolution: given.text('resolution'),
  seed: numberOf(given, 'seed'),
})
/** Without what was not given. */
const present = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** The ids of the pictures that a request looks at: files are uploaded, images are named. */
async function referencesOf(client: Client, given: Given): Promise<string[]> {
  const ids: string[] = []
  for (const written of given.texts('ref')) {
    const bytes = await readFile(written).catch(() => null)
    ids.push(
      bytes
        ? await client.upload({ name: basename(written), bytes: new Uint8Array(bytes) })
        : (await findImage(client, written)).image.id,
    )
  }
  return ids
}

/** Refuses what costs more than the person said, before anything is asked for. */
async function checkPrice({ api }: Client, given: Given, body: RequestGenerationInput): Promise<void> {
  const most = numberOf(given, 'max-price')
  if (most === undefined) return
  const { items } = await api.models.list({})
  const model = items.find(({ name, value, isDefault }) =>
    body.model === undefined ? isDefault : name === body.model || value === body.model,
  )
  if (!model) throw new CliFailure('not-found', `There is no model ${JSON.stringify(body.model)} here.`)
  const price = model.ownKey ? 0 : (model.prices[body.resolution ?? '1K'] * (body.count ?? 4)) / 100
  if (price > most)
    throw new CliFailure('credits', `This costs ${price} credits, more than ${most}. Nothing was made.`, {
      code: 'max-price',
      data: { price, most },
    })
}

const isSettled = ({ status }: GenerationShape) => !isPending(status)
const readyOf = ({ images }: GenerationShape) => images.filter(({ status }) => status === 'completed').length

/** The time between two looks at a card, in milliseconds. */
const lookMs = 700

/** Waits until a card has no image in work, with a line of progress for people. */
async function waitFor(call: Call, client: Client, first: GenerationShape): Promise<GenerationShape> {
  const { terminal, given } = call
  const seconds = numberOf(given, 'timeout') ?? 600
  const isShown = terminal.isErrTty && !given.has('json') && !terminal.env.CI
  const endMs = Date.now() + seconds * 1_000
  const again = `espalier wait ${cardName(first.id)}`
  let card = first
  try {
    while (!isSettled(card)) {
      if (isShown) terminal.err(`\r${cardName(card.id)}  ${readyOf(card)} of ${card.images.length} images `)
      if (Date.now() >= endMs)
        throw new CliFailure('still-running', `The images are still in work. They go on; wait again with: ${again}`, {
          data: cardData(client, card),
        })
      await terminal.sleep(lookMs)
      card = (await client.api.generations.find({ name: card.id })).card
    }
  } catch (error) {
    if (terminal.signal.aborted)
      throw new CliFailure('interrupted', `The images go on without this command. Get them with: ${again}`, {
        data: cardData(client, card),
      })
    throw error
  } finally {
    if (isShown) terminal.err('\r\x1b[K')
  }
  return card
}

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
}

type Wanted = { readonly card: GenerationShape; readonly ids: readonly string[] }

/** Stores images as files, under their names. Nothing is overwritten unless it was asked for. @returns Their paths. */
async function storeImages(
  client: Client,
  { folder, force }: { folder: string; force: boolean },
  { card, ids }: Wanted,
) {
  await mkdir(folder, { recursive: true })
  const paths: string[] = []
  for (const image of card.images.filter(({ id }) => ids.includes(id))) {
    const { bytes, mediaType } = await client.readFile(`/images/${image.id}/file`)
    const path = join(folder, `${imageName(card.id, image.orderNum)}.${extensions[mediaType] ?? 'img'}`)
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    if (isThere && !force) throw new CliFailure('failed', `${path} is there already. Use --force to replace it.`)
    await writeFile(path, bytes, { flag: force ? 'w' : 'wx' })
    paths.push(path)
  }
  return paths
}

/** The answer of a command that waits for a card. */
async function answerWith(call: Call, client: Client, made: GenerationShape): Promise<Answer> {
  const { given } = call
  if (given.has('no-wait')) {
    const next = `Wait for the images with: espalier wait ${cardName(made.id)}`
    return { lines: [...cardLines(client, made), next], data: cardData(client, made) }
  }
  const card = await waitFor(call, client, made)
  const ids = finishedIds(card)
  const folder = given.text('output')
  const files = folder === undefined ? [] : await storeImages(client, { folder, force: false }, { card, ids })
  return {
    lines: [...cardLines(client, card), ...files],
    data: { ...cardData(client, card), ...(folder !== undefined && { files }) },
    exit: ids.length === card.images.length ? 'done' : 'images-failed',
    pictures: ids,
  }
}

/** Asks for images. A request that was cut off is sent again under the same key: nothing is made twice. */
async function request(call: Call, client: Client, asked: object): Promise<Answer> {
  const body = checked(present(asked))
  await checkPrice(client, call.given, body)
  const idempotencyKey = randomUUID()
  for (let tries = 1; ; tries++) {
    try {
      const card = await client.api.generations.request(body, { context: { idempotencyKey } })
      return await answerWith(call, client, card)
    } catch (error) {
      if (call.terminal.signal.aborted && !(error instanceof CliFailure && error.exit === 'interrupted'))
        throw new CliFailure('interrupted', 'The request may have arrived. Look at the board before you send it again.')
      const isLost =
        error instanceof CliFailure && ['unreachable', 'unavailable', 'late', 'half-sent'].includes(error.code)
      if (!isLost || tries >= maxTries) throw error
      await call.terminal.sleep(tries * 1_000)
    }
  }
}
const maxTries = 3

export const imageCommands: readonly Command[] = [
  {
    name: 'generate',
    takes: '<prompt>',
    help: 'Make a card with up to four images of a prompt, and wait for them',
    options: [
      { name: 'project', short: 'p', value: 'id-or-title', help: 'where the card stands; default: a new project' },
      ...settings,
      ...waiting,
    ],
    async run(call) {
      const client = await clientOf(call)
      const { given } = call
      const written = given.text('project')
      const project = written === undefined ? undefined : await findProject(client, written)
      const imagePrompts = await referencesOf(client, given)
      return request(call, client, {
        prompt: given.words[0],
        projectId: project?.id,
        ...settingsOf(given),
        ...(imagePrompts.length > 0 && { imagePrompts }),
      })
    },
  },
  {
    name: 'branch',
    takes: '<image> <prompt>',
    help: 'Make a card that branches from an image, and wait for its images',
    options: [{ name: 'remix', help: 'take the image freely instead of keeping it' }, ...settings, ...waiting],
    async run(call) {
      const client = await clientOf(call)
      const { given } = call
      const { card, image } = await findImage(client, given.words[0] ?? '')
      const imagePrompts = await referencesOf(client, given)
      return request(call, client, {
        prompt: given.words[1],
        projectId: card.projectId,
        parentGenerationId: card.id,
        parentImageId: image.id,
        branchKind: given.has('remix') ? 'remix' : 'enhance',
        ...settingsOf(given),
        ...(imagePrompts.length > 0 && { imagePrompts }),
      })
    },
  },
  {
    name: 'edit',
    takes: '<image> [instruction]',
    help: 'Make a card with an edited copy of an image; the image stays',
    options: [
      {
        name: 'operation',
        value: 'name',
        help: 'instruct (default), restyle, remove-background, replace-background, or upscale',
      },
      { name: 'factor', value: '2|4', help: 'how much larger, for upscale' },
      ...settings.filter(({ name }) => name === 'model' || name === 'count' || name === 'seed'),
      ...waiting,
    ],
    async run(call) {
      const client = await clientOf(call)
      const { given } = call
      const [name = '', instruction] = given.words
      const operation = given.text('operation') ?? 'instruct'
      const factor = numberOf(given, 'factor') ?? (operation === 'upscale' ? 2 : undefined)
      const { card, image } = await findImage(client, name)
      return request(call, client, {
        prompt: instruction,
        projectId: card.projectId,
        parentGenerationId: card.id,
        parentImageId: image.id,
        edit: present({ operation, factor }),
        ...settingsOf(given),
        count: numberOf(given, 'count') ?? 1,
      })
    },
  },
  {
    name: 'wait',
    takes: '<card>',
    help: 'Wait for the images of a card',
    options: waiting.filter(({ name }) => name !== 'no-wait'),
    async run(call) {
      const client = await clientOf(call)
      return answerWith(call, client, (await client.api.generations.find({ name: call.given.words[0] ?? '' })).card)
    },
  },
  {
    name: 'download',
    takes: '<card-or-image...>',
    help: 'Store images as files, in the form in which they were made',
    options: [
      { name: 'output', short: 'o', value: 'folder', help: 'default: this one' },
      { name: 'force', help: 'replace files that are there' },
    ],
    async run(call) {
      const client = await clientOf(call)
      const { given } = call
      const target = { folder: given.text('output') ?? '.', force: given.has('force') }
      const files: string[] = []
      for (const name of given.words) {
        const { card, imageId } = await client.api.generations.find({ name })
        const ids = finishedIds(card).filter((id) => imageId === null || id === imageId)
        if (ids.length === 0) throw new CliFailure('not-found', `${name} has no image that is there yet.`)
        files.push(...(await storeImages(client, target, { card, ids })))
      }
      return { lines: files, data: { files } }
    },
  },
]
