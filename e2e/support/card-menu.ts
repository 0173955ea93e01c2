import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { grip } from './canvas.ts'
import type { Fingers } from './fingers.ts'

/** Holds a finger on a card until its menu opens, and taps a command. The view may still be gliding at first. */
export async function chooseByFinger(
  { page, fingers }: { readonly page: Page; readonly fingers: Fingers },
  cardId: string,
  command: string | RegExp,
): Promise<void> {
  const item = page.getByRole('menuitem', { name: command })
  const open = async () => {
    await fingers.rest(await grip(page, cardId))
    return item.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    )
  }
  await expect.poll(open).toBe(true)
  await item.tap()
}
