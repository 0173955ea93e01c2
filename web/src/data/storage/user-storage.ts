import { createStore, type Store } from '../store.ts'
import { readJournal, writeJournal } from './journal.ts'

/** Values under keys. Reading and writing are immediate; a write that could not be kept is in `UserStorage.unkept`. */
export type StorageArea = {
  /** The value under a key; undefined where there is none. The caller validates it: another release may have written it. */
  read(key: string): unknown
  write(key: string, value: unknown): void
  remove(key: string): void
  /** Every key with this prefix. */
  keys(prefix: string): string[]
}

/** Lasting storage of one user's entries. Its promises reject where nothing was stored. */
export type Backing = {
  read(key: string): Promise<unknown>
  /** Issues the write before it returns; undefined removes the entry. */
  write(key: string, value: unknown): Promise<void>
  /** Removes every entry whose key does not begin with this. */
  clearBut(prefix: string): Promise<void>
  close(): void
}

/** All that this browser keeps of one user. */
export type UserStorage = {
  readonly userId: string
  /** Entries of every tab. */
  readonly all: StorageArea
  /** Entries of this tab, over reloads. */
  readonly tab: StorageArea
  /** The keys whose last value is in memory alone: storage is full or blocked. */
  readonly unkept: Store<ReadonlySet<string>>
  /** Resolves when every write so far has ended. */
  settle(): Promise<void>
  /** Removes all entries but the changes that the server has not accepted yet. */
  clear(): Promise<void>
  /**
   * Goes over to a backing that has opened late, with the entries that it has: what was written or removed here meanwhile is the later
   * value, and is written to it now. Of a closed storage only what the journal still has is written, and the backing is closed.
   */
  adopt(opened: OpenedBacking): void
  /**
   * Ends following the other tabs, and the connection once every write has ended. What could not be kept, and a removal that comes later, as
   * of a change that was accepted while the session ended, is in the journal for the next opening in this tab.
   */
  close(): void
}

/** A backing, and what it keeps for a tab, by full key. */
export type OpenedBacking = { readonly backing: Backing; readonly entries: Map<string, unknown> }

/** The part of BroadcastChannel by which tabs tell each other which entry has changed. */
export type StorageChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>

type Options = OpenedBacking & {
  readonly userId: string
  readonly tabId: string
  readonly channel: StorageChannel | null
  /** Whether another backing follows, which opens late. Default: nothing. */
  readonly follows?: 'late-backing' | 'nothing'
}

export const allPrefix = 'all.'
export const tabPrefix = (tabId: string) => `tab.${tabId}.`
/** Entries of the outbox: changes that the server has not accepted. */
export const outboxPrefix = 'outbox.'

/** Entries that are secrets, as the address of a review link: they do not outlast the session. */
export const secretPrefix = 'share-address.'

/** The first words of the keys under which something is that a person made or wrote. */
export const workKinds = [
  'outbox',
  'draft',
  'page-draft',
  'edit',
  'canvas-drafts',
  'assistant-draft',
  'rerun-draft',
  'request-ids',
  'reply',
  'history',
] as const

/** The first word of a full key, after the area and the id of its tab. */
function kindOf(key: string): string | undefined {
  const [area, first, second] = key.split('.')
  return area === 'tab' ? second : first
}

/** Whether one of these keys holds what a person made or wrote: more than where they looked last, or what they chose. */
export const holdWork = (keys: ReadonlySet<string>): boolean =>
  [...keys].some((key) => workKinds.some((kind) => kind === kindOf(key)))

/**
 * Creates the storage of a user: its entries are in memory, and each change is written to the backing. A value that could
 * not be kept stays in memory, is named in `unkept`, and is written again as soon as another write succeeds.
 */
export function createUserStorage({
  userId,
  tabId,
  entries,
  channel,
  follows = 'nothing',
  ...opened
}: Options): UserStorage {
  let { backing } = opened
  const unkept = createStore<ReadonlySet<string>>(new Set())
  const pending = new Map<string, Promise<void>>()
  /** Keys that were removed here: a backing that opens late may have them all the same. */
  const removedUnread = new Set<string>()
  let awaited = follows
  /** Whether the user signed out before the backing was open: what it has of them goes as well. */
  let isCleared = false
  let isHiding = false
  let isClosed = false

  const setKept = (key: string, kept: 'kept' | 'unkept') => {
    if (unkept.get().has(key) === (kept === 'unkept')) return
    const next = new Set(unkept.get())
    if (kept === 'kept') next.delete(key)
    else next.add(key)
    unkept.set(next)
  }

  const keepJournal = (keys: ReadonlySet<string>) =>
    writeJournal(
      userId,
      Array.from(keys, (key) => [key, entries.get(key)]),
    )
  /** The same beside what the journal has already, unless a newer storage of the user has taken that. */
  const addToJournal = (keys: ReadonlySet<string>) => {
    const others = readJournal(userId).filter(([key]) => !keys.has(key))
    writeJournal(userId, [...others, ...Array.from(keys, (key) => [key, entries.get(key)] as const)])
  }
  const unfinished = () => new Set([...pending.keys(), ...unkept.get()])

  function store(key: string): void {
    const value = entries.get(key)
    const writing = backing.write(key, value).then(
      () => {
        setKept(key, 'kept')
        channel?.postMessage(key)
        return 'stored' as const
      },
      () => {
        // An entry that could not be removed loses nothing: whatever reads it again finds that it is done.
        if (value !== undefined && entries.get(key) === value) setKept(key, 'unkept')
        return 'failed' as const
      },
    )
    const ended = writing.then((outcome) => {
      if (pending.get(key) === ended) pending.delete(key)
      if (outcome === 'stored') for (const other of unkept.get()) if (!pending.has(other)) store(other)
    })
    pending.set(key, ended)
    if (isHiding) keepJournal(unfinished())
  }

  const createArea = (prefix: string): StorageArea => ({
    read: (key) => entries.get(prefix + key),
    write(key, value) {
      entries.set(prefix + key, value)
      removedUnread.delete(prefix + key)
      store(prefix + key)
    },
    remove(key) {
      removedUnread.add(prefix + key)
      if (!entries.delete(prefix + key)) return
      setKept(prefix + key, 'kept')
      if (isClosed) return addToJournal(new Set([prefix + key]))
      store(prefix + key)
    },
    keys: (some) =>
      [...entries.keys()].filter((key) => key.startsWith(prefix + some)).map((key) => key.slice(prefix.length)),
  })

  const listening = new AbortController()
  channel?.addEventListener(
    'message',
    async ({ data }: MessageEvent<unknown>) => {
      if (typeof data !== 'string' || !data.startsWith(allPrefix)) return
      const read = await backing.read(data).then(
        (value) => ({ value }),
        () => null,
      )
      // The value of this tab is the later one.
      if (!read || unfinished().has(data)) return
      if (read.value === undefined) entries.delete(data)
      else entries.set(data, read.value)
    },
    { signal: listening.signal },
  )
  if (typeof document !== 'undefined') {
    const onPage = (name: 'pagehide' | 'pageshow', act: () => void) =>
      globalThis.addEventListener(name, act, { signal: listening.signal, capture: true })
    onPage('pagehide', () => {
      isHiding = true
      keepJournal(unfinished())
    })
    onPage('pageshow', () => {
      isHiding = false
      writeJournal(userId, [])
    })
  }

  /** Writes the journal to a backing that has opened after the storage was closed. */
  async function writeLate({ backing: late, entries: kept }: OpenedBacking): Promise<void> {
    await settle()
    const left = readJournal(userId)
    const secrets = [...kept.keys()].filter((key) => key.startsWith(allPrefix + secretPrefix))
    await Promise.all(secrets.map((key) => late.write(key, undefined))).catch(() => {})
    if (isCleared) await late.clearBut(allPrefix + outboxPrefix).catch(() => {})
    await Promise.all(left.map(([key, value]) => late.write(key, value))).catch(() => writeJournal(userId, left))
    late.close()
  }

  const settle = async () => {
    while (pending.size > 0) await Promise.all(pending.values())
  }

  return {
    userId,
    all: createArea(allPrefix),
    tab: createArea(tabPrefix(tabId)),
    unkept,
    settle,
    async clear() {
      isCleared = true
      const isUnsent = (key: string) => key.startsWith(allPrefix + outboxPrefix)
      for (const key of [...entries.keys()]) if (!isUnsent(key)) entries.delete(key)
      unkept.set(new Set([...unkept.get()].filter(isUnsent)))
      writeJournal(userId, [])
      // If it fails, the entries stay under the id of this user: another does not see them.
      await backing.clearBut(allPrefix + outboxPrefix).catch(() => {})
    },
    adopt({ backing: late, entries: kept }) {
      awaited = 'nothing'
      if (isClosed || isCleared) return void writeLate({ backing: late, entries: kept })
      for (const [key, value] of kept) if (!entries.has(key) && !removedUnread.has(key)) entries.set(key, value)
      backing.close()
      backing = late
      for (const key of new Set([...unfinished(), ...removedUnread])) store(key)
      removedUnread.clear()
    },
    close() {
      isClosed = true
      listening.abort()
      void settle().then(() => {
        const lost = new Set([...unkept.get(), ...(awaited === 'late-backing' ? removedUnread : [])])
        if (lost.size > 0) addToJournal(lost)
        channel?.close()
        backing.close()
      })
    },
  }
}
