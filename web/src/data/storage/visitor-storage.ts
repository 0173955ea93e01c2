import { sessionKept } from './browser-storage.ts'
import type { StorageArea } from './user-storage.ts'

/**
 * Unsent comments of a visitor of a review link, kept for the tab: visitors have no account, and on a machine of several people
 * their words are gone with the tab.
 */
export function createVisitorStorage(linkId: string) {
  const key = `link.${linkId}`
  return {
    read: (): unknown => sessionKept.readJson(key),
    write(value: object): void {
      sessionKept.writeJson(key, value)
    },
  }
}

/** The requests that the page of a link keeps, in this tab: it opens no storage of a user. */
export const visitorRequests: Pick<StorageArea, 'read' | 'write'> = {
  read: (key) => sessionKept.readJson(key),
  write: (key, value) => void sessionKept.writeJson(key, value),
}
