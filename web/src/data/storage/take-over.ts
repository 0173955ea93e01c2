import { type BrowserStorage, browserStorage, sessionKept } from './browser-storage.ts'

/** An entry that an earlier release kept outside of the user's storage. */
type OldEntry = {
  readonly area: 'all' | 'tab'
  readonly key: string
  readonly value: unknown
  /** Removes it from its old storage. */
  forget(): void
}

/** Names of the first releases, and the ones that followed. */
const renames: readonly (readonly [old: RegExp, key: string])[] = [
  [/^(model|inspirations|last-project|chosen-assets|left-panel)$/, 'espalier.$1'],
  [/^(draft|sent-prompts|rerun-draft) (.+)$/, 'espalier.$1.$2'],
  [/^draft\.(video|edit)$/, 'espalier.page-draft.$1'],
  [/^running:(.+)$/, 'espalier.running.$1'],
  [/^canvas-drafts (\S*) (\S+)$/, 'espalier.canvas-drafts.$1.$2'],
]

/** Keys that stay where they are: read before it is known who is signed in. */
const staysThere = /^espalier\.(theme|reloaded-at|tab$|unfinished\.)/
/** Keys that named their user. */
const withUser = /^espalier\.(draft|sent-prompts|controls|running|outbox|canvas-drafts)\.([^.]*)/
/** Texts of people that were kept without a user. */
const unownedWords = /^espalier\.(page-draft|left-panel|chosen-assets)/
/** Values that are texts, and no JSON. */
const plainTexts = /^(page-draft\.|model$|inspirations$|last-project$|minimap$|present-prompts$)/

function parse(key: string, text: string): unknown {
  if (plainTexts.test(key)) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/**
 * Finds what earlier releases kept of a user in `localStorage` and `sessionStorage`. An entry with another user's id is
 * left for that user; words without one are taken only if no other user has entries in this browser. Once no browser has
 * such entries any more, this file can be removed.
 */
export function findOldEntries(
  userId: string,
  storages: Readonly<Record<OldEntry['area'], BrowserStorage>> = { all: browserStorage, tab: sessionKept },
): OldEntry[] {
  const found = (['all', 'tab'] as const).flatMap((area) =>
    storages[area].keys('').map((old) => {
      const [pattern, replacement] = renames.find(([each]) => each.test(old)) ?? []
      return { area, old, name: pattern && replacement ? old.replace(pattern, replacement) : old }
    }),
  )
  const owners = new Set(found.flatMap(({ name }) => withUser.exec(name)?.[2] ?? []))
  const isShared = [...owners].some((owner) => owner !== userId)
  return found.flatMap(({ area, old, name }) => {
    const owner = withUser.exec(name)?.[2]
    if (!name.startsWith('espalier.') || staysThere.test(name)) return []
    if (owner !== undefined && owner !== userId) return []
    if (isShared && unownedWords.test(name)) return []
    const key = name.slice('espalier.'.length).replace(`.${userId}`, '')
    const value = parse(key, storages[area].read(old) ?? '')
    return value === undefined ? [] : [{ area, key, value, forget: () => storages[area].remove(old) }]
  })
}
