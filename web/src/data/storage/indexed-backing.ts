import { type IDBPDatabase, openDB } from 'idb'
import { type Backing, type OpenedBacking, tabPrefix } from './user-storage.ts'

/** The tab whose entries are read, and the one that it was duplicated from. */
type Tab = { readonly tabId: string; readonly copiedFrom: string | null }

const entriesStore = 'entries'
/** Pages are shown without what is kept after this long; it is used as soon as the browser has opened it. */
const patienceMs = 4_000
/** Tabs whose entries are kept, and for how long after they were opened last. */
const maxTabs = 30
const maxTabAgeMs = 14 * 86_400_000
const tabsKey = 'tabs'

/** All keys with a prefix. */
const withPrefix = (prefix: string) => IDBKeyRange.bound(prefix, `${prefix}\uffff`)

async function readEntries(db: IDBPDatabase, prefix: string): Promise<[string, unknown][]> {
  const { store } = db.transaction(entriesStore)
  const [keys, values] = await Promise.all([store.getAllKeys(withPrefix(prefix)), store.getAll(withPrefix(prefix))])
  return keys.map((key, index) => [String(key), values[index]])
}

/** Records that a tab was opened, and removes the entries of tabs that are long gone. */
async function noteTab(db: IDBPDatabase, tabId: string): Promise<void> {
  const known = Object(await db.get(entriesStore, tabsKey)) as Record<string, unknown>
  const now = Date.now()
  const openedAt = (at: unknown) => (typeof at === 'number' ? at : 0)
  const tabs = Object.entries({ ...known, [tabId]: now }).sort(([, a], [, b]) => openedAt(b) - openedAt(a))
  const gone = tabs.filter(([, at], index) => index >= maxTabs || now - openedAt(at) > maxTabAgeMs)
  const tx = db.transaction(entriesStore, 'readwrite')
  await Promise.all([
    ...gone.map(([id]) => tx.store.delete(withPrefix(tabPrefix(id)))),
    tx.store.put(Object.fromEntries(tabs.filter((tab) => !gone.includes(tab))), tabsKey),
    tx.done,
  ])
}

const createBacking = (db: IDBPDatabase): Backing => ({
  close: () => db.close(),
  read: (key) => db.get(entriesStore, key),
  async write(key, value) {
    const tx = db.transaction(entriesStore, 'readwrite')
    const request = value === undefined ? tx.store.delete(key) : tx.store.put(value, key)
    // Without waiting for the request: a page that is left now has asked for all of it.
    tx.commit()
    await Promise.all([request, tx.done])
  },
  async clearBut(prefix) {
    const tx = db.transaction(entriesStore, 'readwrite')
    const keys = (await tx.store.getAllKeys()).filter((key) => !String(key).startsWith(prefix))
    await Promise.all([...keys.map((key) => tx.store.delete(key)), tx.done])
  },
})

async function openIndexed(userId: string, { tabId, copiedFrom }: Tab): Promise<OpenedBacking> {
  const db = await openDB(`espalier.${userId}`, 1, {
    upgrade: (opened) => void opened.createObjectStore(entriesStore),
    blocking: () => db.close(),
  })
  const entries = new Map(await readEntries(db, 'all.'))
  for (const [key, value] of await readEntries(db, tabPrefix(copiedFrom ?? tabId)))
    entries.set(copiedFrom === null ? key : key.replace(tabPrefix(copiedFrom), tabPrefix(tabId)), value)
  await noteTab(db, tabId)
  return { backing: createBacking(db), entries }
}

const failed = () => Promise.reject(new Error('This browser keeps nothing for this site.'))

/** A backing to begin with, and the one that follows it where the browser is slow. */
type OpeningBacking = { readonly opened: OpenedBacking; readonly late: Promise<OpenedBacking> | null }

/**
 * Opens the IndexedDB of a user and reads all entries. Where there is none yet, or none at all, a backing whose every write fails.
 * `late`: resolves when the browser has opened it after all; null where there is nothing to wait for.
 */
export async function openBacking(userId: string, tab: Tab): Promise<OpeningBacking> {
  const without: OpenedBacking = {
    backing: { read: failed, write: failed, clearBut: failed, close() {} },
    entries: new Map(),
  }
  const opening = openIndexed(userId, tab)
  const isLate = new Promise<OpeningBacking>((resolve) =>
    setTimeout(() => resolve({ opened: without, late: opening }), patienceMs),
  )
  const inTime = opening.then(
    (opened) => ({ opened, late: null }),
    () => ({ opened: without, late: null }),
  )
  return Promise.race([inTime, isLate])
}
