import { shareAddressKey, userStorage } from '#web/data/storage/current-storage.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { shareTexts } from './texts.ts'

/** Keeps the address of a link in this browser alone: the server has only a hash of its token. */
export const keepAddress = (shareId: string, address: string): void =>
  userStorage.write(shareAddressKey(shareId), address)

/** Forgets the address of a link that was closed. */
export const forgetAddress = (shareId: string): void => userStorage.remove(shareAddressKey(shareId))

/** The address of a link; null where another browser made it. */
export function readAddress(shareId: string): string | null {
  const kept = userStorage.read(shareAddressKey(shareId))
  return typeof kept === 'string' ? kept : null
}

/** Copies an address, and says that it did or why not. */
export function copyLink(address: string, done: string): void {
  void copyText(address, { done, failed: { title: shareTexts.failed, description: shareTexts.failedText } })
}
