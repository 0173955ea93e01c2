import { request } from 'playwright-core'
import { makeLineageBoard, makeRace } from './lineage-board.ts'

type Generation = { id: string; projectId: string; status: string; images: { id: string }[] }
type StorageState = Awaited<ReturnType<Awaited<ReturnType<typeof request.newContext>>['storageState']>>

export type Account = {
  /** Cookies of a user with projects and pictures, and of a new user. */
  regular: StorageState
  newcomer: StorageState
  fullProject: string
  emptyProject: string
  /** The project on the screenshot of the README. */
  readmeProject: string
  /** The path of the address of a review link. */
  sharedAddress: string
  /** A search with dead ends. */
  lineageProject: string
  /** A race without a winner. */
  raceProject: string
}

const waitMs = 500
const maxWaitMs = 120_000

async function signUp(address: string, name: string) {
  const context = await request.newContext({ baseURL: address, extraHTTPHeaders: { origin: address } })
  const email = `${name.toLowerCase()}-${Date.now()}@orchard.studio`
  const data = { email, password: 'orchard', name, firstName: name }
  const reply = await context.post('/api/auth/sign-up/email', { data })
  if (!reply.ok()) throw new Error(`Sign-up answered ${reply.status()}: ${await reply.text()}`)
  return context
}

/** Creates one account with a canvas of finished, failed and branched cards, and one without anything. */
export async function seedAccount(address: string): Promise<Account> {
  const newcomer = await signUp(address, 'Newcomer')
  const regular = await signUp(address, 'Mara')
  const post = async (path: string, data: object) => {
    const reply = await regular.post(path, { data })
    if (!reply.ok()) throw new Error(`${path} answered ${reply.status()}: ${await reply.text()}`)
    return (await reply.json()) as Generation
  }
  const generate = (prompt: string, more: object = {}) =>
    post('/api/generations', { prompt, model: 'Sketch', aspectRatio: '2:3', ...more })

  const emptyProject = await post('/api/projects', { title: 'New Project' })
  const sea = await generate('A small white sail under a full moon, long rolling swell, deep blue')
  const root = await generate('A still lake between pine hills, first light, mist on the water')
  const place = (column: number, row: number) => ({
    projectId: root.projectId,
    canvasX: 10_000 + column * 900,
    canvasY: 10_000 + row * 500,
  })
  const under = (parent: Generation) => ({ parentGenerationId: parent.id, parentImageId: parent.images[0]?.id })
  await whenSettled(regular, root.projectId)
  const left = await generate('The same lake in autumn, late sun between the trunks', {
    ...place(-1, 1),
    ...under(root),
  })
  const middle = await generate('Three pears and a stoneware vase, one window, a Dutch still life', {
    ...place(0, 1),
    ...under(root),
    aspectRatio: '1:1',
  })
  const right = await generate('A fox in the snow at dusk, risograph grain', {
    ...place(1, 1),
    ...under(root),
    aspectRatio: '4:3',
  })
  await whenSettled(regular, root.projectId)
  await generate('Wide dunes, two suns, a caravan far away', { ...place(-1, 2), ...under(left), aspectRatio: '16:9' })
  await generate('The harvest indoors, by candlelight [[fail:3]]', { ...place(0, 2), ...under(middle) })
  await generate('A portrait that the model refuses [[refuse]]', { ...place(1, 2), ...under(right) })
  await whenSettled(regular, root.projectId)
  await whenSettled(regular, sea.projectId)
  await regular.patch(`/api/projects/${root.projectId}`, { data: { title: 'Walled garden' } })
  const readmeProject = await makeReadmeBoard(regular, generate)
  const whenEnded = (projectId: string) => whenSettled(regular, projectId)
  const link = { expiry: 'never', showsPrompts: true }
  const sharing = await regular.post(`/api/projects/${root.projectId}/shares`, { data: link })
  const { address: sharedAddress } = (await sharing.json()) as { address: string }
  await review(address, sharedAddress, middle.images[1]?.id ?? '')
  const maker = { context: regular, generate, whenSettled: whenEnded }
  const lineageProject = await makeLineageBoard(maker)
  const raceProject = await makeRace(maker)
  return {
    regular: await regular.storageState(),
    newcomer: await newcomer.storageState(),
    fullProject: root.projectId,
    emptyProject: emptyProject.id,
    readmeProject,
    lineageProject,
    raceProject,
    sharedAddress,
  }
}

/** Comments on an image as a reviewer. */
async function review(address: string, sharedAddress: string, imageId: string): Promise<void> {
  const visitor = await request.newContext({ baseURL: address, extraHTTPHeaders: { origin: address } })
  const opened = await visitor.post('/api/shared/visits', { data: { token: sharedAddress.split('#')[1] } })
  const { id } = (await opened.json()) as { id: string }
  await visitor.put(`/api/shared/${id}/name`, { data: { name: 'Vera' } })
  for (const said of [
    { x: 0.3, y: 0.35, text: 'The light from this side is what I mean. Could all of them have it?' },
    { x: 0.72, y: 0.8, text: 'Less empty here.' },
  ])
    await visitor.post(`/api/shared/${id}/comments`, { data: { imageId, ...said } })
  await visitor.put(`/api/shared/${id}/likes/${imageId}`)
  await visitor.dispose()
}

/** Two rows of three cards under a first one, each with other pictures. */
async function makeReadmeBoard(
  context: Awaited<ReturnType<typeof signUp>>,
  generate: (prompt: string, more?: object) => Promise<Generation>,
): Promise<string> {
  const root = await generate('A still lake between pine hills, first light, mist on the water', { aspectRatio: '1:1' })
  const { projectId } = root
  await whenSettled(context, projectId)
  const at = (column: number, row: number) => ({
    projectId,
    canvasX: 10_000 + column * 900,
    canvasY: 10_000 + row * 500,
  })
  const from = (image: number, branchKind: string) => ({
    parentGenerationId: root.id,
    parentImageId: root.images[image]?.id,
    branchKind,
    aspectRatio: '1:1',
  })
  const woodcut = 'Create a variation with a different artistic style: woodcut, black on cream'
  await generate(woodcut, { ...at(-1, 1), ...from(0, 'remix') })
  await generate('Create a variation in gouache, autumn colours', { ...at(0, 1), ...from(3, 'remix') })
  await generate('Improve quality and add more details', { ...at(1, 1), ...from(2, 'enhance') })
  await generate('A red fox in the snow', at(-1, 2))
  await generate('Three small sails on the sea at noon, risograph', at(0, 2))
  await generate('Poppies in a stoneware vase by the window', at(1, 2))
  await whenSettled(context, projectId)
  await context.patch(`/api/projects/${projectId}`, { data: { title: 'First light' } })
  return projectId
}

async function whenSettled(context: Awaited<ReturnType<typeof signUp>>, projectId: string): Promise<void> {
  const giveUpAt = Date.now() + maxWaitMs
  while (Date.now() < giveUpAt) {
    const reply = await context.get(`/api/projects/${projectId}/generations`)
    const { items } = (await reply.json()) as { items: Generation[] }
    if (items.every(({ status }) => status !== 'queued' && status !== 'running')) return
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
  throw new Error('The seeded generations did not end.')
}
