import type { ProfileShape } from '#contract/account/profile.ts'
import type { ProjectShape } from '#contract/board/project.ts'
import type { AssetShape } from '#contract/cards/asset.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { imageUrl } from '#contract/cards/image-url.ts'
import type { StyleShape } from '#contract/cards/style.ts'
import { type UploadShape, uploadUrl } from '#contract/cards/upload.ts'
import type { ModelShape } from '#contract/models/model.ts'
import type { PurseShape } from '#contract/programs/purse.ts'
import { generation, image, project, uuid } from '#contract/testing/builders.ts'
import { compactCardOf } from '#contract/testing/compact-card-of.ts'
import { guestEmail } from '#domain/account/guest.ts'
import type { Frame, Note } from '#domain/board/board-item.ts'
import type { PlanName } from '#domain/credits/plan.ts'
import { modelWith } from '#web/data/testing/builders.ts'
import { offeredEdits } from './fake-edits.ts'
import type { PlainReplies, Replies } from './fake-server.ts'
import { type FakeWords, livingWords } from './fake-words.ts'

export const user = { id: uuid(900), email: 'mara@orchard.studio', name: 'Mara', firstName: 'Mara', isGuest: false }
/** A user who tries without an account. */
export const guest = {
  id: uuid(901),
  email: guestEmail('0123456789ab'),
  name: 'Guest',
  firstName: 'Guest',
  isGuest: true,
}

/** The data of a user. A test changes the relevant part and keeps the rest. */
export type FakeAccount = FakeWords & {
  readonly projects: readonly ProjectShape[]
  /** The cards of all projects. */
  readonly generations: readonly GenerationShape[]
  readonly models: readonly ModelShape[]
  readonly styles: readonly StyleShape[]
  readonly plan: PlanName
  /** The frames and notes of the first project. */
  readonly frames: readonly Frame[]
  readonly notes: readonly Note[]
  /** The purses of the first project. */
  readonly purses: readonly PurseShape[]
}

/** A generation of four completed images; its id and those of its images are derived from `number`. */
export function completedGeneration(number: number, over: Partial<GenerationShape> = {}): GenerationShape {
  const id = uuid(number)
  return generation({
    id,
    prompt: 'A still lake between pine hills',
    status: 'completed',
    images: [0, 1, 2, 3].map((orderNum) => {
      const imageId = uuid(number * 10 + orderNum)
      return image({
        id: imageId,
        generationId: id,
        orderNum,
        status: 'completed',
        imageUrl: imageUrl(imageId),
        averageColor: '#88a0b0',
      })
    }),
    ...over,
  })
}

/** A card, two that branch from it, and one whose images failed or were refused. */
export function gardenCards(): GenerationShape[] {
  const root = completedGeneration(2)
  const branch = (number: number, prompt: string, column: number) =>
    completedGeneration(number, {
      prompt,
      parentGenerationId: root.id,
      parentImageId: root.images[0]?.id ?? null,
      branchKind: 'remix',
      canvasX: 10_000 + column * 900,
      canvasY: 10_500,
    })
  const failed = completedGeneration(12, { prompt: 'A portrait that the model refuses', canvasX: 10_900 })
  return [
    root,
    branch(10, 'A still lake between pine hills, late sun', -1),
    branch(11, 'Three pears and a stoneware vase', 0),
    {
      ...failed,
      status: 'failed',
      images: failed.images.map((each, place) => ({
        ...each,
        status: 'failed',
        imageUrl: null,
        averageColor: null,
        error: {
          code: place === 0 ? 'refused' : 'failed',
          message: place === 0 ? 'The model refused this prompt.' : 'The provider failed.',
        },
      })),
    },
  ]
}

/** The user of most tests: one project with one card, and two models. */
export const fakeAccount: FakeAccount = {
  projects: [project({ title: 'Walled garden', firstPrompt: 'A still lake between pine hills', generationCount: 1 })],
  generations: [completedGeneration(2)],
  models: [
    modelWith({ isDefault: true }),
    modelWith({ name: 'Krea 2', value: 'krea-2', provider: 'krea', isBuiltIn: false }),
  ],
  styles: [],
  plan: 'free',
  frames: [],
  notes: [],
  purses: [],
  savedPrompts: [],
  references: [],
  wordLists: [],
}

const json = (body: unknown) => Response.json(body)
const json201 = (body: unknown) => Response.json(body, { status: 201 })

/** A picture as the server stores it. */
const storedUpload = (id: string): UploadShape => ({
  id,
  width: 640,
  height: 480,
  mediaType: 'image/png',
  averageColor: '#7a9e7e',
  url: uploadUrl(id),
})

/** The images of these cards that are there, as the assets list them. */
export const assetsOf = (generations: readonly GenerationShape[]): AssetShape[] =>
  generations.flatMap(({ images, ...card }) =>
    images
      .filter(({ status }) => status === 'completed')
      .map((made) => ({
        ...made,
        projectId: card.projectId,
        parentGenerationId: card.parentGenerationId,
        prompt: card.prompt,
        origin: card.origin,
        model: card.model,
        hidesModel: false,
        settings: card.settings,
        description: null,
      })),
  )

/** The replies to a visitor. */
export const visitor: PlainReplies = { 'GET /api/auth/get-session': () => json(null) }

/** The profile of the user. */
export const profile: ProfileShape = {
  firstName: 'Mara',
  username: 'mara',
  bio: '',
  instagram: '',
  tiktok: '',
  threads: '',
  twitter: '',
  youtube: '',
  facebook: '',
  avatarUrl: null,
}

/** The replies of a server on which this user is signed in. */
export function repliesOf(over: Partial<FakeAccount> = {}): { replies: Replies; plain: PlainReplies } {
  const account = { ...fakeAccount, ...over }
  let uploadNumber = 970
  const page = <Item>(items: readonly Item[]) => ({ items: [...items], nextCursor: null })
  const found = <Item extends { id: string }>(items: readonly Item[], id: string): Item => {
    const item = items.find((each) => each.id === id)
    if (!item) throw new Error(`The fake account has no ${id}.`)
    return item
  }
  return {
    replies: {
      ...livingWords(account),
      models: { list: () => page(account.models) },
      editOperations: { list: () => page(offeredEdits()) },
      localModels: { list: () => ({ items: [], access: 'other', hasEngine: false, machine: null }) },
      workflows: { list: () => ({ items: [], nextCursor: null, canAddForEveryone: false, isReachable: false }) },
      projects: {
        list: () => page(account.projects),
        latest: ({ q = '' }) => {
          const items = account.projects
            .filter(({ title }) => title.toLowerCase().includes(q.toLowerCase()))
            .map(({ id, title, updatedAt, thumbnailImageId }) => ({
              id,
              title,
              editedAt: updatedAt,
              coverImageIds: thumbnailImageId === null ? [] : [thumbnailImageId],
            }))
          return { ...page(items), total: items.length }
        },
        get: ({ id }) => found(account.projects, id),
        canvasState: () => null,
        saveCanvasState: ({ id, ...view }) =>
          ({ projectId: id, updatedAt: '2026-11-21T10:00:00.000Z', ...view }) as never,
        applyChanges: ({ changes }) => ({
          items: changes.map(({ id }) => ({ id, outcome: 'applied' as const })),
          seq: 2,
        }),
        series: () => page([]),
        review: () => ({ comments: [], likes: [], seq: 1 }),
        markReviewSeen: ({ commentIds }) => ({ seen: commentIds.length }),
        shares: () => page([]),
      },
      branchCaps: { list: () => page([]) },
      trash: { list: () => page([]) },
      credits: {
        get: () => ({
          available: 27_000,
          held: 0,
          sources: [
            { kind: 'daily', available: 2_000, expiresAt: '2026-11-24T00:00:00.000Z' },
            { kind: 'signup', available: 25_000, expiresAt: null },
          ],
          plan: account.plan,
          usedPercent: 0,
        }),
        ledger: () =>
          page([
            {
              id: uuid(950),
              kind: 'grant',
              amount: 25_000,
              source: 'signup',
              generationId: null,
              imageId: null,
              createdAt: '2026-11-21T10:00:00.000Z',
            },
          ]),
        usage: ({ by }) => ({ by: by ?? 'day', items: [] }),
      },
      billing: {
        get: () => ({
          plan: account.plan,
          nextPlan: null,
          periodEnd: null,
          provider: 'local',
          allowsUpgrade: true,
          isPastDue: false,
          history: [],
        }),
      },
      styles: { list: () => page(account.styles) },
      profile: { get: () => profile },
      account: {
        sessions: () =>
          page([
            {
              id: uuid(960),
              isCurrent: true,
              createdAt: '2026-11-21T10:00:00.000Z',
              seenAt: '2026-11-22T10:00:00.000Z',
              userAgent: navigator.userAgent,
            },
          ]),
        activity: () => page([]),
        // As after the first minutes: the hints are a test's own.
        firstSteps: () => ({ done: 3 }),
        notifications: () => ({ emailsComments: true, canEmail: true }),
      },
      modelKeys: { list: () => page([]) },
      tokens: { list: () => page([]) },
      modelConnections: { list: () => ({ ...page([]), canAddForEveryone: false }) },
      modelRecord: { list: () => page([]) },
      assets: {
        list: () => page(assetsOf(account.generations)),
        count: () => ({ count: assetsOf(account.generations).length, isExact: true }),
      },
      signIn: { options: () => ({ resetsPassword: false, confirmsEmail: false, signUp: 'open', allowsGuests: false }) },
    },
    plain: {
      'GET /api/auth/get-session': () => json({ session: { id: uuid(960) }, user }),
      'POST /api/auth/sign-out': () => json({ success: true }),
      'GET /api/projects/*/board': ({ url }) => {
        const projectId = new URL(url).pathname.split('/')[3] ?? ''
        return boardReply(
          projectId,
          account.generations.filter((card) => card.projectId === projectId),
          projectId === account.projects[0]?.id ? account : {},
        )
      },
      'PUT /api/projects/*/canvas-state': () => json({}),
      'POST /api/uploads': () => json201(storedUpload(uuid(uploadNumber++))),
      'GET /healthz': () => json({ status: 'ok' }),
    },
  }
}

/** The board of a project as its lines: parents before their children. */
export function boardReply(
  projectId: string,
  generations: readonly GenerationShape[],
  { frames = [], notes = [], purses = [] }: Partial<Pick<FakeAccount, 'frames' | 'notes' | 'purses'>> = {},
  seq = 1,
): Response {
  const places = new Map(generations.map(({ id }, place) => [id, place]))
  const models = [...new Set(generations.flatMap(({ model }) => model ?? []))]
  const header = {
    projectId,
    seq,
    count: generations.length,
    since: '2026-11-21T10:00:00.000Z',
    models,
    sheets: [],
    frames,
    notes,
    purses,
  }
  const context = { ...header, placeOf: (id: string) => places.get(id) }
  const cards = generations.map((card) => compactCardOf(card, [], context))
  return new Response(`${JSON.stringify(header)}\n${JSON.stringify(cards)}\n`)
}
