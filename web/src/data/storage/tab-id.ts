import { guardStorage } from './browser-storage.ts'

/** The id of this tab, and of the tab whose entries it begins with: a browser duplicates a tab with its `sessionStorage`. */
type ClaimedTab = { readonly tabId: string; readonly copiedFrom: string | null }

const storage = guardStorage(() => sessionStorage)
const storageKey = 'espalier.tab'
const held = new Set<string>()

/** Holds the lock of a tab id as long as the page lives. Returns whether no other page holds it. */
const holdTab = (tabId: string): Promise<boolean> =>
  new Promise((resolve) => {
    // Over plain HTTP from another machine there are no locks: two copies of a tab share their entries there.
    if (!navigator.locks) return resolve(true)
    navigator.locks
      .request(`espalier.tab.${tabId}`, { ifAvailable: true }, (lock) => {
        resolve(lock !== null)
        return lock ? new Promise<void>(() => {}) : undefined
      })
      .catch(() => resolve(true))
  })

/** Returns the id of this tab, which it keeps over reloads; a duplicate of another open tab gets one of its own. */
export async function claimTab(): Promise<ClaimedTab> {
  const known = storage.read(storageKey)
  if (known !== null && (held.has(known) || (await holdTab(known)))) {
    held.add(known)
    return { tabId: known, copiedFrom: null }
  }
  const tabId = crypto.randomUUID()
  await holdTab(tabId)
  held.add(tabId)
  storage.write(storageKey, tabId)
  return { tabId, copiedFrom: known }
}
