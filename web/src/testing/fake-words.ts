import type { DescriptionShape } from '#contract/cards/description.ts'
import type { ReferenceShape } from '#contract/prompts/reference-calls.ts'
import type { ReferenceUse } from '#contract/prompts/reference-use.ts'
import type { SavedPromptShape } from '#contract/prompts/saved-prompt.ts'
import type { WordListShape } from '#contract/prompts/word-list.ts'
import { uuid } from '#contract/testing/builders.ts'
import { nameKey } from '#domain/prompt/name-key.ts'
import { matchesWords } from '#domain/text/matches-words.ts'
import { type Replies, refuse } from './fake-server.ts'

const times = { createdAt: '2026-11-21T10:00:00.000Z', updatedAt: '2026-11-21T10:00:00.000Z' }

export const savedPrompt = (over: Partial<SavedPromptShape> = {}): SavedPromptShape => ({
  id: uuid(800),
  name: 'Fog',
  text: 'A harbor in fog, {red|green} boats',
  tags: [],
  model: null,
  settings: null,
  usedCount: 0,
  ...times,
  ...over,
})

type Version = ReferenceShape['versions'][number]

const referenceVersion = (over: Partial<Version> = {}): Version => ({
  id: uuid(820),
  imageIds: [uuid(20)],
  uploadIds: [],
  createdAt: times.createdAt,
  ...over,
})

export const namedReference = (over: Partial<ReferenceShape> = {}): ReferenceShape => ({
  id: uuid(810),
  name: 'anna',
  kind: 'character',
  versions: [referenceVersion()],
  ...over,
})

/** A card that was sent the version before, at the price of four images. */
export const referenceUse = (number: number, over: Partial<ReferenceUse> = {}): ReferenceUse => ({
  generationId: uuid(number),
  projectId: uuid(1),
  projectTitle: 'Walled garden',
  prompt: `@anna in the garden, view ${number}`,
  versionId: uuid(819),
  isCurrent: false,
  price: 400,
  createdAt: times.createdAt,
  ...over,
})

export const wordList = (over: Partial<WordListShape> = {}): WordListShape => ({
  id: uuid(830),
  name: 'light',
  words: [
    { text: 'dawn', weight: 1 },
    { text: 'dusk', weight: 2 },
  ],
  ...times,
  ...over,
})

/** The saved prompts, references and lists of a user. */
export type FakeWords = {
  /** Newest first. */
  readonly savedPrompts: readonly SavedPromptShape[]
  readonly references: readonly ReferenceShape[]
  readonly wordLists: readonly WordListShape[]
}

type Named = { readonly id: string; readonly name: string }

/** Rows that keep what is changed; a name is taken once. */
function createRows<Item extends Named>(first: readonly Item[], noun: string) {
  let items = [...first]
  const refuseTaken = ({ id, name }: Named) => {
    if (items.some((each) => each.id !== id && nameKey(each.name) === nameKey(name)))
      refuse('conflict', { message: `You have a ${noun} of this name.` })
  }
  return {
    all: () => items,
    add(item: Item): Item {
      refuseTaken(item)
      items = [item, ...items]
      return item
    },
    change(id: string, changed: (item: Item) => Item): Item {
      const before = items.find((each) => each.id === id) ?? refuse('not-found')
      const item = changed(before)
      refuseTaken(item)
      items = items.map((each) => (each.id === id ? item : each))
      return item
    },
    remove(id: string) {
      items = items.filter((each) => each.id !== id)
      return { deleted: 1, ids: [id] }
    },
  }
}

const page = <Item>(items: readonly Item[]) => ({ items: [...items], nextCursor: null })
const byName = <Item extends Named>(items: readonly Item[]) => items.toSorted((a, b) => a.name.localeCompare(b.name))
/** A request without the fields that it leaves out. */
const given = <Input extends object>(input: Input) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))

/** The replies of a server that keeps these words and what the page changes. */
export function livingWords({ savedPrompts, references, wordLists }: FakeWords): Replies {
  const prompts = createRows(savedPrompts, 'prompt')
  const named = createRows(references, 'reference')
  const lists = createRows(wordLists, 'list')
  return {
    prompts: { languageModel: () => ({ languageModel: null, price: 0 }) },
    images: descriptionReplies(),
    savedPrompts: {
      list: ({ q = '' }) => {
        const isMatch = matchesWords(q)
        return page(prompts.all().filter(({ name, text, tags }) => isMatch([name, text, ...tags].join(' '))))
      },
      create: ({ id = uuid(801), ...fields }) => prompts.add(savedPrompt({ id, ...given(fields) })),
      change: ({ id, ...fields }) => prompts.change(id, (each) => ({ ...each, ...given(fields) })),
      remove: ({ id }) => prompts.remove(id),
      use: ({ id }) => prompts.change(id, (each) => ({ ...each, usedCount: each.usedCount + 1 })),
    },
    references: {
      list: () => page(byName(named.all())),
      create: ({ id = uuid(811), name, kind = 'character', imageIds = [], uploadIds = [] }) =>
        named.add({ id, name, kind, versions: [referenceVersion({ imageIds, uploadIds })] }),
      change: ({ id, imageIds, uploadIds, ...fields }) =>
        named.change(id, (each) => {
          const version = { id: uuid(820 + each.versions.length), imageIds: imageIds ?? [], uploadIds: uploadIds ?? [] }
          const added = imageIds || uploadIds ? [referenceVersion(version)] : []
          return { ...each, ...given(fields), versions: [...added, ...each.versions] }
        }),
      remove: ({ id }) => named.remove(id),
      uses: () => ({ items: [], nextCursor: null, savedPrompts: [] }),
    },
    wordLists: {
      list: () => page(byName(lists.all())),
      create: ({ id = uuid(831), name, words }) => lists.add(wordList({ id, name, words: weighted(words) })),
      change: ({ id, name, words }) => lists.change(id, (each) => ({ ...each, name, words: weighted(words) })),
      remove: ({ id }) => lists.remove(id),
    },
  }
}

/** The descriptions of images, which have none at first. */
function descriptionReplies(): NonNullable<Replies['images']> {
  const descriptions = new Map<string, DescriptionShape>()
  return {
    description: ({ id }) => descriptions.get(id) ?? null,
    setDescription({ id, text, language = null, languageModel = null }) {
      const description = { text, language, languageModel, createdAt: times.createdAt }
      descriptions.set(id, description)
      return description
    },
    removeDescription: ({ id }) => ({ deleted: Number(descriptions.delete(id)) }),
    waitingDescriptions: () => ({ waiting: 0, failed: [] }),
  }
}

const weighted = (words: readonly { readonly text: string; readonly weight?: number | undefined }[]) =>
  words.map(({ text, weight = 1 }) => ({ text, weight }))
