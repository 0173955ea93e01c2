import { createStore } from '../store.ts'
import { openBacking } from './indexed-backing.ts'
import { readJournal } from './journal.ts'
import { claimTab } from './tab-id.ts'
import { findOldEntries } from './take-over.ts'
import {
  allPrefix,
  createUserStorage,
  type OpenedBacking,
  type StorageArea,
  secretPrefix,
  tabPrefix,
  type UserStorage,
} from './user-storage.ts'

const current = createStore<UserStorage | null>(null)
let opening: { readonly userId: string; readonly done: Promise<void> } | null = null
/** The user whose storage is wanted: it may be another one, or none, when an opening ends. */
let wanted: string | null = null

/** Notifies when another user's storage is open, or none. Returns the stop. */
export const onUserStorage = current.subscribe

/** Entries of earlier pages, as a storage that opened late has them, whatever was written on this page meanwhile. */
export type LateEntries = Readonly<Record<'all' | 'tab', Pick<StorageArea, 'read'>>>

const lateListeners = new Set<(late: LateEntries) => void>()

/**
 * Notifies when the storage of the current user has opened late. What was written on this page has replaced the entry of an earlier one by
 * then: a value that holds several things is merged with it. Returns the stop.
 */
export function onLateStorage(listener: (late: LateEntries) => void): () => void {
  lateListeners.add(listener)
  return () => void lateListeners.delete(listener)
}

/**
 * Opens the storage of the user who is signed in, and takes over once what an earlier release kept elsewhere. Where the
 * browser has no IndexedDB, entries live as long as the page, and count as not kept.
 */
export function openUserStorage(userId: string): Promise<void> {
  if (current.get()?.userId === userId) return Promise.resolve()
  closeUserStorage()
  wanted = userId
  if (opening?.userId === userId) return opening.done
  const own = {
    userId,
    done: open(userId).finally(() => {
      if (opening === own) opening = null
    }),
  }
  opening = own
  return own.done
}

async function open(userId: string): Promise<void> {
  const { tabId, copiedFrom } = await claimTab()
  const { opened, late } = await openBacking(userId, { tabId, copiedFrom })
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`espalier.storage.${userId}`)
  const storage = createUserStorage({ userId, tabId, ...opened, channel, follows: late ? 'late-backing' : 'nothing' })
  if (copiedFrom !== null) for (const key of storage.tab.keys('')) storage.tab.write(key, storage.tab.read(key))
  for (const [key, value] of readJournal(userId)) {
    const isOfAll = key.startsWith(allPrefix)
    const area = storage[isOfAll ? 'all' : 'tab']
    const name = key.slice((isOfAll ? allPrefix : tabPrefix(tabId)).length)
    if (value === undefined) area.remove(name)
    else area.write(name, value)
  }
  late?.then(
    (opened) => adoptLate(storage, opened, tabId),
    () => {},
  )
  if (wanted !== userId) return storage.close()
  takeOver(storage)
  current.set(storage)
}

/** Goes over to a backing that has opened late; everything that was read before is merged, or read once more. */
function adoptLate(storage: UserStorage, opened: OpenedBacking, tabId: string): void {
  const isCurrent = current.get()?.all === storage.all
  // A newer storage of the same user has, or takes, what this one could not keep.
  if (!isCurrent && wanted === storage.userId) {
    opened.backing.close()
    return
  }
  storage.adopt(opened)
  if (!isCurrent) return
  const areaOf = (prefix: string) => ({ read: (key: string) => opened.entries.get(prefix + key) })
  const late = { all: areaOf(allPrefix), tab: areaOf(tabPrefix(tabId)) }
  for (const listener of [...lateListeners]) listener(late)
  current.set({ ...storage })
}

/** Moves the entries of earlier releases into the storage; they go from their old place once they are kept. */
function takeOver(storage: UserStorage): void {
  const old = findOldEntries(storage.userId)
  for (const { area, key, value } of old) if (storage[area].read(key) === undefined) storage[area].write(key, value)
  void storage.settle().then(() => {
    if (storage.unkept.get().size === 0) for (const { forget } of old) forget()
  })
}

/** Closes the storage: the user is signed out, or another one signs in. */
export function closeUserStorage(): void {
  wanted = null
  current.get()?.close()
  current.set(null)
}

/** The key of the address of a review link. */
export const shareAddressKey = (shareId: string) => `${secretPrefix}${shareId}`

/** Removes the addresses of links, also where the session ends by itself. */
export function forgetSecrets(): void {
  const all = current.get()?.all
  for (const key of all?.keys(secretPrefix) ?? []) all?.remove(key)
}

/** Removes what this browser keeps of the signed-in user, but for changes that are still to be sent. */
export const clearUserStorage = async (): Promise<void> => current.get()?.clear()

/** An area of the user who is signed in at each use; without one it is empty and keeps nothing. */
const areaOfCurrent = (name: 'all' | 'tab'): StorageArea => ({
  read: (key) => current.get()?.[name].read(key),
  write: (key, value) => current.get()?.[name].write(key, value),
  remove: (key) => current.get()?.[name].remove(key),
  keys: (prefix) => current.get()?.[name].keys(prefix) ?? [],
})

const nothingUnkept = createStore<ReadonlySet<string>>(new Set())

/** The keys whose value could not be kept; none without a user, as on the first screens of the build. */
export const unkeptKeys = () => current.get()?.unkept ?? nothingUnkept

/** Entries of the signed-in user, of every tab. */
export const userStorage = areaOfCurrent('all')

/** Entries of the signed-in user in this tab. */
export const tabStorage = areaOfCurrent('tab')

/** The areas of this user alone; empty ones for a visitor, and for the first screens of the build. */
export const ownAreas = (): Pick<UserStorage, 'all' | 'tab'> => current.get() ?? { all: userStorage, tab: tabStorage }
